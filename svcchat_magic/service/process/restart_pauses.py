"""How long to wait before a dead worker is replaced, longer after each failed start."""

STEADY_SECONDS = 10.0  # a worker that was ready and lived this long counts as stable
FIRST_PAUSE = 0.1  # doubled, with a random part, after each further death
LONGEST_PAUSE = 10.0  # before the next attempt after a failed start
LONGEST_PAUSE_AFTER_SERVICE = 0.5  # before replacing a worker that started and died soon after


class RestartPauses:
    """Counts consecutive deaths; each method returns the seconds to wait.

    A worker that was ready shows that the service can start, so however often workers are killed, clients
    wait for the start alone. The short pause keeps a crash in the first request from using the whole
    machine.
    """

    def __init__(self) -> None:
        self._failed_starts = 0
        self._early_deaths = 0

    def after_failed_start(self) -> float:
        """A worker died before it was ready, or its process could not be created."""
        self._failed_starts += 1
        return _pause(self._failed_starts, LONGEST_PAUSE)

    def after_service(self, seconds: float) -> float:
        """A worker that was ready died this many seconds after its start."""
        self._failed_starts = 0
        self._early_deaths = self._early_deaths + 1 if seconds < STEADY_SECONDS else 0
        return _pause(self._early_deaths, LONGEST_PAUSE_AFTER_SERVICE)


def _pause(deaths: int, longest: float) -> float:
    return min(longest, FIRST_PAUSE * float(2 ** min(deaths, 10) - 1))
