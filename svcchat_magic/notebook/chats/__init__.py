"""The kernel's chats: who asks, what was answered, what can be asked about."""
