"""A parking operator: car parks, sessions, permits, payments and fines."""
