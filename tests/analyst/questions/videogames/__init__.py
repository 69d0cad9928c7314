"""Sales of video games."""
