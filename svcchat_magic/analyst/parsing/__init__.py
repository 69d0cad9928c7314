"""Words and their links put together to what is asked."""
