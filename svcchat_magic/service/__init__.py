"""Serves the API of the contract on this machine; the only importer of the web framework."""
