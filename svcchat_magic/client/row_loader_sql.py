"""Rows by SQLAlchemy, from any database that it has a driver for. Needs the extra `sql`."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from svcchat_magic.client.query_thread import QueryThread, quietly
from svcchat_magic.errors import SettingsError, StreamLimitExceeded
from svcchat_magic.protocol.loaded_rows import Block, LoadedRows, packed_if_fitting
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from svcchat_magic.protocol.row_warnings import row_warnings

Tell: TypeAlias = Callable[[int, int | None], None]
ROWS_AT_ONCE = 2_000
_CELL_BYTES = 8


class SqlAlchemyReading:
    """One query; `names` are its columns once the first rows have come."""

    def __init__(self, address: str, sql: str) -> None:
        self.names: tuple[str, ...] = ()
        self.is_connected = False
        self._engine = _engine(address)
        self._sql = sql
        self._driver: Any = None

    def pieces(self) -> Iterator[Sequence[Sequence[Any]]]:
        """The rows, some thousand at a time."""
        try:
            yield from self._rows()
        finally:
            self._driver = None
            quietly(self._engine.dispose)

    def interrupt(self) -> None:
        """Stop the query, if the driver can."""
        driver = self._driver
        stop = getattr(driver, "interrupt", None) or getattr(driver, "cancel", None)
        if callable(stop):
            stop()

    def _rows(self) -> Iterator[Sequence[Sequence[Any]]]:
        dialect = self._engine.dialect.name
        options = {"stream_results": True, "max_row_buffer": ROWS_AT_ONCE, "no_parameters": True}
        if dialect == "postgresql":
            options["postgresql_readonly"] = True

        with self._engine.connect() as connection:
            connection = connection.execution_options(**options)
            self._driver = connection.connection.driver_connection
            self.is_connected = True
            if (only_read := _ONLY_READ.get(dialect)) is not None:
                connection.exec_driver_sql(only_read)

            with connection.exec_driver_sql(self._sql) as found:
                self.names = tuple(map(str, found.keys()))
                yield from found.partitions(ROWS_AT_ONCE)

            connection.rollback()


async def collected(
    thread: QueryThread,
    reading: SqlAlchemyReading,
    result: SqlResult,
    tell: Tell,
    max_bytes: int,
    most: int | None = None,
) -> LoadedRows:
    """All rows, or at least `most` of them, packed; values become what the query API would have sent."""
    columns: tuple[Column, ...] = ()
    blocks: list[Block] = []
    count = size = 0
    thread.start()
    while (rows := await thread.next_piece()) is not None:
        columns = columns or _columns(reading.names, rows, result)
        values = cast_rows([[_plain(value) for value in row] for row in rows], columns)
        size += _bytes_in(values)
        if size > max_bytes:
            raise StreamLimitExceeded(f"The rows have more than {max_bytes:,} bytes; ask for less.")

        blocks.append(_packed(values, columns))
        count += len(rows)
        tell(count, result.total_rows or None)
        if most is not None and count >= most:
            break

    return LoadedRows(
        result=result,
        columns=columns or _columns(reading.names, [], result),
        count=count,
        total_rows=max(count, result.total_rows),
        blocks=tuple(blocks),
        warnings=() if most else row_warnings(count, None, result, is_cut=False),
    )


def _bytes_in(rows: Sequence[Sequence[Any]]) -> int:
    return sum(_CELL_BYTES + len(v) if isinstance(v, str) else _CELL_BYTES for row in rows for v in row)


def _packed(rows: Sequence[Sequence[Any]], columns: Sequence[Column]) -> Block:
    by_column = zip(*rows, strict=True)
    return tuple(
        packed_if_fitting(each, column.column_type) for each, column in zip(by_column, columns, strict=True)
    )


# What makes a connection refuse to write, as far as each database has a word for it.
_ONLY_READ = {
    "sqlite": "PRAGMA query_only = ON",
    "mysql": "SET SESSION TRANSACTION READ ONLY",
    "mariadb": "SET SESSION TRANSACTION READ ONLY",
    "duckdb": "SET enable_external_access = false",
}


def _engine(address: str) -> Any:
    try:
        import sqlalchemy
    except ImportError:
        raise SettingsError(
            "SVCCHAT_QUERY_URL is not an https:// address. For a database address: "
            'pip install "svcchat-magic[sql]"'
        ) from None

    try:
        url = sqlalchemy.make_url(address)
        arguments = {"read_only": True} if url.drivername == "duckdb" and url.database else {}
        return sqlalchemy.create_engine(
            url, poolclass=sqlalchemy.NullPool, hide_parameters=True, connect_args=arguments
        )
    except ImportError as cause:
        missing = cause.name or "its driver"
        raise SettingsError(f"The query address needs a driver that is not installed: {missing}.") from None
    except (sqlalchemy.exc.ArgumentError, ValueError):
        raise SettingsError(
            "The query address is neither https:// nor a database that SQLAlchemy supports."
        ) from None


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]], result: SqlResult) -> tuple[Column, ...]:
    """Columns typed as in the result that these are the rows of; else by their first value."""
    known = {column.name: column for column in result.columns}
    return tuple(known.get(name) or _guessed(name, at, rows) for at, name in enumerate(names))


def _guessed(name: str, at: int, rows: Sequence[Sequence[Any]]) -> Column:
    first = next((row[at] for row in rows if row[at] is not None), None)
    return Column(name, _OF_VALUE.get(type(first).__name__, "String"))


_OF_VALUE = {
    "bool": "Boolean",
    "int": "Int64",
    "float": "Double",
    "Decimal": "Decimal",
    "datetime": "Timestamp",
    "date": "Date",
}


def _plain(value: Any) -> Any:
    """A value as the query API would have sent it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value

    if isinstance(value, Decimal):
        return str(value)

    return value.isoformat() if hasattr(value, "isoformat") else str(value)
