"""Who may do what: accounts, keys, users, permits, and each caller's share."""
