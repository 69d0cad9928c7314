"""DuckDB over a folder of Parquet and CSV files or over a database file, locked before the first query."""

import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Self

import duckdb

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines import CANCELLED, Cancellation
from svcchat_magic.semantic.query import Column, Rows

MEMORY_LIMIT = "1GB"
THREADS = 2
MAX_TEXT = 32_000_000  # characters in one result
ARROW_ROWS = 16_384  # in a batch: a megabyte of eight columns

_LOCK = (  # in this order: without external access, the temporary directory cannot be changed any more
    "SET temp_directory = ''",
    f"SET memory_limit = '{MEMORY_LIMIT}'",
    f"SET threads = {THREADS}",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET disabled_filesystems = 'LocalFileSystem'",
    "SET lock_configuration = true",
)
_SUBPLANS = "common_subplan"
_READERS = {".parquet": "read_parquet", ".csv": "read_csv"}
_WIRE_TYPES = {
    "BOOLEAN": "Boolean",
    "DATE": "Date",
    "FLOAT": "Double",
    "DOUBLE": "Double",
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"), "Int64"),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), "Int64"),
}
_PLAIN_ALREADY = frozenset({*_WIRE_TYPES, "VARCHAR", "TIMESTAMP"})


class DuckDBEngine:
    """A locked DuckDB: it reads no file, no network and no Python variable."""

    dialect = "duckdb"

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        _share_no_subplans(connection)
        self._connection = connection

    @classmethod
    def open(cls, data: Path) -> Self:
        """The engine over a folder of .parquet and .csv files (loaded now), or a .duckdb file (read-only).

        Raises EngineError when there is no such data or the lock does not hold.
        """
        connection = _folder_connection(data) if data.is_dir() else _file_connection(data)
        engine = cls(connection)
        for statement in _LOCK:
            connection.execute(statement)

        _prove_locked(connection)
        return engine

    def tables(self) -> tuple[str, ...]:
        """The names of its tables, sorted."""
        rows = (
            self._connection.cursor().execute("SELECT table_name FROM information_schema.tables").fetchall()
        )
        return tuple(sorted(str(name) for (name,) in rows))

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
            cursor.execute(sql, dict(parameters) or None)
            found = cursor.fetchmany(limit)
            described = _described(cursor)

        return _rows(described, found)

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
        with self._reading(watched) as cursor:
            cursor.execute(sql, dict(parameters) or None)
            described = _described(cursor)
            columns = _columns(described)
            batch = cursor.fetchmany(rows_each)
            while True:
                yield Rows(columns, _plain(described, batch), len(batch))
                watched.check()
                batch = cursor.fetchmany(rows_each)
                if not batch:
                    return

    def stream_arrow(
        self, sql: str, parameters: Mapping[str, object], *, cancellation: Cancellation | None = None
    ) -> Iterator[Any]:
        """The same as Arrow record batches, never infinite or NaN, each field with its `column_type`."""
        from svcchat_magic.semantic.arrow_batches import typed_batches

        watched = cancellation or Cancellation()
        with self._reading(watched) as cursor:
            # Asked as a relation, DuckDB gives batches as it finds them; `execute` would hold every row.
            relation = cursor.sql(sql, params=dict(parameters) or None)
            kinds = [_wire_type(str(kind)) for kind in relation.types]
            open_reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
            with closing(typed_batches(open_reader(ARROW_ROWS), kinds)) as batches:
                for batch in batches:
                    yield batch
                    watched.check()

    def close(self) -> None:
        """Let go of the data."""
        self._connection.close()

    @contextmanager
    def _reading(self, cancellation: Cancellation) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of one's own, so that queries do not wait for each other, with its errors as ours."""
        cursor = self._connection.cursor()
        try:
            with cancellation.watching(partial(_interrupt, cursor)):
                yield cursor
        except duckdb.InterruptException as error:
            raise EngineError(CANCELLED) from error
        except (duckdb.Error, UnicodeError) as error:
            if cancellation.cancelled:
                raise EngineError(CANCELLED) from error

            # What DuckDB says may quote values and SQL: it stays in the cause, which is never shown.
            raise EngineError(
                "The query failed in the database; ask for less, or check the model's SQL."
            ) from error
        finally:
            cursor.close()


