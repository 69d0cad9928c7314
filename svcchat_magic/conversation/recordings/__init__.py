"""Answers recorded beside a notebook, and replayed."""
