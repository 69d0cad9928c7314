"""A long-distance coach company."""
