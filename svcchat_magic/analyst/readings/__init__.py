"""What a question was read as, how readings compare, and what is asked of the data before one is chosen."""
