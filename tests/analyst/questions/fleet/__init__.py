"""Questions on fleet."""
