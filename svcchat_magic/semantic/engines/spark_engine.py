"""Spark, classic or by Spark Connect: statements with named parameters, stopped by the tag of their own."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from py4j.protocol import Py4JError
from pyspark.errors import ArithmeticException, DateTimeException, NumberFormatException, PySparkException

from svcchat_magic.errors import EngineError, ValueOutOfRange
from svcchat_magic.semantic.engines.engines import (
    OUT_OF_RANGE,
    Cancellation,
    SourceColumn,
    SourceTable,
)
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.spark_types import columns_of, in_plain_types, kinds_by_name, source_kind
from svcchat_magic.semantic.engines.time_limit import TimeLimit
from svcchat_magic.semantic.engines.wire_rows import plain_values, whole_result
from svcchat_magic.semantic.query.query import Column, Rows

ARROW_ROWS = 16_384

_FAILED = "The query failed in Spark; ask for less, or check the model's SQL."
_UNREACHABLE = "Spark cannot be reached; see that it runs and that its address is right."
_TIME_ZONE = "spark.sql.session.timeZone"
_VALUES = (ArithmeticException, DateTimeException, NumberFormatException)


class SparkEngine:
    """The tables and views that a Spark session sees; moments are those of its time zone."""

    dialect = "spark"

    def __init__(self, session: Any, *, limits: EngineLimits = EngineLimits()) -> None:
        self._session = session
        self._seconds = limits.seconds
        self._zone = ZoneInfo(session.conf.get(_TIME_ZONE))
        self._tags = _tags_of(session)
        self._is_ours = False

    @classmethod
    def open(cls, address: str, *, limits: EngineLimits = EngineLimits()) -> "SparkEngine":
        """A session of a cluster, `spark://host:port`, or of Spark Connect, `sc://host:port`, in UTC.

        Raises EngineError.
        """
        try:
            session = _session(address)
            session.conf.set(_TIME_ZONE, "UTC")
            engine = cls(session, limits=limits)
        except _errors() as error:
            raise EngineError(_UNREACHABLE) from error

        engine._is_ours = True
        return engine

    def tables(self) -> tuple[str, ...]:
        """The names of its tables, sorted."""
        with _as_ours(Cancellation()):
            return tuple(sorted(table.name for table in self._session.catalog.listTables()))

    def source_tables(self) -> tuple[SourceTable, ...]:
        """Its tables and views with their columns; see `Engine`."""
        return tuple(SourceTable(name, "", self._columns(name)) for name in self.tables())

    def column_kinds(self, sql: str) -> Mapping[str, str]:
        """What the columns of a SELECT hold; see `Engine`. Empty when it cannot be run."""
        try:
            with _as_ours(Cancellation()):
                return kinds_by_name(self._session.sql(sql).schema)
        except EngineError:  # the query itself fails then, with its own sentence
            return {}

    def run(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        cancellation: Cancellation | None = None,
    ) -> Rows:
        """At most `limit` rows of a statement; see `Engine`."""
        with self._reading(cancellation or Cancellation()):
            frame = self._frame(sql, parameters)
            columns = columns_of(frame.schema)
            found = [tuple(row) for row in frame.limit(limit).collect()]

        return whole_result(columns, found)

    def stream(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        rows_each: int,
        cancellation: Cancellation | None = None,
    ) -> Iterator[Rows]:
        """All rows of a statement in batches; see `Engine`."""
        watched = cancellation or Cancellation()
        with closing(self._batches(sql, parameters, rows_each, watched)) as batches:
            for columns, batch in batches:
                yield Rows(columns, _plain(columns, batch), len(batch))
                watched.check()

    def stream_arrow(
        self, sql: str, parameters: Mapping[str, object], *, cancellation: Cancellation | None = None
    ) -> Iterator[Any]:
        """The same as Arrow record batches, never infinite or NaN, each field with its `column_type`."""
        from svcchat_magic.semantic.engines.arrow_batches import batch_of_rows

        watched = cancellation or Cancellation()
        with closing(self._batches(sql, parameters, ARROW_ROWS, watched)) as batches:
            for columns, batch in batches:
                yield batch_of_rows(columns, _plain(columns, batch))
                watched.check()

    def close(self) -> None:
        """End the session if it was opened here; one that was given stays as it is."""
        if self._is_ours:
            with suppress(*_errors()):  # its server may have gone; nothing is left to close
                self._session.stop()

    def _columns(self, table: str) -> tuple[SourceColumn, ...]:
        with _as_ours(Cancellation()):
            fields = self._session.table(f"`{table.replace('`', '``')}`").schema

        return tuple(
            SourceColumn(field.name, source_kind(field.dataType), field.metadata.get("comment", ""))
            for field in fields
        )

    def _frame(self, sql: str, parameters: Mapping[str, object]) -> Any:
        """The statement, with what has no type on the wire as Spark's text; it is analysed, not run."""
        given = {name: self._value(value) for name, value in parameters.items()}
        return in_plain_types(self._session.sql(sql, args=given))

    def _value(self, value: object) -> object:
        """A moment is one of the session's time zone, as a column without a zone is read."""
        return value.replace(tzinfo=self._zone) if isinstance(value, datetime) else value

    def _batches(
        self, sql: str, parameters: Mapping[str, object], rows_each: int, cancellation: Cancellation
    ) -> Generator[tuple[tuple[Column, ...], list[tuple[object, ...]]], None, None]:
        """Columns and rows; one batch at least. The reader's own time is not counted."""
        limit = TimeLimit(cancellation, self._seconds)
        with self._reading(cancellation, limit) as tag:
            with self._tagged(tag):
                frame = self._frame(sql, parameters)
                columns = columns_of(frame.schema)
                rows = frame.toLocalIterator()
                batch = list(islice(rows, rows_each))

            try:
                yield from limit.unpaused((columns, each) for each in _in_batches(batch, rows, rows_each))
            except GeneratorExit:  # the rows that nobody wants would be computed all the same
                self._interrupt(tag)
                raise

    @contextmanager
    def _reading(self, cancellation: Cancellation, limit: TimeLimit | None = None) -> Iterator[str]:
        """A tag for what is begun within, with Spark's errors as ours."""
        tag = f"svcchat-{uuid4().hex}"
        watched = limit or TimeLimit(cancellation, self._seconds)
        with (
            _as_ours(cancellation),
            cancellation.watching(partial(self._interrupt, tag)),
            watched.watching(),
        ):
            if limit is not None:
                yield tag
                return

            with self._tagged(tag):
                yield tag

    @contextmanager
    def _tagged(self, tag: str) -> Iterator[None]:
        """What this thread begins within can be stopped by the tag."""
        self._tags.add(tag)
        try:
            yield
        finally:
            self._tags.remove(tag)

    def _interrupt(self, tag: str) -> None:
        with suppress(*_errors()):  # it may have ended already
            self._tags.interrupt(tag)


