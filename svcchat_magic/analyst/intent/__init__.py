"""What a reading means beyond its words: which amount, whose rows, in which unit, as they stand now."""
