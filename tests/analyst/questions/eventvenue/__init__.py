"""A concert and conference venue: events, halls, ticket sales, bar sales and staff shifts."""
