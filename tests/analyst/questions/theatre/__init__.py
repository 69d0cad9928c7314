"""Questions on a theatre."""
