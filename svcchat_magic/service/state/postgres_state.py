"""The state in a PostgreSQL database, shared by workers on one or more machines. Needs the extra `sql`.

Everything that differs from SQLite is here: types, placeholders, the lock for one `write` at a time, the
liveness lock, and a connection that may be lost.
"""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from typing import Any, LiteralString
from uuid import uuid4

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state.database import Connection, Mode, Selected, StateLost
from svcchat_magic.service.state.schema import ForSqlite, NewerSchema, steps_after, version_of_this_package
from svcchat_magic.service.state.worker_marks import enrol, read_mark

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
except ImportError as missing:
    raise SettingsError(
        "A PostgreSQL address needs the extra: pip install 'svcchat-magic[sql]'."
    ) from missing

CONNECT_SECONDS = 5
# Notice within half a minute that the database's machine is gone; the system's defaults take hours. Settings
# in the address take precedence.
_LINE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
_WRITE_LOCK = 7_828_210_577_118_031  # an arbitrary number, the same for all workers of this package
_BEGIN: dict[Mode, LiteralString] = {
    Mode.READ: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    Mode.WRITE: f"BEGIN; SELECT pg_advisory_xact_lock({_WRITE_LOCK})",
    Mode.WRITE_OWN: "BEGIN",
}
# Notice within half a minute that a worker's machine is gone; wait for locks as long as SQLite does.
_SESSION: LiteralString = (
    "SET lock_timeout = '5s'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
    " SET tcp_keepalives_count = 3"
)
_TYPES = {"REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", " WITHOUT ROWID": ""}


class PostgresState:
    """One worker's connection; its liveness lock is an advisory lock, released with the connection."""

    errors: tuple[type[Exception], ...] = (psycopg.Error,)
    conflicts: tuple[type[Exception], ...] = (
        psycopg.IntegrityError,  # another worker has just written or removed the row
        psycopg.errors.SerializationFailure,
        psycopg.errors.DeadlockDetected,
    )

    def __init__(self, address: str) -> None:
        self.worker = uuid4().hex
        self._address = address.replace("postgresql+psycopg:", "postgresql:", 1)

    def open(self) -> None:
        """Connect, migrate, and acquire this worker's liveness lock. Raises SettingsError."""
        try:
            self._connect()
            with ExitStack() as undo:
                undo.callback(self._connection.close)
                self._migrate()
                undo.pop_all()
        except NewerSchema as cause:
            raise SettingsError(
                "The state database was written by a newer version of svcchat-magic."
            ) from cause
        except psycopg.Error as cause:
            # from None: the driver's message may contain the address with its password
            raise SettingsError(
                f"The state database cannot be used ({type(cause).__name__}):"
                " see that it runs and that address, user and password are right."
            ) from None

    def begin(self, mode: Mode) -> Connection:
        """Begin a transaction, reconnecting if the connection was lost.

        Raises StateLost if it leads to a different database than before.
        """
        try:
            self._connection.execute(_BEGIN[mode])
        except psycopg.OperationalError:
            if not self._connection.closed:
                self.roll_back()
                raise

            self._connect()
            self._connection.execute(_BEGIN[mode])
            self._check_state()

        return _Job(self._connection)

    def commit(self) -> None:
        """Commit the transaction."""
        self._connection.execute("COMMIT")

    def roll_back(self) -> None:
        """Roll the transaction back; the server does so itself when the connection is lost."""
        if not self._connection.closed:
            self._connection.execute("ROLLBACK")

    def check_room(self) -> None:
        """Do nothing: the disk is the server's, and a failing write shows that it is full."""

    def is_alive(self, worker: str) -> bool:
        """Whether a worker on this database is still running, that is, holds its lock."""
        if worker == self.worker:
            return True

        got = self._connection.execute(
            "SELECT pg_try_advisory_xact_lock_shared(hashtextextended(%s, 0))", (worker,)
        ).fetchone()
        return got == (False,)

    def close(self) -> None:
        """Release the liveness lock, which the server would otherwise hold a moment longer, and close."""
        with suppress(psycopg.Error):  # a lost connection holds no lock
            self._connection.execute("SELECT pg_advisory_unlock_all()")

        self._connection.close()

    def _connect(self) -> None:
        address = make_conninfo(self._address, **{**_LINE, **conninfo_to_dict(self._address)})
        self._connection = psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_SECONDS)
        with ExitStack() as undo:
            undo.callback(self._connection.close)
            self._connection.execute(_SESSION)
            self._connection.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (self.worker,))
            undo.pop_all()

    def _check_state(self) -> None:
        """Raise StateLost if the transaction is in a different database than before."""
        with ExitStack() as undo:
            undo.callback(self.roll_back)
            try:
                read_mark(_Job(self._connection), self.worker)
            except psycopg.errors.UndefinedTable as cause:
                raise StateLost from cause

            undo.pop_all()

    def _migrate(self) -> None:
        connection = self.begin(Mode.WRITE)
        try:
            connection.execute("CREATE TABLE IF NOT EXISTS state_version (version INTEGER NOT NULL)")
            row = connection.execute("SELECT max(version) FROM state_version").fetchone()
            found = row[0] or 0
            for statement in steps_after(found):
                if not isinstance(statement, ForSqlite):
                    connection.execute(_with_own_types(statement))

            if found < version_of_this_package():
                connection.execute("INSERT INTO state_version VALUES (?)", (version_of_this_package(),))

            enrol(connection, self.worker, self.is_alive)
            self.commit()
        except BaseException:
            self.roll_back()
            raise


class _Job:
    """The connection as jobs use it."""

    def __init__(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Selected:
        return self._connection.execute(_with_own_places(sql), _storable(parameters))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        with self._connection.cursor() as cursor:
            cursor.executemany(_with_own_places(sql), [_storable(row) for row in rows])

        return None


@cache
def _with_own_places(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _with_own_types(statement: str) -> str:
    for theirs, ours in _TYPES.items():
        statement = statement.replace(theirs, ours)

    return statement


def _storable(values: Sequence[Any]) -> list[Any]:
    """Replace NUL, which PostgreSQL's text cannot contain, by U+FFFD; lines are bytes and keep it."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
