"""Questions on a car rental company."""
