"""The `svcchat` program."""
