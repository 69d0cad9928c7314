"""Questions on a museum's tickets, tours, exhibitions, members and shop."""
