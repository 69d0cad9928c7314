"""Reviews of wines."""
