"""The HTTP interface: routes, bodies, authentication, errors, pages and queries."""
