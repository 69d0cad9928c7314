"""DuckDB over a folder of Parquet and CSV files or over a database file, locked before the first query."""

import shutil
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from typing import Any, Self

import duckdb

from svcchat_magic.errors import EngineError, ValueOutOfRange
from svcchat_magic.semantic.engines.data_source import DataSource, read_sources
from svcchat_magic.semantic.engines.declared_keys import DeclaredKey, keys_and_references
from svcchat_magic.semantic.engines.duckdb_opening import compute_as_written, count_in_utc, interruptible
from svcchat_magic.semantic.engines.duckdb_rows import (
    columns_of,
    is_cast_text,
    kinds_by_name,
    kinds_of,
    plain_rows,
    source_kind,
    wire_type,
)
from svcchat_magic.semantic.engines.engines import (
    CANCELLED,
    OUT_OF_RANGE,
    Cancellation,
    SourceColumn,
    SourceTable,
)
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.opened_tables import lock, open_tables
from svcchat_magic.semantic.engines.plain_statements import PlainStatements, described
from svcchat_magic.semantic.engines.time_limit import TimeLimit
from svcchat_magic.semantic.engines.wire_rows import whole_result
from svcchat_magic.semantic.query.query import Rows

TOO_LARGE = (
    "The query needs more memory and temporary space than it may take; ask for less, or raise "
    "data_memory_bytes or data_spill_bytes in your settings."
)
ARROW_ROWS = 16_384  # in a batch: a megabyte of eight columns
ENDING_SECONDS = 2.0  # for queries that are running when the engine is closed


# A view of an attached file has no comments of its own: those of its table are taken.
_SOURCE_COLUMNS = """
SELECT CASE own.schema_name WHEN 'main' THEN '' ELSE own.schema_name END, own.table_name, own.column_name,
       own.data_type, ANY_VALUE(COALESCE(own.comment, file.comment))
FROM duckdb_columns() AS own LEFT JOIN duckdb_columns() AS file
  ON file.database_name LIKE 'source_%' AND file.schema_name = own.schema_name
  AND file.table_name = own.table_name AND file.column_name = own.column_name
WHERE own.database_name = 'memory' AND NOT own.internal
GROUP BY own.schema_name, own.table_name, own.column_name, own.data_type, own.column_index
ORDER BY own.table_name, own.schema_name, own.column_index
"""


# Views of an attached file have no keys of their own either.
_DECLARED_KEYS = """
SELECT CASE schema_name WHEN 'main' THEN '' ELSE schema_name END, table_name, constraint_column_names[1],
       referenced_table, referenced_column_names[1]
FROM duckdb_constraints()
WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') AND LEN(constraint_column_names) = 1
"""


