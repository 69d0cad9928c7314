"""The chat as a panel: a question box, its turns, other chats and the data model."""
