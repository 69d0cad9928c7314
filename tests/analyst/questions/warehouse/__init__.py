"""Questions on warehouse."""
