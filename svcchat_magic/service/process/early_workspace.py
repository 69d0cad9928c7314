"""A workspace that is opened before anyone asks for it, for the first service of the process."""

import atexit
from collections.abc import Callable
from functools import cache
from threading import Lock

from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.service.runs.tools import Workspace

Opened = tuple[Workspace, Callable[[], None]]  # with what closes its data


class EarlyWorkspace:
    """At most one workspace, until the first service starts: it takes it over, or it is closed.

    What comes later is closed at once, so none is held beside that of a service. May be used from any thread.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._kept: tuple[EngineLimits, Opened] | None = None
        self._is_over = False

    def keep(self, limits: EngineLimits, opened: Opened) -> None:
        """Keep it if no service has started yet and none is kept."""
        with self._changing:
            is_wanted = self._kept is None and not self._is_over
            if is_wanted:
                self._kept = limits, opened
                atexit.register(self.take)

        if not is_wanted:
            opened[1]()

    def take(self, limits: EngineLimits | None = None) -> Opened | None:
        """The one with these limits, for its taker to close; any other is closed. None is kept afterwards."""
        with self._changing:
            kept, self._kept = self._kept, None
            self._is_over = True

        if kept is None:
            return None

        atexit.unregister(self.take)
        if kept[0] == limits:
            return kept[1]

        kept[1][1]()
        return None


@cache
def early_demo() -> EarlyWorkspace:
    """That of the demo, which the warm-up opens."""
    return EarlyWorkspace()
