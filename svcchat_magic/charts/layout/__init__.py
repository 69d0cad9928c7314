"""How a chart is laid out: sizes, labels, times, what fits a narrow cell, and what it says in words."""
