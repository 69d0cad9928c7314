"""A limit for a whole browser test: some of what Playwright is asked, such as to evaluate, has none."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import psutil

from tests.waiting import PATIENCE

SECONDS = 10 * PATIENCE


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    """End Chromium after so long; whatever waits for one of its pages then fails, and says where."""
    timer = Timer(seconds, end_chromium)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_chromium() -> None:
    """Kill the Chromium that this process started."""
    for each in psutil.Process().children(recursive=True):
        try:
            if each.name().startswith("chrom"):
                each.kill()
        except psutil.NoSuchProcess:
            continue  # it ended with its parent
