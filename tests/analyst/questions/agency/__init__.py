"""A marketing agency."""
