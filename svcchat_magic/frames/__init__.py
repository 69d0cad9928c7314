"""Results as data: DataFrames, and their charts to edit; the only importer of pandas and altair."""
