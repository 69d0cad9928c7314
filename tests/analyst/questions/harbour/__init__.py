"""A marina and small harbour."""
