"""Questions on municipal."""
