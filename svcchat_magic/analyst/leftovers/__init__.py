"""What to make of words that no construction took: heads, light words, and what they cover."""
