"""The issue tracker of an engineering company."""
