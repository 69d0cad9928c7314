"""What a cell shows: every piece of an answer, sanitised, live and at rest."""
