"""Questions on winery."""
