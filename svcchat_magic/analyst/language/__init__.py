"""Words, numbers and stretches of time in the text of a question."""
