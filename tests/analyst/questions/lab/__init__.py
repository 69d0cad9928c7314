"""A diagnostic laboratory."""
