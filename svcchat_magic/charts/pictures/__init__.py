"""A chart as PNG or SVG, drawn in a process of its own."""
