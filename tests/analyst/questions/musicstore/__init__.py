"""A digital music shop."""