class DuckDBEngine:
    """A locked DuckDB: it reads no file, no network and no Python variable."""

    dialect = "duckdb"

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, *, limits: EngineLimits = EngineLimits()
    ) -> None:
        compute_as_written(connection)
        count_in_utc(connection)
        self._connection = connection
        self._seconds = limits.seconds
        self._changing = threading.Condition()  # for the two below
        self._cursors: list[duckdb.DuckDBPyConnection] = []  # of queries that are running
        self._is_closed = False
        self._kinds: dict[str, Mapping[str, str]] = {}  # by SELECT: the tables do not change any more
        self._plain = PlainStatements()
        self._declared: tuple[DeclaredKey, ...] = ()  # of copied tables, which have no constraints here

    @classmethod
    def open(
        cls,
        data: object,
        *,
        limits: EngineLimits = EngineLimits(),
        declared: tuple[DeclaredKey, ...] = (),
    ) -> Self:
        """The engine over what `read_sources` reads: a folder, a file, a frame, or several by name.

        `declared` are keys of tables that were copied from another database. Raises EngineError when there is
        no such data or the lock does not hold.
        """
        engine = cls.of_sources(read_sources(data), limits=limits)
        engine._declared = declared
        return engine

    @classmethod
    def of_sources(cls, sources: Iterable[DataSource], *, limits: EngineLimits = EngineLimits()) -> Self:
        """The engine over these sources; raises EngineError as `open` does."""
        with interruptible(), ExitStack() as undo:
            opened = open_tables(sources, limits)
            undo.callback(shutil.rmtree, opened.spill_folder, ignore_errors=True)
            undo.callback(opened.connection.close)
            engine = cls(opened.connection, limits=limits)
            lock(opened)
            weakref.finalize(engine, shutil.rmtree, opened.spill_folder, ignore_errors=True)
            undo.pop_all()
            return engine

    def tables(self) -> tuple[str, ...]:
        """The names of its tables, sorted."""
        rows = (
            self._connection.cursor()
            .execute("SELECT table_name FROM information_schema.tables WHERE table_catalog = 'memory'")
            .fetchall()
        )
        return tuple(sorted(str(name) for (name,) in rows))

    def source_tables(self) -> tuple[SourceTable, ...]:
        """Its tables and views with their columns; see `Engine`."""
        with self._reading(Cancellation()) as cursor:
            found = cursor.execute(_SOURCE_COLUMNS).fetchall()
            own = [DeclaredKey(*each) for each in cursor.execute(_DECLARED_KEYS).fetchall()]

        tables: dict[tuple[str, str], list[SourceColumn]] = {}
        for schema, table, column, kind, comment in found:
            about = SourceColumn(
                str(column), source_kind(str(kind)), str(comment or ""), is_cast_text(str(kind))
            )
            tables.setdefault((str(table), str(schema)), []).append(about)

        keys, references = keys_and_references((*own, *self._declared))
        return tuple(
            SourceTable(*name, tuple(columns), keys.get(name, ""), tuple(references.get(name, ())))
            for name, columns in tables.items()
        )

    def column_kinds(self, sql: str) -> Mapping[str, str]:
        """What the columns of a SELECT hold; see `Engine`. Empty when it cannot be run."""
        if sql not in self._kinds:
            try:
                with self._reading(Cancellation()) as cursor:
                    found = described(cursor, sql)
            except EngineError:  # the query itself fails then, with its own sentence
                return {}

            self._kinds[sql] = kinds_by_name(found)

        return self._kinds[sql]

    def run(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        cancellation: Cancellation | None = None,
    ) -> Rows:
        """At most `limit` rows of a statement; `total_rows` is how many came.

        Raises EngineError, whose text holds no SQL and no value.
        """
        with self._reading(cancellation or Cancellation()) as cursor:
            given = dict(parameters) or None
            cursor.execute(self._plain.of(cursor, sql, given), given)
            found = cursor.fetchmany(limit)
            kinds = kinds_of(cursor)

        return whole_result(columns_of(kinds), found)

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
        watched = cancellation or Cancellation()
        limit = TimeLimit(watched, self._seconds)
        with self._reading(watched, limit) as cursor:
            given = dict(parameters) or None
            cursor.execute(self._plain.of(cursor, sql, given), given)
            for batch in limit.unpaused(_batches(cursor, rows_each)):
                yield batch
                watched.check()

    def stream_arrow(
        self, sql: str, parameters: Mapping[str, object], *, cancellation: Cancellation | None = None
    ) -> Iterator[Any]:
        """The same as Arrow record batches, never infinite or NaN, each field with its `column_type`."""
        from svcchat_magic.semantic.engines.arrow_batches import typed_batches

        watched = cancellation or Cancellation()
        limit = TimeLimit(watched, self._seconds)
        with self._reading(watched, limit) as cursor:
            # Asked as a relation, DuckDB gives batches as it finds them; `execute` would hold every row.
            given = dict(parameters) or None
            relation = cursor.sql(self._plain.of(cursor, sql, given), params=given)
            kinds = [wire_type(str(kind)) for kind in relation.types]
            open_reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
            with closing(typed_batches(open_reader(ARROW_ROWS), kinds)) as batches:
                for batch in limit.unpaused(batches):
                    yield batch
                    watched.check()

                watched.check()  # a reader that was interrupted may end as if there were no more rows

    def close(self) -> None:
        """Stop the queries that are running and let go of the data.

        It waits for them a moment: a thread that is within DuckDB when Python ends takes the process down.
        """
        end = time.monotonic() + ENDING_SECONDS
        with self._changing:
            self._is_closed = True
            while self._cursors and time.monotonic() < end:
                for cursor in self._cursors:
                    _interrupt(cursor)

                self._changing.wait(0.05)  # then again: one that was about to begin did not hear it

            self._connection.close()

    @contextmanager
    def _reading(
        self, cancellation: Cancellation, limit: TimeLimit | None = None
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of one's own, so that queries do not wait for each other, with its errors as ours."""
        watched = limit or TimeLimit(cancellation, self._seconds)
        cursor = self._new_cursor()
        try:
            with cancellation.watching(partial(_interrupt, cursor)), watched.watching():
                yield cursor
        except duckdb.InterruptException as error:
            raise cancellation.error() from error
        except EngineError:  # Arrow's reader says of what was interrupted only that it failed
            cancellation.check()
            raise
        except (duckdb.Error, UnicodeError) as error:
            if cancellation.cancelled:
                raise cancellation.error() from error

            # What DuckDB says may quote values and SQL: it stays in the cause, which is never shown.
            if isinstance(error, duckdb.DataError):
                raise ValueOutOfRange(OUT_OF_RANGE) from error

            if isinstance(error, duckdb.OutOfMemoryException):
                raise EngineError(TOO_LARGE) from error

            raise EngineError(
                "The query failed in the database; ask for less, or check the model's SQL."
            ) from error
        finally:
            cursor.close()
            with self._changing:
                self._cursors.remove(cursor)
                self._changing.notify_all()

    def _new_cursor(self) -> duckdb.DuckDBPyConnection:
        with self._changing:
            if self._is_closed:
                raise EngineError(CANCELLED)

            cursor = self._connection.cursor()
            self._cursors.append(cursor)
            return cursor


def _batches(cursor: duckdb.DuckDBPyConnection, rows_each: int) -> Iterator[Rows]:
    """What the cursor found; one batch at least."""
    kinds = kinds_of(cursor)
    columns = columns_of(kinds)
    batch = cursor.fetchmany(rows_each)
    while True:
        yield Rows(columns, plain_rows(kinds, batch), len(batch))
        batch = cursor.fetchmany(rows_each)
        if not batch:
            return


def _interrupt(cursor: duckdb.DuckDBPyConnection) -> None:
    """Stop what the cursor runs; closing the engine meanwhile has stopped it already."""
    with suppress(duckdb.ConnectionException):  # closed already, so nothing runs
        cursor.interrupt()
