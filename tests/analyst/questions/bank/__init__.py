"""A retail bank's marketing warehouse, with model files."""
