"""What the rows of a turn say: cells by the names they go by, and the figures and moves that follow."""
