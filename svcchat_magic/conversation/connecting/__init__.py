"""Reach the service that answers: the configured one, or the embedded one over given data."""
