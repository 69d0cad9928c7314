"""A furniture manufacturer."""
