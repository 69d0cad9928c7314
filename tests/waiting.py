"""Waiting in tests: for what must happen, with a limit that only a broken program meets."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from traceback import walk_stack
from types import FrameType
from typing import TypeVar

PATIENCE = 60.0  # seconds until a test gives up; never a figure to hold
Found = TypeVar("Found")


def until(found: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """What `found` gives once that is something; asked again and again, for not all has an event."""
    end = time.monotonic() + seconds
    while not (result := found()):
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)

    return result


def until_ended(threads: Iterable[threading.Thread]) -> None:
    """Wait for threads, which must end."""
    for each in threads:
        each.join(PATIENCE)
        assert not each.is_alive(), f"{each.name} goes on"


def threads_of_ours() -> set[threading.Thread]:
    """The threads that run now and that the package started; one that is about to run is none yet."""
    return {each for each in threading.enumerate() if each.name.startswith("svcchat") and each.is_alive()}


def growing_deadlines() -> Iterator[float]:
    """Seconds for a deadline that must pass, but not before something else has come.

    How long that takes is the machine's matter: a test tries the next one until it has come in time.
    """
    yield from (0.05, 0.5, 5.0, PATIENCE)


def until_inside(*functions: str) -> None:
    """Wait, in another thread, until the main thread is in functions of all these names."""
    main = threading.main_thread().ident
    until(lambda: {frame.f_code.co_name for frame, _ in walk_stack(_frame_of(main))} >= set(functions))


def _frame_of(thread: int | None) -> FrameType | None:
    return sys._current_frames().get(thread or 0)
