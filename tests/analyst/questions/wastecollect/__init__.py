"""Questions about a waste collection and recycling firm."""
