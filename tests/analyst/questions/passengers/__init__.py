"""Passengers of a ship that sank."""
