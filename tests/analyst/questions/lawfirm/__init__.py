"""Questions on a law firm's time recording and invoicing."""
