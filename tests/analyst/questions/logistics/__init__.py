"""Questions about a freight forwarder."""
