"""A translation agency: questions in the words of its project managers, with gold SQL."""
