"""What is stored: users, chats, runs, and the database they are kept in."""
