"""A book publishing house: authors, titles, editions, sales, returns and royalties."""
