"""A restaurant chain: outlets, menu items, orders, reservations and staff shifts."""
