"""A regional supermarket chain: stores, products, receipts and loyalty members."""
