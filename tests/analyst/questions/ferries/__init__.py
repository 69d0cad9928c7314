"""A ferry company: its routes, each sailing, the tickets sold, and complaints."""
