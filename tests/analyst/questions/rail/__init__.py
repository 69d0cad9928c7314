"""A rail freight operator: its customers, consignments, train runs, wagons and their inspections."""
