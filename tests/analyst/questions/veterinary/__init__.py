"""Questions on veterinary."""
