"""A manufacturer's purchasing warehouse."""
