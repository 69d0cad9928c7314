"""Talks to a service: the only room that opens a connection."""
