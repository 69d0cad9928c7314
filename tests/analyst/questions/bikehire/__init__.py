"""Questions about a city bike and scooter hire operator."""
