"""Daily weather at stations in Switzerland."""
