"""A removals and self-storage firm."""
