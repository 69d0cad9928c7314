"""A chat written as a notebook, a script or a report."""
