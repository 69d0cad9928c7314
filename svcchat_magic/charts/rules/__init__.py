"""The rules for charts: a specification is rebuilt from them, never cleaned by deletion."""
