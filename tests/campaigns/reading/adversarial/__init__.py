"""A model whose names and values are words that questions are made of."""
