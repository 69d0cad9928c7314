"""One question from a cell, from its start to its bound results."""
