"""All rows of a result: its SQL run through the service's separate query API (4.1, loading all rows)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import httpx

from svcchat_magic.client.addresses import Address, query_address
from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer
from svcchat_magic.client.exchange import Outgoing, RequestAttempt
from svcchat_magic.client.http_clients import HttpClients
from svcchat_magic.client.request_writing import request_body
from svcchat_magic.client.retries import Timing
from svcchat_magic.client.row_stream import RowStream
from svcchat_magic.errors import (
    BadLine,
    RequestRefused,
    ServiceError,
    SettingsError,
    StreamFailed,
    StreamProtocolError,
    StreamTruncated,
)
from svcchat_magic.origins import is_http
from svcchat_magic.protocol.arrow_rows import ArrowRows, can_read_arrow, read_arrow
from svcchat_magic.protocol.arrow_stream import ArrowStream
from svcchat_magic.protocol.data_requests import QueryRequest
from svcchat_magic.protocol.growing_bytes import Held
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.query_reply import ARROW_TYPE, NDJSON_TYPE
from svcchat_magic.protocol.requests import SessionSettings
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.row_lines import RowLines
from svcchat_magic.protocol.row_warnings import row_warnings
from svcchat_magic.settings import Settings

Progress: TypeAlias = Callable[[int, int | None], None]


class RowLoader:
    """Loads rows as one user from the address in `settings.query_url`; used from one event loop.

    `branch` is the development branch that the result was asked on.
    """

    def __init__(
        self,
        settings: Settings,
        session: SessionSettings | None = None,
        *,
        branch: str | None = None,
        timing: Timing | None = None,
    ) -> None:
        if not settings.query_url:
            raise SettingsError("Set SVCCHAT_QUERY_URL, the address of the query API, to load all rows.")

        self._settings = settings
        self._session = session
        self._branch = branch
        self._timing = timing or Timing()
        self._redaction = KeyRedaction(settings.credential)

    def __repr__(self) -> str:
        return "RowLoader()"

    async def load(
        self,
        result: SqlResult,
        *,
        progress: Progress | None = None,
        total_seconds: float | None = None,
        arrow: bool | None = None,
        most: int | None = None,
    ) -> LoadedRows:
        """Every row of the result; cancelling the task closes the connection.

        `progress` is called with the rows so far and their total, if known. `arrow` says whether Arrow
        is asked for; left out, it is where pyarrow is there. With `most` rows or a few more it stops, which
        closes the connection too. Raises SettingsError, RequestRefused, ConnectionFailed, ServiceError and
        StreamError; never returns fewer rows than asked for without a warning.
        """
        if not result.sql.strip():
            raise RequestRefused("This result has no SQL, so its rows cannot be loaded again.")

        tell = progress or _tell_nobody
        loaded = await self._loaded(result, tell, total_seconds, arrow=arrow, most=most)
        return self._redaction.rows(loaded)

    async def _loaded(
        self,
        result: SqlResult,
        tell: Progress,
        total_seconds: float | None,
        *,
        arrow: bool | None,
        most: int | None,
    ) -> LoadedRows:
        if not is_http(self._settings.query_url):
            from svcchat_magic.client.row_loader_database import load_from_database

            return await load_from_database(self._settings, result, tell, total_seconds, most)

        if arrow is None:
            arrow = most is None and can_read_arrow()  # Arrow pays off with many rows

        return await self._load_by_http(result, tell, total_seconds, arrow=arrow, most=most)

    async def _load_by_http(
        self,
        result: SqlResult,
        tell: Progress,
        total_seconds: float | None,
        *,
        arrow: bool,
        most: int | None,
    ) -> LoadedRows:
        clients = HttpClients(self._settings)
        address = query_address(self._settings)
        http = clients.to(address)
        deadlines = Deadlines(self._settings, total_seconds=total_seconds, clock=self._timing.clock)
        watch = DeadlineTimer(deadlines)
        exchange = RequestAttempt(http, self._settings, self._redaction, deadlines, watch, self._timing)
        try:
            response = await _opened(exchange, self._outgoing(address, result, arrow=arrow))
            try:
                stream = RowStream(response, self._settings, deadlines, watch)
                return await self._read(stream, result, tell, most)
            except StreamFailed as failure:
                raise StreamFailed(self._redaction.text(str(failure))) from None
            finally:
                await response.aclose()

        finally:
            watch.stop()
            await clients.close()

    def _outgoing(self, address: Address, result: SqlResult, *, arrow: bool) -> Outgoing:
        given = {"session_settings": self._session, "active_branch_name": self._branch}
        fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        request = QueryRequest(query=result.sql, **fields)
        request.check()
        accept = f"{ARROW_TYPE}, {NDJSON_TYPE};q=0.5" if arrow else NDJSON_TYPE
        branch = request.branch or ""
        return Outgoing(
            address, request_body(request, self._settings), of_query=True, branch=branch, accept=accept
        )

    async def _read(
        self, stream: RowStream, result: SqlResult, tell: Progress, most: int | None
    ) -> LoadedRows:
        if stream.media_type == ARROW_TYPE:
            return await _read_arrow(stream, result, tell, self._settings)

        return await _read_lines(stream, result, tell, self._settings, most)


async def _opened(exchange: RequestAttempt, outgoing: Outgoing) -> httpx.Response:
    """The response; a service that has only lines of JSON may refuse the question for more."""
    try:
        return await exchange.open(outgoing)
    except ServiceError as refusal:
        if refusal.status != 406 or outgoing.accept == NDJSON_TYPE:
            raise

    return await exchange.open(replace(outgoing, accept=NDJSON_TYPE))


async def _read_lines(
    stream: RowStream, result: SqlResult, tell: Progress, settings: Settings, most: int | None
) -> LoadedRows:
    reader = LineReader(settings.max_line_bytes)
    rows = RowLines()
    while not rows.has_ended and (chunk := await stream.next_chunk()):
        for line in reader.feed(chunk):
            _take(rows, line, stream.host)
            await asyncio.sleep(0)  # so that a cancel gets in between two lines of one chunk

        tell(rows.count, _known_total(rows.total_rows, result))
        if most is not None and rows.count >= most and not rows.has_ended:
            return _loaded(rows, result)

    if rest := reader.finish():  # the last line may lack its newline, but must be whole
        _take_last(rows, rest, stream.host)

    if not rows.has_begun:
        raise StreamProtocolError(f"{stream.host} sent an empty reply; check the query address.")

    is_whole = rows.has_ended or stream.is_framed or 0 < result.total_rows <= rows.count
    if not is_whole:
        raise _truncated(rows.count)

    tell(rows.count, _known_total(rows.total_rows, result))
    warnings = row_warnings(rows.count, rows.total_rows, result, is_cut=rows.is_cut)
    return replace(_loaded(rows, result), warnings=warnings)


def _loaded(rows: RowLines, result: SqlResult) -> LoadedRows:
    """The rows received so far."""
    return LoadedRows(
        result=result,
        columns=rows.columns,
        count=rows.count,
        total_rows=_total(rows.count, rows.total_rows, result),
        blocks=tuple(rows.blocks),
    )


def _take(rows: RowLines, line: bytes, host: str) -> None:
    try:
        rows.take(line)
    except BadLine as cause:
        if not rows.has_begun and line.lstrip().startswith(b"<"):
            raise StreamProtocolError(f"{host} answered with a web page; check the query address.") from None

        raise StreamProtocolError(f"{host} sent a line without rows.") from cause


def _take_last(rows: RowLines, line: bytes, host: str) -> None:
    try:
        rows.take(line)
    except BadLine:
        if not rows.has_begun:
            _take(rows, line, host)

        raise _truncated(rows.count) from None


async def _read_arrow(stream: RowStream, result: SqlResult, tell: Progress, settings: Settings) -> LoadedRows:
    rows = ArrowStream(settings.max_rows_bytes)
    while not rows.has_ended and (chunk := await stream.next_chunk()):
        rows.take(chunk)
        tell(rows.count, _known_total(rows.total_rows, result))

    if not rows.has_ended:
        raise _truncated(rows.count)

    arrow = await asyncio.to_thread(_read_clean, rows.body, KeyRedaction(settings.credential))
    return LoadedRows(
        result=result,
        columns=arrow.columns,
        count=rows.count,
        total_rows=_total(rows.count, rows.total_rows, result),
        arrow=arrow,
        warnings=row_warnings(rows.count, rows.total_rows, result, is_cut=rows.is_cut),
    )


def _read_clean(body: Held, redaction: KeyRedaction) -> ArrowRows:
    redaction.body(body)
    return read_arrow(body)


def _truncated(count: int) -> StreamTruncated:
    return StreamTruncated(f"The connection was lost after {count:,} rows; load them again.")


def _total(count: int, said: int | None, result: SqlResult) -> int:
    return max(count, said or 0, result.total_rows)


def _known_total(said: int | None, result: SqlResult) -> int | None:
    return said if said is not None else result.total_rows or None


def _tell_nobody(_rows: int, _total: int | None) -> None:
    return
