"""What runs SQL that this package wrote: the `Engine` contract, and a way to stop a query that is running."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any, Protocol

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.query.query import Rows

CANCELLED = "The query was cancelled."
OUT_OF_RANGE = "A value of the query cannot be computed; check the model's SQL against the data."
_REPEAT_SECONDS = 0.02


class Cancellation:
    """Stops a query from another thread; one value for one query, whose statements run in turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cancelled = False
        self._reason = CANCELLED
        self._interrupt: Callable[[], object] | None = None
        self._stopped = Event()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def check(self) -> None:
        """Raise EngineError once `cancel` was called."""
        if self._cancelled:
            raise self.error()

    def error(self) -> EngineError:
        """What a query that was stopped ends with."""
        return EngineError(self._reason)

    def cancel(self, reason: str = CANCELLED) -> None:
        """Stop the query, or keep it from starting. Returns at once; calling it again does nothing."""
        with self._lock:
            if self._cancelled:
                return

            self._cancelled, self._reason = True, reason
            if self._interrupt is not None:
                Thread(target=self._keep_interrupting, daemon=True).start()

    @contextmanager
    def watching(self, interrupt: Callable[[], object]) -> Iterator[None]:
        """While the block runs, `cancel` calls `interrupt`.

        Raises EngineError when it was cancelled before.
        """
        with self._lock:
            self.check()
            self._stopped.clear()  # a statement after the first one is watched as well
            self._interrupt = interrupt

        try:
            yield
        finally:
            with self._lock:
                self._interrupt = None

            self._stopped.set()

    def _keep_interrupting(self) -> None:
        """Until the query has stopped: an interrupt that comes before it really began is lost."""
        while self._interrupted() and not self._stopped.wait(_REPEAT_SECONDS):
            continue

    def _interrupted(self) -> bool:
        """Interrupt what still runs; afterwards its connection may be closed already."""
        with self._lock:
            if self._interrupt is None:
                return False

            self._interrupt()
            return True


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column of the data itself."""

    name: str
    kind: str  # text, integer, number, date, time, boolean, or other
    comment: str = ""
    is_cast: bool = False  # whether it is a text only once it is cast to one, as an enumeration is


@dataclass(frozen=True, slots=True)
class DeclaredReference:
    """A column that the database itself keeps to the values of another table's key."""

    column: str
    table: str
    key: str


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table or view of the data itself."""

    name: str
    schema: str  # "" for the one that needs no name
    columns: tuple[SourceColumn, ...]
    key: str = ""  # the column that the database declares to be the primary key
    references: tuple[DeclaredReference, ...] = ()
    sql: str = ""  # the SELECT that gives its rows, where it is none of the data's own but read from one
    read_from: str = ""  # the name of that one
    label: str = ""  # the column by which people call its rows, where that is known


class Engine(Protocol):
    """A database that holds the tables of a model. Its methods may be called from several threads at once."""

    dialect: str  # the name sqlglot knows it by

    def tables(self) -> tuple[str, ...]:
        """The names of its tables, sorted."""

    def source_tables(self) -> tuple[SourceTable, ...]:
        """Its tables and views with their columns, sorted by name; raises EngineError."""

    def column_kinds(self, sql: str) -> Mapping[str, str]:
        """What the columns of a SELECT hold, by their names in lower case.

        text, integer, double, decimal, time (without a zone), date or boolean. Others are left out, and
        those that the engine compares with numbers or moments by a cast that may fail.
        """

    def run(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        cancellation: Cancellation | None = None,
    ) -> Rows:
        """At most `limit` rows of a statement; `total_rows` is how many came.

        Raises EngineError, whose text holds no SQL and no value; ValueOutOfRange where a value of the
        query cannot be computed.
        """

    def stream(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        rows_each: int,
        cancellation: Cancellation | None = None,
    ) -> Iterator[Rows]:
        """All rows of a statement in batches; one batch at least, perhaps without rows.

        A Double may be infinite or NaN here. Raises EngineError as `run` does, also between two batches.
        """

    def stream_arrow(
        self, sql: str, parameters: Mapping[str, object], *, cancellation: Cancellation | None = None
    ) -> Iterator[Any]:
        """The same as Arrow record batches, never infinite or NaN, each field with its `column_type`."""


class ClosableEngine(Engine, Protocol):
    """An engine that whoever opened it closes."""

    def close(self) -> None:
        """Stop what is running and let go of the data."""
