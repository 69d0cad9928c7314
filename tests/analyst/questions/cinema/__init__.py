"""A chain of cinemas: films, screens, screenings, bookings, snack sales and ratings, without a model."""
