"""Moves what is in a state file's write-ahead log into the file, in a thread of its own.

SQLite would do it within a commit, and every stream and every new question would wait until the disk has it.
"""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

PAUSE_SECONDS = 0.5  # after a write: what came meanwhile is moved together
LOG_PAGES = 4_096  # of 4 KiB: a longer log is followed closely, until a write begins it anew
MOST_LOG_PAGES = 32_768  # with a longer one a commit sees to it itself
CLOSE_SECONDS = 0.002  # between two looks at a log that is followed closely
CLOSE_LOOKS = 100

log = logging.getLogger("svcchat_magic.service")


class Checkpoints:
    """The thread; it sleeps while nothing is written."""

    def __init__(self, file: Path, log_pages: int = LOG_PAGES) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=rw"  # a file that was taken away is not made anew
        self._log_pages = log_pages
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="svcchat-checkpoints", daemon=True)
        self._thread.start()

    def written(self) -> None:
        """Something was committed."""
        self._written.set()

    def close(self) -> None:
        """End the thread and wait for it; whoever closes the file last moves the rest."""
        self._closed.set()
        self._written.set()
        self._thread.join()

    def _work(self) -> None:
        while self._written.wait():
            self._closed.wait(PAUSE_SECONDS)
            self._written.clear()
            if self._closed.is_set():  # asked after the clearing, or a close in between would wake nobody
                return

            try:
                with closing(sqlite3.connect(self._address, uri=True, isolation_level=None)) as connection:
                    self._move(connection)
            except sqlite3.Error as cause:  # the log keeps it all; the next round or a commit tries again
                log.warning("the state's log was not moved into its file: %s", cause)

    def _move(self, connection: sqlite3.Connection) -> None:
        """Move what is there; a writer who finds all of the log moved writes from its beginning again."""
        for _ in range(CLOSE_LOOKS):
            _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages < self._log_pages or self._closed.wait(CLOSE_SECONDS):
                return
