"""A web shop's export of orders."""
