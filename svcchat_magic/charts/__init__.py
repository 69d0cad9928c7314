"""A result's chart: its specification rebuilt from an allow-list, laid out, and drawn as a picture."""
