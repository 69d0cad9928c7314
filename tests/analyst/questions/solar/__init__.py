"""Questions on an installer of solar panels."""
