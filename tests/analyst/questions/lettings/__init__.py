"""A letting agency."""
