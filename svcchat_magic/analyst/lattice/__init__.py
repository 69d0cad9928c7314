"""What each word of a question may mean: a chart of items, filled by one file for each kind of meaning."""
