"""Starting and ending: the server, its workers, signals."""
