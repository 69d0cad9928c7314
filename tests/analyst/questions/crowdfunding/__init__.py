"""A crowdfunding site."""
