"""Which services on a state file are alive, so that only the runs of dead ones become interrupted.

Each service holds an SQLite lock on a small file of its own beside the state. The system drops the lock
with the process, however it ends; a process number could by then belong to someone else.
"""

import contextlib
import sqlite3
from pathlib import Path
from uuid import uuid4


class Liveness:
    """The sign of life of one service; `worker` is its name in the runs table."""

    def __init__(self, state: Path | None) -> None:
        self.worker = uuid4().hex
        self._state = state
        self._sign = None if state is None else _locked(_sign_file(state, self.worker))

    def is_alive(self, worker: str) -> bool:
        """Whether the service of that name still runs; a dead one's file is removed."""
        if worker == self.worker:
            return True

        if self._state is None or not (file := _sign_file(self._state, worker)).exists():
            return False

        try:
            _locked(file).close()
        except sqlite3.OperationalError:
            return True

        file.unlink(missing_ok=True)
        return False

    def close(self) -> None:
        """Give up the sign of life."""
        if self._state is None or self._sign is None:
            return

        self._sign.close()
        self._sign = None
        with contextlib.suppress(OSError):  # a file left behind is unlocked, so it says the truth
            _sign_file(self._state, self.worker).unlink(missing_ok=True)


def _sign_file(state: Path, worker: str) -> Path:
    return state.with_name(f"{state.name}.service-{worker}")


def _locked(file: Path) -> sqlite3.Connection:
    """Lock the file; raises sqlite3.OperationalError when another process or service holds it."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise

    return connection
