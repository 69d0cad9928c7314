"""Results told in words and drawn as charts."""
