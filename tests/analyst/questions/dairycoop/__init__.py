"""A dairy cooperative: farms, milk, quality tests, sales to retailers and payments to farmers."""
