"""Use of a running app."""
