"""Holds the sentences of a text against rows: every figure, name and direction must come from them."""
