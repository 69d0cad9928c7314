"""What a question asks, as a typed tree."""
