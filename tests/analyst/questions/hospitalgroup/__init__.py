"""A group of hospitals for veterans."""
