"""Checkpoint a state file's write-ahead log in a separate thread.

SQLite would do it within a commit, and every stream and every new question would wait for the disk.
"""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

PAUSE_SECONDS = 0.5  # after a write, so that one checkpoint covers several writes
LOG_PAGES = 4_096  # of 4 KiB: a longer log is checkpointed again and again until a write restarts it
MOST_LOG_PAGES = 32_768  # above this a commit checkpoints the log itself
CLOSE_SECONDS = 0.002  # between these repeated checkpoints
CLOSE_LOOKS = 100

log = logging.getLogger("svcchat_magic.service")


class Checkpoints:
    """The checkpointing thread; it sleeps while nothing is written."""

    def __init__(self, file: Path, log_pages: int = LOG_PAGES) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=rw"  # do not recreate a deleted file
        self._log_pages = log_pages
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="svcchat-checkpoints", daemon=True)
        self._thread.start()

    def written(self) -> None:
        """Note that something was committed."""
        self._written.set()

    def close(self) -> None:
        """End the thread and wait for it; the last connection to close checkpoints the rest."""
        self._closed.set()
        self._written.set()
        self._thread.join()

    def _work(self) -> None:
        while self._written.wait():
            self._closed.wait(PAUSE_SECONDS)
            self._written.clear()
            if self._closed.is_set():  # checked after clearing, or a close in between would be missed
                return

            try:
                with closing(sqlite3.connect(self._address, uri=True, isolation_level=None)) as connection:
                    self._move(connection)
            except sqlite3.Error as cause:  # nothing is lost: the next checkpoint or a commit tries again
                log.warning("the state's write-ahead log could not be checkpointed: %s", cause)

    def _move(self, connection: sqlite3.Connection) -> None:
        """Checkpoint until the log is short; a writer that finds it fully checkpointed restarts it."""
        for _ in range(CLOSE_LOOKS):
            _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages < self._log_pages or self._closed.wait(CLOSE_SECONDS):
                return
