"""A question to the model, planned: which rows are read, and how each number is computed over them."""
