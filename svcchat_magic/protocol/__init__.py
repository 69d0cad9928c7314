"""The wire format as pure values and bytes. No network, no notebook, no pandas."""
