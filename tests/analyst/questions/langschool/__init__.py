"""An online language school."""
