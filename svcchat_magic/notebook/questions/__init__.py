"""What a cell asks: its options, its text, as whom, and the names of its results."""
