"""Charts as PNG or SVG, drawn in a separate process."""
