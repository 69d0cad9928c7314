"""The body of a request as these settings send it."""

from svcchat_magic.protocol.data_requests import MetaRequest, QueryRequest
from svcchat_magic.protocol.request_bodies import write_request
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionRequest, without_session
from svcchat_magic.settings import Settings


def request_body(
    request: ChatRequest | AbortRequest | SessionRequest | QueryRequest | MetaRequest, settings: Settings
) -> bytes:
    """The JSON to send. A user's token says who asks: no session settings go beside it.

    Raises RequestRefused for a value that JSON cannot hold.
    """
    return write_request(without_session(request) if settings.is_by_token else request)
