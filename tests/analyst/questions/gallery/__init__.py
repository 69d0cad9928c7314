"""An art gallery that also holds auctions."""
