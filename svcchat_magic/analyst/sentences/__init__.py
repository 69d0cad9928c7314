"""What the sentences of a text say: their figures, dates, ranks, and which way they claim a figure went."""
