"""A mobile operator's raw tables, without a model: plans, customers, calls and invoices."""
