"""Runs: one question being answered, from its first message to its last, and read again later."""
