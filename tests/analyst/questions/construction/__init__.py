"""A building contractor: projects, employees, timesheets, orders and incidents."""
