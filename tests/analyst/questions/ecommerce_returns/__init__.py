"""Questions on ecommerce_returns."""
