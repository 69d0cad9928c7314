"""PostgreSQL: every query in a read-only transaction of its own, its rows read as the server finds them."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain, islice
from typing import Any

import psycopg

from svcchat_magic.errors import EngineError, ValueOutOfRange
from svcchat_magic.semantic.engines.declared_keys import DeclaredKey, keys_and_references
from svcchat_magic.semantic.engines.engines import (
    OUT_OF_RANGE,
    Cancellation,
    SourceColumn,
    SourceTable,
)
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.postgres_connections import CONNECT_SECONDS, PostgresConnections
from svcchat_magic.semantic.engines.postgres_types import columns_of, kinds_by_name, source_kind
from svcchat_magic.semantic.engines.time_limit import TimeLimit
from svcchat_magic.semantic.engines.wire_rows import whole_result
from svcchat_magic.semantic.query.query import Rows

ARROW_ROWS = 16_384

_FAILED = "The query failed in the database; ask for less, or check the model's SQL."
_NOT_ALLOWED = "The database's user may not read a table of the query; grant it SELECT."
_LOST = "The connection to the PostgreSQL database was lost; ask again."

# Tables, views, materialised views and foreign tables that the user may read. A domain is its base type;
# enumerations and UUIDs are texts once they are cast.
_SOURCE_COLUMNS = """
SELECT CASE WHEN pg_table_is_visible(tables.oid) THEN '' ELSE spaces.nspname END, tables.relname,
       columns.attname,
       CASE WHEN types.typtype = 'd' THEN types.typbasetype ELSE types.oid END::bigint,
       types.typtype = 'e' OR types.oid = 'uuid'::regtype,
       COALESCE(col_description(tables.oid, columns.attnum), '')
FROM pg_class AS tables
JOIN pg_namespace AS spaces ON spaces.oid = tables.relnamespace
JOIN pg_attribute AS columns ON columns.attrelid = tables.oid AND columns.attnum > 0
JOIN pg_type AS types ON types.oid = columns.atttypid
WHERE tables.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT tables.relispartition AND NOT columns.attisdropped
  AND spaces.nspname NOT IN ('pg_catalog', 'information_schema') AND spaces.nspname NOT LIKE 'pg_%'
  AND has_schema_privilege(spaces.oid, 'USAGE')
  AND has_column_privilege(tables.oid, columns.attnum, 'SELECT')
ORDER BY tables.relname, spaces.nspname, columns.attnum
"""
# Of one column each: NULL in place of the other table is a primary key.
_DECLARED_KEYS = """
SELECT CASE WHEN pg_table_is_visible(tables.oid) THEN '' ELSE spaces.nspname END, tables.relname,
       own.attname, others.relname, key.attname
