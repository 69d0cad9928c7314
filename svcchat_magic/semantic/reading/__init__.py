"""SQL of a caller, read as a question to the model."""
