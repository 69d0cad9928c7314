"""An analysis made whole: what its parts leave open is settled, and what contradicts is refused."""
