"""The layout of a chart: sizes, labels, times, narrow cells, and a summary in words."""
