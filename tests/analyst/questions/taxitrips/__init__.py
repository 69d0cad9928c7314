"""Taxi trips of a quarter."""
