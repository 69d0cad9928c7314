"""A retailer's sheet of order lines."""
