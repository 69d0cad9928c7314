"""Stored users, chats and runs, and the databases they are kept in."""
