"""The state in one SQLite file, shared by every process that opens it, or in memory."""

import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state.checkpoints import MOST_LOG_PAGES, Checkpoints
from svcchat_magic.service.state.database import Mode, StateLost
from svcchat_magic.service.state.liveness import SignOfLife
from svcchat_magic.service.state.schema import NewerSchema, steps_after, version_of_this_package
from svcchat_magic.service.state.state_place import StatePlace
from svcchat_magic.service.state.worker_marks import enrol
from svcchat_magic.user_folder import make_private

BUSY_SECONDS = 5.0
LOOK_SECONDS = 0.01  # between two tries of what SQLite does not wait for
_BEGIN = {Mode.READ: "BEGIN", Mode.WRITE: "BEGIN IMMEDIATE", Mode.WRITE_OWN: "BEGIN IMMEDIATE"}


class SqliteState:
    """One process's connection; `None` as the file keeps the state in memory.

    A commit survives the end of the process, however it ends; after a power cut the last ones may be missing.
    """

    errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
    conflicts: tuple[type[Exception], ...] = ()  # there is one writer at a time

    def __init__(self, file: Path | None, busy_seconds: float = BUSY_SECONDS) -> None:
        self.worker = uuid4().hex
        self._file = file
        self._busy_seconds = busy_seconds
        self._checkpoints: Checkpoints | None = None
        self._place: StatePlace | None = None

    def open(self) -> None:
        """Connect, migrate, and lock this worker's sign of life; raises SettingsError."""
        try:
            self._connection = _opened(self._file, self._busy_seconds)
            with ExitStack() as undo:
                undo.callback(self._connection.close)
                self.begin(Mode.WRITE)  # one after the other: an unlocked sign is a dead one's
                self._sign = SignOfLife(self._file, self.worker)
                enrol(self._connection, self.worker, self.is_alive)
                self.commit()
                self._place = None if self._file is None else StatePlace(self._file)
                self._checkpoints = None if self._file is None else Checkpoints(self._file)
                undo.pop_all()
        except NewerSchema as cause:
            raise SettingsError(
                f"The state file {self._file} was written by a newer version of svcchat-magic."
            ) from cause
        except (sqlite3.Error, OSError) as cause:
            raise SettingsError(f"The state file {self._file} cannot be used: {cause}.") from cause

    def begin(self, mode: Mode) -> sqlite3.Connection:
        """Begin a transaction; raises StateLost where the file is no longer in its place."""
        if self._place is not None and not self._place.is_kept():
            raise StateLost

        self._connection.execute(_BEGIN[mode])
        return self._connection

    def commit(self) -> None:
        """Keep what the transaction wrote."""
        self._connection.execute("COMMIT")
        if self._checkpoints is not None:
            self._checkpoints.written()

    def roll_back(self) -> None:
        """Forget what the transaction wrote; SQLite has done so itself after some errors."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def check_room(self) -> None:
        """Raise OSError where the disk of the file is full."""
        if self._place is not None:
            self._place.check_room()

    def is_alive(self, worker: str) -> bool:
        """Whether a worker on this file still runs."""
        return worker == self.worker or self._sign.is_held_by(worker)

    def close(self) -> None:
        """Close the file."""
        if self._checkpoints is not None:
            self._checkpoints.close()

        self._connection.close()
        self._sign.give_up()


def _opened(file: Path | None, busy_seconds: float) -> sqlite3.Connection:
    if file is not None:
        make_private(file)

    connection = sqlite3.connect(
        file or ":memory:", timeout=busy_seconds, isolation_level=None, check_same_thread=False
    )
    try:
        _write_ahead(connection, busy_seconds)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOG_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise

    return connection


def _write_ahead(connection: sqlite3.Connection, seconds: float) -> None:
    """Write to a log ahead of the file from now on.

    SQLite waits for other locks itself, but not for a worker who is just making the same new file.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as cause:
            if cause.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
        else:
            return

        time.sleep(LOOK_SECONDS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, all or nothing; `user_version` counts the steps that were taken."""
    connection.execute("BEGIN IMMEDIATE")
    with ExitStack() as undo:
        undo.callback(connection.execute, "ROLLBACK")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        for statement in steps_after(found):
            connection.execute(statement)

        connection.execute(f"PRAGMA user_version = {version_of_this_package()}")
        connection.execute("COMMIT")
        undo.pop_all()
