"""Questions on a utility company's call centre."""
