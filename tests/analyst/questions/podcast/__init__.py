"""Questions on podcast."""
