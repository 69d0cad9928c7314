"""A commercial print shop."""
