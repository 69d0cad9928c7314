"""What is asked, written as semantic SQL."""
