"""Data that the user names: frames, files, folders, patterns and database files, opened as one engine."""
