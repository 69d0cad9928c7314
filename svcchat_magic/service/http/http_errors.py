"""Every error as the same small JSON object."""

import json
import logging
from collections.abc import Mapping
from types import MappingProxyType

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from svcchat_magic.errors import RequestRefused, ServiceError
from svcchat_magic.service.telemetry.logs import about

log = logging.getLogger("svcchat_magic.service")

SAFE_HEADERS: Mapping[str, str] = MappingProxyType(
    {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
)
_CODES: Mapping[int, str] = MappingProxyType(
    {
        400: "bad_request",
        401: "not_authenticated",
        403: "not_allowed",
        404: "not_found",
        405: "method_not_allowed",
        406: "not_acceptable",
        408: "request_timeout",
        409: "already_streaming",
        413: "body_too_large",
        415: "unsupported_media_type",
        421: "misdirected_request",
        429: "limit_reached",
        431: "headers_too_large",
        503: "unavailable",
    }
)
_ROUTE_SENTENCES: Mapping[int, str] = MappingProxyType(
    {404: "There is nothing at this address.", 405: "This address does not accept that method."}
)


def error_response(
    refusal: ServiceError, request_id: str, headers: Mapping[str, str] = SAFE_HEADERS
) -> Response:
    """`{"error": {"code", "message", "requestId"}}`."""
    code = _CODES.get(refusal.status, "server_error" if refusal.status >= 500 else "bad_request")
    body = {"error": {"code": code, "message": str(refusal), "requestId": request_id}}
    return Response(
        json.dumps(body),
        refusal.status,
        headers=dict(headers),
        media_type="application/json",
    )


async def on_service_error(request: Request, cause: Exception) -> Response:
    """An error raised by this service."""
    refusal = cause if isinstance(cause, ServiceError) else ServiceError(str(cause), status=500)
    if refusal.status >= 500:
        log.error("%s", refusal, exc_info=cause, extra=about(requestId=request.state.request_id))

    retry = {"Retry-After": "1"} if refusal.status in (429, 503) else {}
    return error_response(refusal, request.state.request_id, {**SAFE_HEADERS, **retry})


async def on_request_refused(request: Request, cause: Exception) -> Response:
    """A body that violates the contract: 400."""
    return error_response(ServiceError(str(cause), status=400), request.state.request_id)


async def on_route_error(request: Request, cause: Exception) -> Response:
    """The router's own errors: 404 and 405."""
    status = cause.status_code if isinstance(cause, HTTPException) else 500
    headers = cause.headers if isinstance(cause, HTTPException) and cause.headers else {}
    sentence = _ROUTE_SENTENCES.get(status, "The service cannot handle this request.")
    return error_response(
        ServiceError(sentence, status=status), request.state.request_id, {**SAFE_HEADERS, **headers}
    )


async def on_fault(request: Request, _: Exception) -> Response:
    """An unexpected error: 500 without its message; the guard logs it."""
    refusal = ServiceError("The service failed while handling this request.", status=500)
    return error_response(refusal, request.state.request_id)


HANDLERS = MappingProxyType(
    {
        ServiceError: on_service_error,
        RequestRefused: on_request_refused,
        HTTPException: on_route_error,
        Exception: on_fault,
    }
)
