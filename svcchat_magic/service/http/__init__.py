"""The doors: routes, bodies, authentication, errors, pages and queries."""
