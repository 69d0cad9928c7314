"""The outermost layer of the application: request ids, checks, and a record of each request."""

import hashlib
import logging
import re
from collections import Counter
from collections.abc import Callable
from uuid import uuid4

from starlette.types import ASGIApp, Receive, Scope, Send

from svcchat_magic.errors import ServiceError, TooBusy
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.http_errors import SAFE_HEADERS, error_response
from svcchat_magic.service.telemetry.logs import about
from svcchat_magic.service.telemetry.request_record import RequestRecord

log = logging.getLogger("svcchat_magic.service")

REQUEST_ID = b"x-request-id"
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


class Guard:
    """Checks Host, headers and requests per key, assigns request ids, and handles unexpected errors."""

    def __init__(
        self,
        app: ASGIApp,
        allowed_hosts: frozenset[str],
        limits: Limits,
        when_answered: Callable[[RequestRecord], object],
    ) -> None:
        self._app = app
        self._allowed_hosts = allowed_hosts
        self._limits = limits
        self._when_answered = when_answered
        self._answering: Counter[bytes] = Counter()
        self._is_closing = False

    def close(self) -> None:
        """Refuse all further requests, because the service is stopping."""
        self._is_closing = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            return

        request_id = _id_of(scope)
        exchange = RequestRecord(scope, send, request_id)
        state = {"request_id": request_id, "limits": self._limits, "send": exchange.send}
        scope.setdefault("state", {}).update(state)
        caller = _caller(scope)
        self._answering[caller] += 1
        try:
            await self._answer(scope, receive, exchange, caller)
        except Exception:  # the error has been sent, or the response is cut by returning now
            log.exception("the request failed", extra=about(requestId=request_id))
        finally:
            self._answering[caller] -= 1
            if not self._answering[caller]:
                del self._answering[caller]

            self._when_answered(exchange)

    async def _answer(self, scope: Scope, receive: Receive, exchange: RequestRecord, caller: bytes) -> None:
        refusal = self._refusal(scope) or self._busy(scope, caller)
        if refusal is None:
            await self._app(scope, receive, exchange.send)
            return

        headers = dict(SAFE_HEADERS)
        if refusal.status in (429, 503):
            headers["Retry-After"] = "1"

        if refusal.status != 429:  # close the connection after an invalid request
            headers["Connection"] = "close"

        await error_response(refusal, exchange.request_id, headers)(scope, receive, exchange.send)

    def _refusal(self, scope: Scope) -> ServiceError | None:
        if not scope["path"].startswith("/"):
            return ServiceError("The request target must be a path.", status=400)

        names = [name for name, _ in scope["headers"]]
        size = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        target = len(scope.get("raw_path") or b"") + len(scope["query_string"])
        if len(names) > self._limits.headers or size + target > self._limits.header_bytes:
            return ServiceError("The request's headers are too many or too long.", status=431)

        if b"transfer-encoding" in names and b"content-length" in names:  # its end would be ambiguous
            return ServiceError("Send either Content-Length or Transfer-Encoding, not both.", status=400)

        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        named = {"*", *map(_without_port, hosts)}  # HTTP/1.0 may send none
        if len(hosts) > 1 or not (named & self._allowed_hosts):
            return ServiceError("This service does not answer requests for that host.", status=421)

        return None

    def _busy(self, scope: Scope, caller: bytes) -> ServiceError | None:
        if self._is_closing:
            return TooBusy("The service is stopping; try again.", status=503)

        if not caller or self._answering[caller] <= self._limits.requests_per_key:
            return None

        if scope["path"].endswith("/abort"):  # it frees resources
            return None

        return TooBusy("Too many requests with this key are being answered; try again.", status=429)


def _id_of(scope: Scope) -> str:
    """The caller's request id if it is well formed, else a new one."""
    given = [value for name, value in scope["headers"] if name == REQUEST_ID]
    if len(given) == 1 and _REQUEST_ID.fullmatch(given[0]):
        return str(given[0], "ascii")

    return uuid4().hex


def _caller(scope: Scope) -> bytes:
    """An id of the key or token, for counting; empty for a request without either."""
    given = [value for name, value in scope["headers"] if name == b"authorization"]
    return hashlib.sha256(b"\n".join(given)).digest() if given else b""


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"

    return host.partition(":")[0].lower()
