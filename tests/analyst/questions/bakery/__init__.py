"""A chain of bakeries: its shops, products, till receipts, waste and shifts."""
