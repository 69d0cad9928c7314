"""An online shop for books and games."""
