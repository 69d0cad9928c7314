"""A county fire brigade."""
