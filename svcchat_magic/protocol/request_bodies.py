"""Read and write the JSON bodies of requests."""

from typing import TypeVar

import msgspec

from svcchat_magic.errors import RequestRefused, StreamProtocolError
from svcchat_magic.protocol.data_requests import MetaRequest, QueryRequest, ResultChartRequest, RowsRequest
from svcchat_magic.protocol.request_words import BODY, json_object, misfit
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
    Session,
    SessionReference,
    SessionRequest,
    SessionSettings,
)

AnyRequest = TypeVar(
    "AnyRequest",
    ChatRequest,
    AbortRequest,
    SessionRequest,
    SessionReference,
    QueryRequest,
    MetaRequest,
    ResultChartRequest,
    RowsRequest,
)


def read_request(body: bytes, into: type[AnyRequest]) -> AnyRequest:
    """Read a request body; unknown fields are ignored.

    Raises RequestRefused, naming the field, if the body is not JSON of that shape or violates a rule.
    """
    try:
        text = body.decode()  # the decoder accepts invalid UTF-8 in unknown fields
        request = msgspec.json.decode(text, type=into)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as cause:
        raise RequestRefused(misfit(json_object(body), into) or f"{BODY} is not valid.") from cause

    request.check()
    return request


def write_request(
    request: ChatRequest
    | AbortRequest
    | SessionRequest
    | QueryRequest
    | MetaRequest
    | Session
    | SessionSettings,
) -> bytes:
    """The JSON of a request's body, of its session settings, or of the session answer.

    Raises RequestRefused for a value that JSON cannot represent.
    """
    try:
        return msgspec.json.encode(request)
    except UnicodeEncodeError as cause:
        raise RequestRefused("The request contains half a character (a lone surrogate).") from cause
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as cause:
        raise RequestRefused(f"The request cannot be written as JSON: {cause}") from cause


def read_session(body: bytes) -> Session:
    """Read the response of generate-session. Raises StreamProtocolError without a sessionId."""
    try:
        return msgspec.json.decode(body, type=Session)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as cause:
        raise StreamProtocolError("The service's response has no sessionId.") from cause
