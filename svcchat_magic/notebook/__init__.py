"""Meets Jupyter: magics and displays; the only importer of IPython and ipywidgets."""
