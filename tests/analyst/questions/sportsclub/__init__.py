"""A large sports club."""
