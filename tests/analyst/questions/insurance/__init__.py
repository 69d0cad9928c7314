"""Questions on an insurer."""
