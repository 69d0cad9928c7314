"""The service's three endpoints (4.1 to 4.3) over HTTP, and the one that describes its data model."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from svcchat_magic.client.addresses import (
    Address,
    abort_address,
    chat_address,
    meta_address,
    session_address,
)
from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer
from svcchat_magic.client.exchange import Outgoing, RequestAttempt
from svcchat_magic.client.failures import MAX_BODY_BYTES, rpc_refusal
from svcchat_magic.client.http_clients import HttpClients
from svcchat_magic.client.line_stream import LineStream
from svcchat_magic.client.request_writing import request_body
from svcchat_magic.client.retries import Timing
from svcchat_magic.protocol.data_requests import MetaRequest
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.model_description import ModelDescription, read_description
from svcchat_magic.protocol.request_bodies import read_session
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionRequest
from svcchat_magic.settings import Settings

_MAX_SESSION_BYTES = 65_536


class ChatClient:
    """Talks to one service with one API key; used from one event loop.

    Raises SettingsError when the addresses or the key cannot be used.
    """

    def __init__(self, settings: Settings, *, timing: Timing | None = None) -> None:
        self._settings = settings
        self._http = HttpClients(settings)
        self.redaction = KeyRedaction(settings.credential)  # the service may echo the key
        self._timing = timing or Timing()
        self._chat = chat_address(settings)
        self._abort = abort_address(settings)

    def __repr__(self) -> str:
        return f"ChatClient({self._chat.host})"

    async def stream(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The raw lines of the answer (4.1), each one JSON object; close the iterator to stop reading.

        Raises RequestRefused, ConnectionFailed, ServiceError, StreamError. Nothing is sent again once
        the answer has begun.
        """
        async with aclosing(self.batches(request, total_seconds=total_seconds)) as batches:
            async for batch in batches:
                for line in batch:
                    yield line

    async def batches(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[list[bytes], None]:
        """Like `stream`, in the batches that were received: this costs less per line."""
        request.check()
        outgoing = Outgoing(
            self._chat,
            request_body(request, self._settings),
            is_question=isinstance(request.input, str),
            of_chat=isinstance(request.chat_id, str),
            branch=request.branch or "",
        )
        deadlines = Deadlines(self._settings, total_seconds=total_seconds, clock=self._timing.clock)
        watch = DeadlineTimer(deadlines)
        try:
            response = await self._exchange(outgoing.address, deadlines, watch).open(outgoing)
            try:
                lines = LineStream(response, self._settings, deadlines, watch)
                try:
                    while (batch := await lines.next_lines()) is not None:
                        yield batch

                finally:
                    await lines.close()

            finally:
                await response.aclose()

        finally:
            watch.stop()

    async def abort(self, request: AbortRequest, *, total_seconds: float | None = None) -> None:
        """Stop the chat's running turn (4.2); nothing happens when it has just finished."""
        request.check()
        outgoing = Outgoing(self._abort, request_body(request, self._settings), of_chat=True)
        patience = self._settings.abort_seconds if total_seconds is None else total_seconds
        await self._post(outgoing, limit=MAX_BODY_BYTES, total_seconds=patience)

    async def generate_session(self, request: SessionRequest) -> str:
        """A new sessionId for an embed address (4.3)."""
        request.check()
        outgoing = Outgoing(session_address(self._settings), request_body(request, self._settings))
        body = await self._post(outgoing, limit=_MAX_SESSION_BYTES)
        return read_session(body).session_id

    async def describe_model(self, request: MetaRequest) -> ModelDescription:
        """The data model as a user may see it; a service of another make may answer with NotFound.

        Raises SettingsError where no address for it is known.
        """
        request.check()
        address, branch = meta_address(self._settings), request.branch or ""
        outgoing = Outgoing(address, request_body(request, self._settings), of_query=True, branch=branch)
        body = bytearray(await self._post(outgoing, limit=self._settings.max_line_bytes))
        self.redaction.body(body)
        return read_description(bytes(body))

    async def close(self) -> None:
        """Close every connection."""
        await self._http.close()

    async def _post(self, outgoing: Outgoing, *, limit: int, total_seconds: float | None = None) -> bytes:
        deadlines = Deadlines(self._settings, total_seconds=total_seconds, clock=self._timing.clock)
        watch = DeadlineTimer(deadlines)
        try:
            exchange = self._exchange(outgoing.address, deadlines, watch)
            response = await exchange.open(outgoing)
            body = await exchange.body(response, limit)
            if (refusal := rpc_refusal(body, by_token=self._settings.is_by_token)) is not None:
                raise refusal

            return body
        finally:
            watch.stop()

    def _exchange(self, address: Address, deadlines: Deadlines, watch: DeadlineTimer) -> RequestAttempt:
        http = self._http.to(address)
        return RequestAttempt(http, self._settings, self.redaction, deadlines, watch, self._timing)
