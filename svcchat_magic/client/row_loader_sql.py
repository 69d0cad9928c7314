"""All rows of a result from a database that SQLAlchemy can reach, such as a PostgreSQL-like endpoint.

The SQL comes from the service and is not trusted: it runs in a transaction that may only read, one
statement at a time, and is rolled back. Needs the extra `sql`.
"""

import asyncio
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any, TypeAlias

from svcchat_magic.client.database_failures import database_failure
from svcchat_magic.errors import DeadlineExceeded, RequestRefused, SettingsError, StreamLimitExceeded
from svcchat_magic.protocol.loaded_rows import Block, LoadedRows, packed_if_fitting
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from svcchat_magic.protocol.row_warnings import row_warnings
from svcchat_magic.settings import Settings

Tell: TypeAlias = Callable[[int, int | None], None]
ROWS_AT_ONCE = 2_000
_BLOCKS_AHEAD = 2
_CELL_BYTES = 8
_MOST_INTERRUPTS = 100
_SECONDS_BETWEEN_INTERRUPTS = 0.1
_READS = re.compile(r"\s*(?:SELECT|WITH)\b", re.IGNORECASE)


async def load_by_sqlalchemy(
    settings: Settings, result: SqlResult, tell: Tell, total_seconds: float | None
) -> LoadedRows:
    """Every row of the result; cancelling the task interrupts the query.

    Raises SettingsError, RequestRefused, ConnectionFailed, StreamFailed, StreamLimitExceeded and
    DeadlineExceeded, none of which holds any part of the address but its kind.
    """
    if not _READS.match(result.sql) or ";" in result.sql.rstrip().removesuffix(";"):
        raise RequestRefused("Only one SELECT statement can be run to load rows.")

    query = _Query(settings.query_url, result, asyncio.get_running_loop())
    seconds = settings.total_seconds if total_seconds is None else total_seconds
    try:
        async with asyncio.timeout(seconds):
            return await _collected(query, result, tell, settings.max_rows_bytes)
    except TimeoutError:
        raise DeadlineExceeded(f"Loading the rows took longer than {seconds:g} seconds.") from None
    finally:
        query.stop()


async def _collected(query: "_Query", result: SqlResult, tell: Tell, max_bytes: int) -> LoadedRows:
    columns: tuple[Column, ...] = ()
    blocks: list[Block] = []
    count = size = 0
    query.start()
    while (rows := await query.next_rows()) is not None:
        columns = columns or _columns(query.names, rows, result)
        values = cast_rows([[_plain(value) for value in row] for row in rows], columns)
        size += sum(
            _CELL_BYTES + len(v) if isinstance(v, str) else _CELL_BYTES for row in values for v in row
        )
        if size > max_bytes:
            raise StreamLimitExceeded(f"The rows have more than {max_bytes:,} bytes; ask for less.")

        by_column = zip(*values, strict=True)
        blocks.append(
            tuple(
                packed_if_fitting(each, column.column_type)
                for each, column in zip(by_column, columns, strict=True)
            )
        )
        count += len(rows)
        tell(count, result.total_rows or None)

    return LoadedRows(
        result=result,
        columns=columns or _columns(query.names, [], result),
        count=count,
        total_rows=max(count, result.total_rows),
        blocks=tuple(blocks),
        warnings=row_warnings(count, None, result, is_cut=False),
    )


class _Query:
    """One query in a thread of its own: drivers block, and some bind a connection to its thread."""

    def __init__(self, address: str, result: SqlResult, loop: asyncio.AbstractEventLoop) -> None:
        self.names: tuple[str, ...] = ()
        self._engine = _engine(address)
        self._sql = result.sql.rstrip().removesuffix(";")
        self._loop = loop
        self._rows: asyncio.Queue[Sequence[Sequence[Any]] | Exception | None] = asyncio.Queue()
        self._room = threading.Semaphore(_BLOCKS_AHEAD)
        self._is_stopped = threading.Event()
        self._driver: Any = None
        self._thread = threading.Thread(target=self._run, name="svcchat-rows", daemon=True)

    def start(self) -> None:
        """Run the query."""
        self._thread.start()

    async def next_rows(self) -> Sequence[Sequence[Any]] | None:
        """The next rows; None after the last."""
        found = await self._rows.get()
        self._room.release()
        if isinstance(found, Exception):
            raise found

        return found

    def stop(self) -> None:
        """Interrupt the query, if the driver can, and let its thread end; returns at once."""
        self._is_stopped.set()
        self._room.release()
        if self._thread.is_alive():  # in a thread, because some drivers ask the server to cancel
            threading.Thread(target=self._keep_interrupting, daemon=True).start()

    def _keep_interrupting(self) -> None:
        """Until the query has ended: an interrupt that comes before it really began is lost."""
        for _ in range(_MOST_INTERRUPTS):
            driver = self._driver
            interrupt = getattr(driver, "interrupt", None) or getattr(driver, "cancel", None)
            if callable(interrupt):
                _quietly(interrupt)

            self._thread.join(_SECONDS_BETWEEN_INTERRUPTS)
            if not self._thread.is_alive():
                return

    def _run(self) -> None:
        try:
            self._read()
            self._give(None)
        except Exception as cause:  # drivers raise what they like; the reader is told
            self._give(database_failure(cause))
        finally:
            _quietly(self._engine.dispose)

    def _read(self) -> None:
        options = {"stream_results": True, "max_row_buffer": ROWS_AT_ONCE, "no_parameters": True}
        with self._engine.connect() as connection:
            connection = connection.execution_options(**options, **_reading(self._engine.dialect.name))
            self._driver = connection.connection.driver_connection
            if (only_read := _ONLY_READ.get(self._engine.dialect.name)) is not None:
                connection.exec_driver_sql(only_read)

            if self._is_stopped.is_set():
                return

            found = connection.exec_driver_sql(self._sql)
            self.names = tuple(map(str, found.keys()))
            for rows in found.partitions(ROWS_AT_ONCE):
                self._room.acquire()
                if self._is_stopped.is_set():
                    break

                self._give(rows)

            connection.rollback()
            self._driver = None

    def _give(self, item: Any) -> None:
        with suppress(RuntimeError):  # the loop was closed meanwhile, and nobody waits
            self._loop.call_soon_threadsafe(self._rows.put_nowait, item)


# What makes a connection refuse to write, as far as each database has a word for it.
_ONLY_READ = {
    "sqlite": "PRAGMA query_only = ON",
    "mysql": "SET SESSION TRANSACTION READ ONLY",
    "mariadb": "SET SESSION TRANSACTION READ ONLY",
    "duckdb": "SET enable_external_access = false",
}


def _reading(dialect: str) -> dict[str, bool]:
    return {"postgresql_readonly": True} if dialect == "postgresql" else {}


def _engine(address: str) -> Any:
    try:
        import sqlalchemy
    except ImportError:
        raise SettingsError(
            "SVCCHAT_QUERY_URL names a database, which needs SQLAlchemy: pip install svcchat-magic[sql]."
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
            "The query address is neither https:// nor a database that SQLAlchemy knows."
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


def _quietly(work: Callable[[], object]) -> None:
    with suppress(Exception):  # the connection is given up in any case
        work()
