"""A ski resort: passes, lift rides, ski school lessons, rentals and snow reports."""
