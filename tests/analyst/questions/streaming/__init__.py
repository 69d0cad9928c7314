"""A video streaming service: subscribers, titles, viewing sessions, payments and cancellations."""
