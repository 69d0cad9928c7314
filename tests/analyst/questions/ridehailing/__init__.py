"""Trips of a ride hailing firm."""
