"""A dental laboratory that makes crowns, bridges and dentures for practices."""
