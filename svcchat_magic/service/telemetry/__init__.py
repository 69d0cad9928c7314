"""What operators read: logs, metrics and a record of each request."""
