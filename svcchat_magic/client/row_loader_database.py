"""All rows of a result straight from a database, such as a service's PostgreSQL-like endpoint.

The SQL comes from the service and is not trusted: it is one SELECT, runs in a transaction that may only
read where the database has one, and is rolled back.
"""

import asyncio
import re
from collections.abc import Callable
from typing import TypeAlias

from svcchat_magic.client.deadlines import format_seconds
from svcchat_magic.client.query_thread import QueryThread
from svcchat_magic.errors import DeadlineExceeded, RequestRefused
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.settings import Settings
from svcchat_magic.trusted_origins import check_trust

Tell: TypeAlias = Callable[[int, int | None], None]
_READS = re.compile(r"\s*(?:SELECT|WITH)\b", re.IGNORECASE)
_ADBC = "adbc+"


async def load_from_database(
    settings: Settings, result: SqlResult, tell: Tell, total_seconds: float | None, most: int | None = None
) -> LoadedRows:
    """Every row of the result, or at least `most` of them; cancelling the task interrupts the query.

    An address that begins with `adbc+` is read as Arrow by an ADBC driver, any other by SQLAlchemy.
    Raises SettingsError, RequestRefused, ConnectionFailed, StreamFailed, StreamLimitExceeded and
    DeadlineExceeded, none of which holds any part of the address but its kind.
    """
    check_trust(settings, "query_url")  # drivers find passwords by themselves
    sql = result.sql.strip().removesuffix(";")
    if not _READS.match(sql) or ";" in sql:
        raise RequestRefused("Only one SELECT statement can be run to load rows.")

    seconds = settings.total_seconds if total_seconds is None else total_seconds
    try:
        async with asyncio.timeout(seconds):
            return await _loaded(settings, result, sql, tell, most)
    except TimeoutError:
        raise DeadlineExceeded(
            f"Loading the rows took longer than {format_seconds(seconds)}. To wait longer, raise the timeout."
        ) from None


async def _loaded(
    settings: Settings, result: SqlResult, sql: str, tell: Tell, most: int | None
) -> LoadedRows:
    address = settings.query_url.strip()
    if address.lower().startswith(_ADBC):
        from svcchat_magic.client.row_loader_adbc import AdbcReading, collected_arrow

        arrow = AdbcReading(address[len(_ADBC) :], sql)
        thread = QueryThread(arrow)
        try:
            return await collected_arrow(thread, arrow, result, tell, settings, most)
        finally:
            thread.stop()

    from svcchat_magic.client.row_loader_sql import SqlAlchemyReading, collected

    reading = SqlAlchemyReading(address, sql)
    thread = QueryThread(reading)
    try:
        return await collected(thread, reading, result, tell, settings.max_rows_bytes, most)
    finally:
        thread.stop()
