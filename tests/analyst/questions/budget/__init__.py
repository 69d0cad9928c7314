"""A household's bank transactions."""
