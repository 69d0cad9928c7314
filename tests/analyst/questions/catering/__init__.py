"""Questions about a catering firm."""
