"""A charity: donors, what they gave, the campaigns it was given for, and fundraising events."""
