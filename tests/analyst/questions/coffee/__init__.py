"""A chain of coffee shops."""
