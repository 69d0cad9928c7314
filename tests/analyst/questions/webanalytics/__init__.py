"""The web sessions of an outdoor shop."""
