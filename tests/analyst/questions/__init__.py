"""Question sets: a model, seeded data and questions with the SQL that answers each, one folder a domain."""
