"""Answers questions with two tools; thinks in events, not in wire messages."""
