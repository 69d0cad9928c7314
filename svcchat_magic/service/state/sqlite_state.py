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
LOOK_SECONDS = 0.01  # between attempts at locks that SQLite does not wait for
_BEGIN = {Mode.READ: "BEGIN", Mode.WRITE: "BEGIN IMMEDIATE", Mode.WRITE_OWN: "BEGIN IMMEDIATE"}


class SqliteState:
    """One process's connection; without a file, the state is in memory.

    A commit survives a crash of the process; after a power cut the last commits may be missing.
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
        """Connect, migrate, and acquire this worker's liveness lock. Raises SettingsError."""
        try:
            self._connection = _opened(self._file, self._busy_seconds)
            with ExitStack() as undo:
                undo.callback(self._connection.close)
                self.begin(Mode.WRITE)  # one worker at a time: an unlocked file means a dead worker
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
        """Begin a transaction. Raises StateLost if the file was moved or deleted."""
        if self._place is not None and not self._place.is_kept():
            raise StateLost

        self._connection.execute(_BEGIN[mode])
        return self._connection

    def commit(self) -> None:
        """Commit the transaction."""
        self._connection.execute("COMMIT")
        if self._checkpoints is not None:
            self._checkpoints.written()

    def roll_back(self) -> None:
        """Roll the transaction back; after some errors SQLite has already done so."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def check_room(self) -> None:
        """Raise OSError if the file's disk is full."""
        if self._place is not None:
            self._place.check_room()

    def is_alive(self, worker: str) -> bool:
        """Whether a worker on this file is still running."""
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
    """Switch to write-ahead logging.

    SQLite waits for other locks itself, but not for a worker that is creating the same file.
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
    """Apply the missing migrations in one transaction; `user_version` counts those applied."""
    connection.execute("BEGIN IMMEDIATE")
    with ExitStack() as undo:
        undo.callback(connection.execute, "ROLLBACK")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        for statement in steps_after(found):
            connection.execute(statement)

        connection.execute(f"PRAGMA user_version = {version_of_this_package()}")
        connection.execute("COMMIT")
        undo.pop_all()
