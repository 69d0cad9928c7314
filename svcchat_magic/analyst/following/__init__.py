"""Questions that continue a chat: what the turn before was about, and edits of it."""
