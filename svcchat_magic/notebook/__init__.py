"""Magics and displays for Jupyter; the only importer of IPython and ipywidgets."""
