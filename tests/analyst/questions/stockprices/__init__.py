"""Daily prices of shares."""
