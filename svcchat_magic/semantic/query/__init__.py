"""A question to the model as a value, and the pieces it is made of."""
