"""Questions on football."""
