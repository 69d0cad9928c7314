"""An online veg-box scheme and farm shop."""
