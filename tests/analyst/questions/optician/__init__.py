"""A chain of opticians, as plain tables."""
