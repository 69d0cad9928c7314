"""A car repair garage."""
