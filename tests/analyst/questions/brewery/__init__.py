"""Questions on a craft brewery."""
