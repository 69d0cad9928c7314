"""What a chart may be: a specification is rebuilt from these rules, never cleaned by deletion."""
