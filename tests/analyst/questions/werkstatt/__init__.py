"""The question set of this folder."""
