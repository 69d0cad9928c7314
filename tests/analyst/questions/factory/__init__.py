"""Questions on a factory."""
