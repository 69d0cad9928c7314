"""The chat by mouse."""
