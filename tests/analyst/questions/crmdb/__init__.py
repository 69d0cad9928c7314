"""A sales department's CRM."""
