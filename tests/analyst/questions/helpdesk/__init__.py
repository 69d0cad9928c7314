"""An internal IT help desk: tickets, employees, technicians, assets and ratings."""
