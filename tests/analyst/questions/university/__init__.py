"""Questions on university."""
