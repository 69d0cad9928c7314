"""What runs SQL: engines, and the data they open."""