def _share_no_subplans(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB compute each sub-query by itself.

    Its optimizer `common_subplan` (since 1.5) computes joins once that are not the same. Sub-queries over
    like joins, as `sql_writer` writes them, then give wrong numbers on 2.0.0, or fail inside DuckDB.
    """
    known = connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()
    if (_SUBPLANS,) in known:
        connection.execute(f"SET disabled_optimizers = '{_SUBPLANS}'")


def _folder_connection(folder: Path) -> duckdb.DuckDBPyConnection:
    files = sorted(file for file in folder.iterdir() if file.suffix in _READERS)
    if not files:
        raise EngineError(f"{folder.name} holds no .parquet or .csv files.")

    connection = duckdb.connect(":memory:")
    for file in files:
        table = file.stem.replace('"', '""')
        try:
            connection.execute(
                f'CREATE TABLE "{table}" AS SELECT * FROM {_READERS[file.suffix]}(?)', [str(file)]
            )
        except duckdb.Error as error:
            connection.close()
            raise EngineError(f"{file.name} cannot be read as a table.") from error

    return connection


def _file_connection(file: Path) -> duckdb.DuckDBPyConnection:
    if not file.is_file():
        raise EngineError(
            f"There is no data at {file.name}; give a folder of Parquet or CSV files or a DuckDB file."
        )

    try:
        return duckdb.connect(str(file), read_only=True)
    except duckdb.Error as error:
        raise EngineError(f"{file.name} cannot be opened as a DuckDB file.") from error


def _prove_locked(connection: duckdb.DuckDBPyConnection) -> None:
    """Try what the lock forbids, on a cursor as queries use it.

    Raises EngineError when anything of it works.
    """
    with tempfile.TemporaryDirectory() as folder:
        readable = Path(folder) / "readable.csv"
        readable.write_text("a\n1\n", encoding="utf-8")
        attempts = (
            f"SELECT * FROM read_csv('{readable}')",
            f"SELECT * FROM '{readable}'",
            f"SELECT * FROM read_text('{readable}')",
            f"COPY (SELECT 1) TO '{folder}/written.csv'",
            f"ATTACH '{folder}/attached.duckdb'",
            "LOAD httpfs",
            "SET lock_configuration = false",
            "SET enable_external_access = true",
            "SET disabled_filesystems = ''",
            "SELECT * FROM attempts",
        )
        for attempt in attempts:
            if _works(connection, attempt):
                connection.close()
                raise EngineError(
                    "The database could not be locked; this version of DuckDB is not safe to use."
                )


def _works(connection: duckdb.DuckDBPyConnection, statement: str) -> bool:
    cursor = connection.cursor()
    try:
        cursor.execute(statement)
    except duckdb.Error:
        return False
    finally:
        cursor.close()

    return True


def _rows(described: Sequence[tuple[str, str]], found: Sequence[Sequence[object]]) -> Rows:
    """Rows of plain values, with each column's type as the wire names it (2.6)."""
    columns = _columns(described)
    by_column = zip(columns, zip(*found, strict=True), strict=False)  # nothing to convert without rows
    converted = [_converted(column.column_type, values) for column, values in by_column]
    text = sum(len(value) for values in converted for value in values if isinstance(value, str))
    if text > MAX_TEXT:
        raise EngineError("The result holds too much text; ask for fewer rows or columns.")

    return Rows(columns, tuple(zip(*converted, strict=True)), len(found))


def _described(cursor: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """Name and type of each column, as DuckDB writes them."""
    return [(str(name), str(kind)) for name, kind, *_ in cursor.description or []]


def _columns(described: Sequence[tuple[str, str]]) -> tuple[Column, ...]:
    return tuple(Column(name, _wire_type(kind)) for name, kind in described)


def _plain(
    described: Sequence[tuple[str, str]], found: Sequence[tuple[object, ...]]
) -> tuple[tuple[object, ...], ...]:
    """Rows of plain values; columns that are plain already cost nothing, and most are."""
    if all(kind in _PLAIN_ALREADY for _, kind in described):
        return tuple(found)

    by_column = zip(described, zip(*found, strict=True), strict=False)
    converted = [
        values if kind in _PLAIN_ALREADY else _converted(_wire_type(kind), values)
        for (_, kind), values in by_column
    ]
    return tuple(zip(*converted, strict=True))


def _wire_type(kind: str) -> str:
    if kind.startswith("DECIMAL"):
        return "Double"

    return "Timestamp" if kind.startswith("TIMESTAMP") else _WIRE_TYPES.get(kind, "String")


def _converted(wire_type: str, values: Sequence[object]) -> Sequence[object]:
    convert = _CONVERTERS.get(wire_type)
    return values if convert is None else [None if value is None else convert(value) for value in values]


def _double(value: object) -> float | None:
    number = float(value) if isinstance(value, (int, float, Decimal)) else math.nan
    return number if math.isfinite(number) else None


def _moment(value: object) -> datetime | None:
    """Without a time zone, as UTC; a date becomes its midnight."""
    if isinstance(value, datetime):
        return value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)

    return datetime(value.year, value.month, value.day) if isinstance(value, date) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


_CONVERTERS: Mapping[str, Callable[[object], object]] = {
    "Double": _double,
    "Timestamp": _moment,
    "String": _text,
}


def _interrupt(cursor: duckdb.DuckDBPyConnection) -> None:
    """Stop what the cursor runs; closing the engine meanwhile has stopped it already."""
    with suppress(duckdb.ConnectionException):
        cursor.interrupt()
