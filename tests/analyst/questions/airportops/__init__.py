"""An airport's operations."""
