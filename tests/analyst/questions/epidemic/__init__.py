"""Daily figures of an epidemic."""
