"""The body of a chat response as raw lines, within its limits."""

from typing import cast

import httpx

from svcchat_magic.client.chunk_pump import ChunkPump
from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer, Wait
from svcchat_magic.client.failures import TRANSPORT_FAILURES, rpc_refusal, transport_failure
from svcchat_magic.errors import (
    BadLine,
    StreamLimitExceeded,
    StreamProtocolError,
    StreamTruncated,
)
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.protocol.messages import decode_message
from svcchat_magic.settings import Settings


class LineStream:
    """Read lines in the batches they arrive in; its creator closes it.

    Bytes are taken raw: nothing here unpacks anything.
    """

    def __init__(
        self, response: httpx.Response, settings: Settings, deadlines: Deadlines, watch: DeadlineTimer
    ) -> None:
        self._host = response.url.host
        self._reader = LineReader(settings.max_line_bytes)
        self._settings = settings
        self._redaction = KeyRedaction(settings.credential)
        self._deadlines = deadlines
        self._watch = watch
        self._bytes = 0
        self._lines = 0
        self._over: StreamLimitExceeded | None = None  # raised after the lines within the limit
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding != "identity":  # a few packed bytes could be gigabytes
            raise StreamProtocolError(f"{self._host} sent a compressed answer, which was not requested.")

        chunks = aiter(cast(httpx.AsyncByteStream, response.stream))  # as aiter_raw, at less cost
        self._chunks = ChunkPump(chunks)

    async def close(self) -> None:
        """Stop reading."""
        await self._chunks.close()

    async def next_lines(self) -> list[bytes] | None:
        """The next lines, at times none; None at the end of the stream.

        Raises StreamTruncated, StreamProtocolError, StreamLimitExceeded, DeadlineExceeded and
        NotAuthenticated (which can come as a line of JSON-RPC).
        """
        if self._over is not None:
            raise self._over

        failure = None
        try:
            chunk = await self._watch.hold(self._chunks.take())
        except TRANSPORT_FAILURES as cause:
            failure = transport_failure(cause, self._host)

        if failure is not None:  # raised in the handler it would lead to the request, and with it to the key
            raise failure

        return self._lines_of(chunk) if chunk else self._last_line()

    def _lines_of(self, chunk: bytes) -> list[bytes]:
        room = self._settings.max_stream_bytes - self._bytes
        if len(chunk) > room:
            self._over = _over(self._settings.max_stream_bytes, "bytes")
            chunk = chunk[:room]

        self._bytes += len(chunk)
        if self._deadlines.waiting_for is Wait.FIRST_BYTE or b"\n" in chunk:
            self._deadlines.restart(Wait.NEXT_MESSAGE)  # by whole lines only: a drip of bytes is silence

        return self._counted(self._redaction.lines(self._reader.feed(chunk)))

    def _counted(self, lines: list[bytes]) -> list[bytes]:
        if lines and not self._lines:
            self._check_first(lines[0])

        room = self._settings.max_messages - self._lines
        if len(lines) > room:
            self._over = _over(self._settings.max_messages, "messages")
            lines = lines[:room]

        self._lines += len(lines)
        return lines

    def _last_line(self) -> list[bytes] | None:
        rest = self._reader.finish()
        if not rest and not self._lines:
            raise StreamProtocolError(f"{self._host} sent an empty answer; check the chat address.")

        if not rest:
            return None

        if not self._lines:
            self._check_first(rest)

        try:
            decode_message(rest)  # the last line may lack its newline, but must be whole
        except BadLine:
            raise StreamTruncated("The answer ended in the middle of a line.") from None

        return self._counted([self._redaction.line(rest)])

    def _check_first(self, line: bytes) -> None:
        if line.lstrip().startswith(b"<"):
            raise StreamProtocolError(f"{self._host} answered with a web page; check the chat address.")

        if (refusal := rpc_refusal(line, by_token=self._settings.is_by_token)) is not None:
            raise refusal


def _over(limit: int, what: str) -> StreamLimitExceeded:
    return StreamLimitExceeded(f"The answer has more than {limit:,} {what}; ask for less.")
