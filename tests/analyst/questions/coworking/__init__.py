"""Questions on coworking."""
