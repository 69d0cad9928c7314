"""Plans of queries: see `tests.semantic`."""
