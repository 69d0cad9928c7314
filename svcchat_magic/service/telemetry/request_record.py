"""One request with its answer, as far as operating a service goes: route, status, times and counts."""

import time
from collections.abc import MutableMapping
from typing import Any

from starlette.types import Message, Scope, Send

OTHER_ROUTE = "other"  # an address that is none: its text is the caller's, and never told


class RequestRecord:
    """Sends the answer on and counts it; nothing of what is sent is kept."""

    __slots__ = (
        *("request_id", "status", "bytes", "lines", "first_byte", "is_whole"),
        *("_began", "_scope", "_send"),
    )

    def __init__(self, scope: Scope, send: Send, request_id: str) -> None:
        self.request_id = request_id
        self.status = 0  # none was sent
        self.bytes = 0
        self.lines = 0
        self.first_byte: float | None = None  # seconds until the answer began
        self.is_whole = False
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()

    @property
    def route(self) -> str:
        """The name of the endpoint that answered."""
        return str(getattr(self._scope.get("endpoint"), "__name__", OTHER_ROUTE))

    @property
    def method(self) -> str:
        """The method, where it is one that the service knows."""
        method = str(self._scope["method"])
        return method if method in ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE") else "?"

    @property
    def seconds(self) -> float:
        """How long ago the request came."""
        return time.perf_counter() - self._began

    async def send(self, message: Message) -> None:
        """What the application sends, with the request's id among the headers."""
        if message["type"] == "http.response.body":
            body = message.get("body", b"")
            self.bytes += len(body)
            self.lines += body.count(b"\n")
            await self._send(message)
            self.is_whole = not message.get("more_body", False)
            return

        self.status = message["status"]
        self.first_byte = self.seconds
        await self._send(self._named(message))

    def _named(self, message: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        name = (b"x-request-id", self.request_id.encode("ascii"))
        return {**message, "headers": [*message.get("headers", ()), name]}
