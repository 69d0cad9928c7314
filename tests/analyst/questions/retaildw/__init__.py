"""A retail chain's data warehouse."""
