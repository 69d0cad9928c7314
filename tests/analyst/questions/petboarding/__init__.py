"""Boarding kennels and cattery with grooming."""
