"""What the service's state asks of a database; `sqlite_state` and `postgres_state` both do it.

The jobs of the store are written once, in SQL that both understand: `?` for values, `CAST(? AS TEXT)` where
nothing else tells a value's type, the types of the schema as SQLite names them.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, Protocol


class StateLost(Exception):
    """The state is gone, or another one is in its place: what is written would not be found again."""


class Mode(Enum):
    """What a transaction may meet."""

    READ = auto()  # one snapshot, no writing
    WRITE = auto()  # one after the other over the whole state
    WRITE_OWN = auto()  # beside others: rows that only this worker writes, or a compare-and-set


class Selected(Protocol):
    """The rows of a statement."""

    def fetchone(self) -> Any:
        """The next row as a tuple, or None."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...

    @property
    def rowcount(self) -> int:
        """How many rows an UPDATE or DELETE changed."""


class Connection(Protocol):
    """An open transaction, as a job sees it."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Selected:
        """Run one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each of these rows."""


class Database(Protocol):
    """One worker's connection to the state, used from one thread."""

    worker: str  # this worker's name in the runs table
    errors: tuple[type[Exception], ...]  # what it raises when it cannot read or write
    conflicts: tuple[type[Exception], ...]  # those after which the same job may succeed

    def open(self) -> None:
        """Connect, bring the tables up to date and give the sign of life.

        Raises SettingsError when the state cannot be used.
        """

    def begin(self, mode: Mode) -> Connection:
        """Begin a transaction, connecting again if the connection was lost; raises StateLost."""

    def commit(self) -> None:
        """Keep what the transaction wrote."""

    def roll_back(self) -> None:
        """Forget what the transaction wrote."""

    def check_room(self) -> None:
        """Raise one of `errors` where there is no room for an answer, as far as this machine can tell."""

    def is_alive(self, worker: str) -> bool:
        """Whether a worker still runs, this one or another; to be asked within a job."""

    def close(self) -> None:
        """Give up the connection and the sign of life."""
