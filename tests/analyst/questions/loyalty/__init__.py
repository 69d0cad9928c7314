"""The loyalty programme of an airline."""
