"""One request and its response for operators: route, status, times and counts."""

import time
from collections.abc import MutableMapping
from typing import Any

from starlette.types import Message, Scope, Send

OTHER_ROUTE = "other"  # an unknown path: its text comes from the caller and is never logged


class RequestRecord:
    """Forwards a response and counts it; keeps none of its content."""

    __slots__ = (
        *("request_id", "status", "bytes", "lines", "first_byte", "is_whole"),
        *("_began", "_scope", "_send"),
    )

    def __init__(self, scope: Scope, send: Send, request_id: str) -> None:
        self.request_id = request_id
        self.status = 0  # none was sent yet
        self.bytes = 0
        self.lines = 0
        self.first_byte: float | None = None  # seconds until the response started
        self.is_whole = False
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()

    @property
    def route(self) -> str:
        """The name of the endpoint that responded."""
        return str(getattr(self._scope.get("endpoint"), "__name__", OTHER_ROUTE))

    @property
    def method(self) -> str:
        """The method, or `?` for an unknown one."""
        method = str(self._scope["method"])
        return method if method in ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE") else "?"

    @property
    def seconds(self) -> float:
        """Seconds since the request arrived."""
        return time.perf_counter() - self._began

    async def send(self, message: Message) -> None:
        """Forward what the application sends, with the request's id among the headers."""
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
