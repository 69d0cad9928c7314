"""One question of a conversation, from its request to its end."""
