"""A question to the model, written as SQL of an engine."""
