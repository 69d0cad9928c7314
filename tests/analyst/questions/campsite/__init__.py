"""A family campsite."""
