"""Results as data: frames and charts, and the only importer of pandas and altair."""
