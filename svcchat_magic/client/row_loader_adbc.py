"""Load rows as Arrow with an ADBC driver. Needs the extra `sql` and the database's driver."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from svcchat_magic.client.query_thread import QueryThread
from svcchat_magic.errors import SettingsError, StreamLimitExceeded
from svcchat_magic.protocol.arrow_rows import ArrowCopy, ArrowRows, read_arrow
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.row_warnings import row_warnings
from svcchat_magic.settings import Settings

Tell: TypeAlias = Callable[[int, int | None], None]
_ADDRESS = re.compile(r"([a-z][a-z0-9]{0,30})://(.*)", re.DOTALL)


class AdbcReading:
    """One query; `schema` is Arrow's, once the query has begun.

    `address` is `NAME://...`, and is given to the driver `adbc_driver_NAME`. Raises SettingsError when
    there is none.
    """

    def __init__(self, address: str, sql: str) -> None:
        self.schema: Any = None
        self.is_connected = False
        self._connect = _connect(address)
        self._sql = sql
        self._cursor: Any = None

    def pieces(self) -> Iterator[Any]:
        """The record batches."""
        with closing(self._connect()) as connection, closing(connection.cursor()) as cursor:
            self._cursor = cursor
            self.is_connected = True
            yield from self._batches(cursor)
            connection.rollback()

    def interrupt(self) -> None:
        """Stop the query, if the driver can."""
        if self._cursor is not None:
            self._cursor.adbc_cancel()

    def _batches(self, cursor: Any) -> Iterator[Any]:
        vendor = cursor.connection.adbc_get_info().get("vendor_name", "")
        if (only_read := _ONLY_READ.get(vendor)) is not None:
            cursor.execute(only_read)

        cursor.adbc_statement.set_options(**_SMALL_BATCHES.get(vendor, {}))
        cursor.execute(self._sql)
        with cursor.fetch_record_batch() as batches:
            self.schema = batches.schema
            yield from batches


async def collected_arrow(
    thread: QueryThread,
    reading: AdbcReading,
    result: SqlResult,
    tell: Tell,
    settings: Settings,
    most: int | None = None,
) -> LoadedRows:
    """All rows, or at least `most` of them, as Arrow with the column types of their result."""
    copy = ArrowCopy()
    thread.start()
    while (batch := await thread.next_piece()) is not None:
        await asyncio.to_thread(copy.add, batch)
        if len(copy.body) > settings.max_rows_bytes:
            raise StreamLimitExceeded(
                f"The rows have more than {settings.max_rows_bytes:,} bytes; ask for less."
            )

        tell(copy.count, result.total_rows or None)
        if most is not None and copy.count >= most:
            break

    arrow = await asyncio.to_thread(_finished, copy, reading.schema, KeyRedaction(settings.credential))
    known = {column.name: column for column in result.columns}
    columns = tuple(known.get(column.name) or column for column in arrow.columns)
    return LoadedRows(
        result=result,
        columns=columns,
        count=copy.count,
        total_rows=max(copy.count, result.total_rows),
        arrow=replace(arrow, columns=columns),
        warnings=() if most else row_warnings(copy.count, None, result, is_cut=False),
    )


def _finished(copy: ArrowCopy, schema: Any, redaction: KeyRedaction) -> ArrowRows:
    body = copy.finished(schema)
    redaction.body(body)
    return read_arrow(body)


_ONLY_READ = {"PostgreSQL": "SET TRANSACTION READ ONLY"}
_SMALL_BATCHES = {  # so that progress is shown and a stop takes effect between batches
    "PostgreSQL": {"adbc.postgresql.batch_size_hint_bytes": "1000000"},
    "SQLite": {"adbc.sqlite.query.batch_rows": "10000"},
}


def _connect(address: str) -> Callable[[], Any]:
    named = _ADDRESS.fullmatch(address)
    if named is None:
        raise SettingsError("The query address must be like adbc+postgresql://user@host/database.")

    name, rest = named.groups()
    for module in ("pyarrow", f"adbc_driver_{name}"):
        if find_spec(module) is None:
            package = module.replace("_", "-")
            raise SettingsError(
                f"The query address needs a package that is not installed: pip install {package}"
            )

    target = _read_only_file(rest) if name == "sqlite" else address
    return lambda: import_module(f"adbc_driver_{name}.dbapi").connect(target)


def _read_only_file(path: str) -> str:
    """SQLite's own form of an address: three slashes lead to a relative file, four to an absolute one."""
    return (
        f"file:{path.removeprefix('/').replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode=ro"
    )
