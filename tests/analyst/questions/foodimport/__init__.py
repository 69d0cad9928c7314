"""An importer of fine foods."""
