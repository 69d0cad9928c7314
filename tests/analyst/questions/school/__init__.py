"""Questions on school."""
