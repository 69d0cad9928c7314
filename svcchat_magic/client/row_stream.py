"""The body of a query API's reply as raw chunks, within its limits."""

import httpx

from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer, Wait
from svcchat_magic.client.failures import TRANSPORT_FAILURES, transport_failure
from svcchat_magic.errors import StreamLimitExceeded, StreamProtocolError
from svcchat_magic.settings import Settings

_PROGRESS_BYTES = 1_024  # fewer than these in the time of silence are a drip


class RowStream:
    """Read chunks as they arrive. `is_framed`: whether HTTP itself marks the end of the body."""

    def __init__(
        self, response: httpx.Response, settings: Settings, deadlines: Deadlines, watch: DeadlineTimer
    ) -> None:
        headers = response.headers
        self.host = response.url.host
        self.media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        self.is_framed = (
            "content-length" in headers or "chunked" in headers.get("transfer-encoding", "").lower()
        )
        self._chunks = response.aiter_raw()
        self._settings = settings
        self._deadlines = deadlines
        self._watch = watch
        self._bytes = 0
        self._since_restart = 0
        encoding = headers.get("content-encoding", "identity").strip().lower()
        if encoding != "identity":  # a few packed bytes could be gigabytes
            raise StreamProtocolError(f"{self.host} sent compressed rows, which were not requested.")

    async def next_chunk(self) -> bytes:
        """The next bytes; none at the end.

        Raises StreamTruncated, StreamProtocolError, StreamLimitExceeded and DeadlineExceeded.
        """
        chunk = await self._next()
        self._bytes += len(chunk)
        if self._bytes > self._settings.max_rows_bytes:
            raise StreamLimitExceeded(
                f"The rows have more than {self._settings.max_rows_bytes:,} bytes; "
                "ask for less, or set SVCCHAT_MAX_ROWS_BYTES."
            )

        self._since_restart += len(chunk)
        is_progress = b"\n" in chunk or self._since_restart >= _PROGRESS_BYTES
        if is_progress or self._deadlines.waiting_for is Wait.FIRST_BYTE:
            self._since_restart = 0
            self._deadlines.restart(Wait.NEXT_MESSAGE)

        return chunk

    async def _next(self) -> bytes:
        try:
            return await self._watch.hold(anext(self._chunks, b""))
        except TRANSPORT_FAILURES as cause:
            failure = transport_failure(cause, self.host)

        raise failure
