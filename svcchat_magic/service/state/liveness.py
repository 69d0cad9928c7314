"""Which workers of a state file are alive, so that only the runs of dead workers are interrupted.

Each worker holds an SQLite lock on its own small file beside the state. The operating system releases the
lock with the process, however it ends. A process id could be reused.
"""

import contextlib
import sqlite3
from glob import escape
from pathlib import Path

WORKER_CHARACTERS = 32  # of a worker's name


class SignOfLife:
    """The liveness lock of one worker, held until it is released or the process ends."""

    def __init__(self, state: Path | None, worker: str) -> None:
        self._state = state
        self._file = None if state is None else _sign_file(state, worker)
        self._lock = None if self._file is None else _locked(self._file)
        self._remove_dead()

    def is_held_by(self, worker: str) -> bool:
        """Whether that worker holds its lock; removes the file of a dead worker."""
        if self._state is None or not (file := _sign_file(self._state, worker)).exists():
            return False

        try:
            _locked(file).close()
        except sqlite3.OperationalError:
            return True

        _remove(file)
        return False

    def give_up(self) -> None:
        """Release the lock."""
        if self._file is None or self._lock is None:
            return

        self._lock.close()
        self._lock = None
        _remove(self._file)

    def _remove_dead(self) -> None:
        if self._state is None:
            return

        for file in self._state.parent.glob(f"{escape(self._state.name)}.service-{'?' * WORKER_CHARACTERS}"):
            self.is_held_by(file.name[-WORKER_CHARACTERS:])


def _sign_file(state: Path, worker: str) -> Path:
    return state.with_name(f"{state.name}.service-{worker}")


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):  # a file left behind is unlocked, so it still counts as dead
        file.unlink(missing_ok=True)
        file.with_name(f"{file.name}-journal").unlink(missing_ok=True)


def _locked(file: Path) -> sqlite3.Connection:
    """Lock the file; raises sqlite3.OperationalError if another process or worker holds it."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise

    return connection
