"""Questions about an online course platform."""
