"""A subscription box company."""
