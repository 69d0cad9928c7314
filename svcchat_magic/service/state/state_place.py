"""Check that a state file is still the one that was opened, and that its disk has room.

SQLite keeps writing to a file that was deleted or moved; all of it would be lost at the next start.
"""

import os
import tempfile
from pathlib import Path

ROOM_BYTES = 1024 * 1024  # the longest question with its answer
_SIDE_FILES = ("", "-wal", "-shm")  # the last commits are in the log, and readers find them through the index


class StatePlace:
    """The location of an open state file and of SQLite's files beside it."""

    def __init__(self, file: Path) -> None:
        self._folder = file.parent
        paths = [file.with_name(f"{file.name}{each}") for each in _SIDE_FILES]
        self._opened = {path: found for path in paths if (found := _identity(path)) is not None}

    def is_kept(self) -> bool:
        """Whether each file is still the one that was opened; takes a few microseconds."""
        return all(_identity(path) == opened for path, opened in self._opened.items())

    def check_room(self) -> None:
        """Raise OSError if the disk, a quota or a process limit leaves no room for an answer.

        The bytes go to an unnamed file, so nothing is left of them however the process ends.
        """
        with tempfile.TemporaryFile(dir=self._folder) as file:
            file.write(bytes(ROOM_BYTES))
            file.flush()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None

    return found.st_dev, found.st_ino