@dataclass(frozen=True, slots=True)
class _Tags:
    """How what a thread begins is marked, and stopped by its mark from another."""

    add: Callable[[str], object]
    remove: Callable[[str], object]
    interrupt: Callable[[str], object]


def _tags_of(session: Any) -> _Tags:
    """Those of a Connect session; a classic one interrupts only tags of its own thread, its context all."""
    if type(session).__module__.startswith("pyspark.sql.connect."):
        return _Tags(session.addTag, session.removeTag, session.interruptTag)

    context = session.sparkContext
    return _Tags(context.addJobTag, context.removeJobTag, context.cancelJobsWithTag)


def _session(address: str) -> Any:
    """A session of our own."""
    if address.startswith("sc://"):
        from pyspark.sql.connect.session import SparkSession as ConnectSession

        return ConnectSession.builder.remote(address).create()

    from pyspark.sql import SparkSession

    return SparkSession.builder.master(address).appName("svcchat").getOrCreate()


def _in_batches(first: list[Any], rows: Iterator[Any], rows_each: int) -> Iterator[list[tuple[object, ...]]]:
    batch = first
    while True:
        yield [tuple(row) for row in batch]
        batch = list(islice(rows, rows_each))
        if not batch:
            return


def _plain(columns: tuple[Column, ...], rows: list[tuple[object, ...]]) -> tuple[tuple[object, ...], ...]:
    by_column = zip(columns, zip(*rows, strict=True), strict=False)
    return tuple(zip(*(plain_values(each.column_type, values) for each, values in by_column), strict=True))


@contextmanager
def _as_ours(cancellation: Cancellation) -> Iterator[None]:
    """Spark's errors as ours. What they say may quote values and SQL: it stays in the cause."""
    try:
        yield
    except _errors() as error:
        if cancellation.cancelled:
            raise cancellation.error() from error

        if isinstance(error, _VALUES):
            raise ValueOutOfRange(OUT_OF_RANGE) from error

        raise EngineError(_FAILED) from error


def _errors() -> tuple[type[Exception], ...]:
    """What Spark raises: grpc's own errors come only where Spark Connect is installed."""
    try:
        from grpc import RpcError
    except ImportError:
        return (PySparkException, Py4JError)

    return (PySparkException, Py4JError, RpcError)
