"""The interface that the service's state needs from a database, implemented for SQLite and PostgreSQL.

The store's jobs are written once, in SQL that both understand: `?` for values, `CAST(? AS TEXT)` where the
type of a value is ambiguous, and SQLite's names for the types of the schema.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, Protocol


class StateLost(Exception):
    """The state was removed or replaced, so writes to it would be lost."""


class Mode(Enum):
    """What a transaction may do, and what may run beside it."""

    READ = auto()  # one snapshot, no writes
    WRITE = auto()  # one at a time over the whole state
    WRITE_OWN = auto()  # beside others, for rows that only this worker writes or a compare-and-set


class Selected(Protocol):
    """The rows of a statement."""

    def fetchone(self) -> Any:
        """The next row as a tuple, or None."""

    def fetchall(self) -> list[Any]:
        """The remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...

    @property
    def rowcount(self) -> int:
        """How many rows an UPDATE or DELETE changed."""


class Connection(Protocol):
    """An open transaction, as jobs use it."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Selected:
        """Run one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each of these rows."""


class Database(Protocol):
    """One worker's connection to the state, used from one thread."""

    worker: str  # this worker's name in the runs table
    errors: tuple[type[Exception], ...]  # raised when it cannot read or write
    conflicts: tuple[type[Exception], ...]  # errors after which the same job may succeed

    def open(self) -> None:
        """Connect, migrate the tables and acquire this worker's liveness lock.

        Raises SettingsError if the state cannot be used.
        """

    def begin(self, mode: Mode) -> Connection:
        """Begin a transaction, reconnecting if the connection was lost. Raises StateLost."""

    def commit(self) -> None:
        """Commit the transaction."""

    def roll_back(self) -> None:
        """Roll the transaction back."""

    def check_room(self) -> None:
        """Raise one of `errors` if the disk has no room for an answer, as far as this machine knows."""

    def is_alive(self, worker: str) -> bool:
        """Whether a worker, this one or another, is still running. Call it within a job."""

    def close(self) -> None:
        """Release the liveness lock and close the connection."""
