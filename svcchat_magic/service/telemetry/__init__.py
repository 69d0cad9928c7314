"""What operators read: logs, metrics, and what each request was."""
