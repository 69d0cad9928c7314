"""A holiday home rental platform, plain tables only."""