FROM pg_constraint AS declared
JOIN pg_class AS tables ON tables.oid = declared.conrelid
JOIN pg_namespace AS spaces ON spaces.oid = tables.relnamespace
JOIN pg_attribute AS own ON own.attrelid = tables.oid AND own.attnum = declared.conkey[1]
LEFT JOIN pg_class AS others ON others.oid = declared.confrelid
LEFT JOIN pg_attribute AS key ON key.attrelid = others.oid AND key.attnum = declared.confkey[1]
WHERE declared.contype IN ('p', 'f') AND CARDINALITY(declared.conkey) = 1
"""


class PostgresEngine:
    """A PostgreSQL database that is only read."""

    dialect = "postgres"

    def __init__(self, address: str, *, limits: EngineLimits = EngineLimits()) -> None:
        self._connections = PostgresConnections(address)
        self._seconds = limits.seconds
        self._kinds: dict[str, Mapping[str, str]] = {}  # by SELECT

    @classmethod
    def open(cls, address: str, *, limits: EngineLimits = EngineLimits()) -> "PostgresEngine":
        """The engine at an address, once it answers; raises EngineError."""
        engine = cls(address, limits=limits)
        engine.run("SELECT 1", {}, limit=1)
        return engine

    def tables(self) -> tuple[str, ...]:
        """The names of its tables, sorted."""
        return tuple(sorted({table.name for table in self.source_tables()}))

    def source_tables(self) -> tuple[SourceTable, ...]:
        """Its tables and views with their columns; see `Engine`."""
        tables: dict[tuple[str, str], list[SourceColumn]] = {}
        for schema, table, column, type_code, is_cast, comment in self._all(_SOURCE_COLUMNS):
            kind = "text" if is_cast else source_kind(int(str(type_code)))
            about = SourceColumn(str(column), kind, str(comment), bool(is_cast))
            tables.setdefault((str(table), str(schema)), []).append(about)

        keys, references = keys_and_references(DeclaredKey(*each) for each in self._all(_DECLARED_KEYS))  # type: ignore[arg-type] # texts
        return tuple(
            SourceTable(*name, tuple(columns), keys.get(name, ""), tuple(references.get(name, ())))
            for name, columns in tables.items()
        )

    def column_kinds(self, sql: str) -> Mapping[str, str]:
        """What the columns of a SELECT hold; see `Engine`. Empty when it cannot be run."""
        if sql not in self._kinds:
            try:
                with self._reading(Cancellation()) as cursor:
                    cursor.execute(_written(_limited(sql, 0)))
                    self._kinds[sql] = kinds_by_name(cursor.description or [])
            except EngineError:  # the query itself fails then, with its own sentence
                return {}

        return self._kinds[sql]

    def run(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        cancellation: Cancellation | None = None,
    ) -> Rows:
        """At most `limit` rows of a statement; see `Engine`."""
        with self._reading(cancellation or Cancellation()) as cursor:
            # A statement whose rows are not all taken would have to be cancelled.
            cursor.execute(_written(_limited(sql, limit)), _values(parameters))
            found = cursor.fetchall()
            columns = columns_of(cursor.description or [])

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
                yield Rows(columns, tuple(batch), len(batch))
                watched.check()

    def stream_arrow(
        self, sql: str, parameters: Mapping[str, object], *, cancellation: Cancellation | None = None
    ) -> Iterator[Any]:
        """The same as Arrow record batches, never infinite or NaN, each field with its `column_type`."""
        from svcchat_magic.semantic.engines.arrow_batches import batch_of_rows

        watched = cancellation or Cancellation()
        with closing(self._batches(sql, parameters, ARROW_ROWS, watched)) as batches:
            for columns, batch in batches:
                yield batch_of_rows(columns, batch)
                watched.check()

    def close(self) -> None:
        """Stop the queries that are running and close the connections."""
        self._connections.close()

    def _all(self, sql: str) -> list[tuple[object, ...]]:
        with self._reading(Cancellation()) as cursor:
            return cursor.execute(_written(sql)).fetchall()

    def _batches(
        self, sql: str, parameters: Mapping[str, object], rows_each: int, cancellation: Cancellation
    ) -> Generator[tuple[Any, list[tuple[object, ...]]], None, None]:
        """Columns and rows; one batch at least. The reader's own time is not counted."""
        limit = TimeLimit(cancellation, self._seconds)
        with self._reading(cancellation, limit) as cursor:
            with closing(_rows(cursor, sql, parameters, rows_each)) as rows:
                if batch := list(islice(rows, rows_each)):
                    columns = columns_of(cursor.description or [])
                    found = chain([batch], _batches(rows, rows_each))
                    yield from limit.unpaused((columns, each) for each in found)
                    return

            # A stream without rows does not say what its columns are.
            cursor.execute(_written(_limited(sql, 0)), _values(parameters))
            yield columns_of(cursor.description or []), []

    @contextmanager
    def _reading(
        self, cancellation: Cancellation, limit: TimeLimit | None = None
    ) -> Iterator[psycopg.RawCursor]:
        """A cursor in a transaction of its own, with its errors as ours."""
        watched = limit or TimeLimit(cancellation, self._seconds)
        try:
            with (
                self._connections.reading(cancellation) as connection,
                cancellation.watching(partial(_interrupt, connection)),
                watched.watching(),
            ):
                yield psycopg.RawCursor(connection)
        except psycopg.Error as error:
            if cancellation.cancelled:
                raise cancellation.error() from error

            # What the server says may quote values and SQL: it stays in the cause, which is never shown.
            raise _as_ours(error) from error


def _values(parameters: Mapping[str, object]) -> list[object] | None:
    """The values in the order of their numbers."""
    return list(parameters.values()) or None


def _rows(
    cursor: psycopg.RawCursor, sql: str, parameters: Mapping[str, object], fetched: int
) -> Generator[tuple[object, ...], None, None]:
    """The rows of a statement as the server finds them; it waits while they are not taken."""
    size = fetched if psycopg.capabilities.has_stream_chunked() else 1  # libpq 17 gives several at once
    yield from cursor.stream(_written(sql), _values(parameters), size=size)


def _batches(rows: Iterator[tuple[object, ...]], rows_each: int) -> Iterator[list[tuple[object, ...]]]:
    while batch := list(islice(rows, rows_each)):
        yield batch


def _limited(sql: str, limit: int) -> str:
    return f"SELECT * FROM ({sql}) AS found LIMIT {limit:d}"


def _written(sql: str) -> bytes:
    """SQL that this package wrote; of a text psycopg asks that it be a literal."""
    return sql.encode()


def _interrupt(connection: psycopg.Connection) -> None:
    """Stop what the connection runs; it may have ended already."""
    with suppress(psycopg.Error):  # then nothing runs that could be stopped
        connection.cancel_safe(timeout=CONNECT_SECONDS)


def _as_ours(error: psycopg.Error) -> EngineError:
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return EngineError(_NOT_ALLOWED)

    if isinstance(error, psycopg.DataError):
        return ValueOutOfRange(OUT_OF_RANGE)

    is_lost = isinstance(error, psycopg.OperationalError) and error.sqlstate in {None, "57P01", "57P02"}
    return EngineError(_LOST if is_lost else _FAILED)
