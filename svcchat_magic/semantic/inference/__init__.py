"""A model inferred from tables: types, keys, relationships, measures and the words people use for them."""
