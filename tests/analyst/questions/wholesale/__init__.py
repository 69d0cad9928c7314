"""A food wholesaler."""
