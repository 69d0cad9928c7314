"""How long to wait before a dead worker is replaced: what cannot start is tried ever less often."""

STEADY_SECONDS = 10.0  # a worker that was ready and lives so long is steady
FIRST_PAUSE = 0.1  # twice as long, and a little, after each further death
LONGEST_PAUSE = 10.0  # before the next try of what cannot start
LONGEST_PAUSE_AFTER_SERVICE = 0.5  # before a worker that could start, and died soon after, is replaced


class RestartPauses:
    """Counts deaths that follow each other; seconds to wait come back.

    Workers that were ready show that the service can start: however often they are killed, their callers wait
    for the start alone. The short pause keeps a crash in the first request from using all of the machine.
    """

    def __init__(self) -> None:
        self._failed_starts = 0
        self._early_deaths = 0

    def after_failed_start(self) -> float:
        """A worker died before it was ready, or there was no room for its process."""
        self._failed_starts += 1
        return _pause(self._failed_starts, LONGEST_PAUSE)

    def after_service(self, seconds: float) -> float:
        """A worker that was ready died so many seconds after its start."""
        self._failed_starts = 0
        self._early_deaths = self._early_deaths + 1 if seconds < STEADY_SECONDS else 0
        return _pause(self._early_deaths, LONGEST_PAUSE_AFTER_SERVICE)


def _pause(deaths: int, longest: float) -> float:
    return min(longest, FIRST_PAUSE * float(2 ** min(deaths, 10) - 1))
