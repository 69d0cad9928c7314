"""What travels: pure values and bytes. No network, no notebook, no pandas."""
