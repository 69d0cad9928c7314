"""Model files, read and checked."""
