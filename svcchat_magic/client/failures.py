"""Turn transport failures and error statuses into our errors."""

import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from svcchat_magic.errors import (
    BadLine,
    BadRequest,
    ConnectionFailed,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    ServiceError,
    ServiceFailed,
    StreamError,
    StreamProtocolError,
    StreamTruncated,
    SvcchatError,
    TooBusy,
)
from svcchat_magic.protocol.error_sentence import error_sentence, is_rpc_error
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.messages import read_json

# What httpx lets through beside its own errors: ssl.SSLError in mid-read, idna's UnicodeError.
TRANSPORT_FAILURES = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, UnicodeError)
MAX_BODY_BYTES = 2_048
MAX_SAID_CHARACTERS = 300
MAX_BRANCH_CHARACTERS = 60


def transport_failure(cause: Exception, host: str) -> SvcchatError:
    """The error for a failed exchange with `host`.

    It is raised outside the handler of its cause: httpx's errors carry the request, and with it the key.
    """
    if isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout):
        return _connect_failure(cause, host)

    if isinstance(cause, httpx.ProxyError):
        return ConnectionFailed("The proxy refused the connection; check HTTPS_PROXY and NO_PROXY.")

    if isinstance(cause, httpx.InvalidURL | httpx.UnsupportedProtocol | UnicodeError):
        return ConnectionFailed(f"No request can be sent to {host}; check its address.")

    if isinstance(cause, httpx.RemoteProtocolError) and not _is_cut(cause):
        return StreamProtocolError(f"{host} sent an invalid HTTP response.")

    if isinstance(cause, httpx.TransportError | OSError):
        return StreamTruncated(f"The connection to {host} was lost before the end of the answer.")

    return StreamError(f"The request to {host} failed ({type(cause).__name__}).")


def is_never_connected(cause: Exception) -> bool:
    """Whether no connection was made for a reason that may pass: trying again asks once all the same."""
    if not isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout):
        return False

    return not any(isinstance(each, ssl.SSLError) for each in _chain(cause))


@dataclass(frozen=True, slots=True)
class RequestTraits:
    """What the sentence about a refused request depends on.

    `of_chat` is set if it continued an earlier chat, `of_query` if it went to the query API,
    `branch` is its development branch, `by_token` is set if a user's token was sent.
    """

    host: str
    of_chat: bool = False
    of_query: bool = False
    branch: str = ""
    by_token: bool = False


def status_failure(
    status: int, body: bytes, request: RequestTraits, *, redaction: KeyRedaction, location: str = ""
) -> ServiceError:
    """The error for a status of section 7, with what the service says when its body is JSON.

    The service may echo key and token, which `redaction` keeps out.
    """
    if 300 <= status < 400:
        return ServiceFailed(_redirected(request.host, redaction.text(location)), status=status)

    kind, sentence = _SENTENCES.get(status, (ServiceFailed, f"The service failed with status {status}."))
    said = redaction.text(_said(body))[:MAX_SAID_CHARACTERS]
    if status == 403 and _NEEDS_AGENT in said.lower():
        return kind(_NO_AGENT_SENTENCE, status=status)

    if request.by_token:
        sentence = _TOKEN_SENTENCES.get(status, sentence)

    if status == 400 and request.branch and "branch" in said.lower():
        sentence = _BRANCH_SENTENCE.format(branch=request.branch[:MAX_BRANCH_CHARACTERS])
    elif request.of_chat:
        sentence = _CHAT_SENTENCES.get(status, sentence)
    elif request.of_query:
        sentence = _QUERY_SENTENCES.get(status, sentence)

    return kind(f"{sentence} The service said: {said}" if said else sentence, status=status)


def rpc_refusal(body: bytes, *, by_token: bool = False) -> NotAuthenticated | None:
    """The error for a wrong key or token that was answered with status 200 and one JSON-RPC error object."""
    try:
        refused = is_rpc_error(read_json(body))
    except BadLine:
        return None

    sentence = _TOKEN_SENTENCES[401] if by_token else _SENTENCES[401][1]
    return NotAuthenticated(sentence, status=401) if refused else None


_SENTENCES: Mapping[int, tuple[type[ServiceError], str]] = {
    400: (BadRequest, "The service rejected the request."),
    401: (NotAuthenticated, "The service rejected the API key; check SVCCHAT_API_KEY."),
    403: (
        NotAllowed,
        "This user is not allowed to do that; check SVCCHAT_EXTERNAL_ID and the agent's address.",
    ),
    404: (NotFound, "The service has no such account or agent; check the chat address."),
    409: (TooBusy, "The chat is still answering another question; wait for it or start a new chat."),
    413: (BadRequest, "The question is too long for the service; ask a shorter one."),
    429: (TooBusy, "The service is busy; ask again later."),
    500: (ServiceFailed, "The service failed."),
    503: (TooBusy, "The service is unavailable; ask again later."),
}

_TOKEN_SENTENCES: Mapping[int, str] = {
    401: "The service rejected the user's token; check SVCCHAT_TOKEN and SVCCHAT_TOKEN_HEADER.",
    403: "The token's user is not allowed to do that; check SVCCHAT_TOKEN and the agent's address.",
}

_NEEDS_AGENT = "agentid is required"
_NO_AGENT_SENTENCE = (
    "The chat address names no agent, and an API key needs one: set SVCCHAT_CHAT_URL to the agent's own "
    "Chat API URL, or use a user's token (SVCCHAT_TOKEN)."
)

_CHAT_SENTENCES: Mapping[int, str] = {
    403: "This chat belongs to another user. Start a new chat with --new, or in a terminal without --chat.",
    404: "The service has no such chat. `%chat list` shows your chats; start a new one with --new, or in a "
    "terminal without --chat.",
}

_BRANCH_SENTENCE = (
    "The service rejected the branch {branch!r}. "
    "For the main branch, leave out --branch and unset SVCCHAT_BRANCH."
)

_QUERY_SENTENCES: Mapping[int, str] = {
    400: "The query API rejected the query.",
    403: "This user is not allowed to load these rows.",
    404: "There is no query API at this address; check SVCCHAT_QUERY_URL.",
    413: "The query is too long for the query API.",
}


def _said(body: bytes) -> str:
    try:
        return error_sentence(read_json(body))
    except BadLine:  # the status alone says what happened
        return ""


def _redirected(host: str, location: str) -> str:
    try:
        target = urlsplit(location).hostname or host
    except ValueError:
        target = host

    shown = "".join(each for each in target if each.isascii() and (each.isalnum() or each in "-.:"))[:253]
    return f"{host} redirects to {shown}, but redirects are not followed. Set that address instead."


def _connect_failure(cause: Exception, host: str) -> ConnectionFailed:
    causes = list(_chain(cause))
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in causes):
        return ConnectionFailed(
            f"The certificate of {host} is not trusted. Ask the administrator of the service."
        )

    if any(isinstance(each, ssl.SSLError) for each in causes):
        return ConnectionFailed(f"No secure connection to {host}; check its address and port.")

    return ConnectionFailed(f"No connection to {host}; check its address and the network.")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _is_cut(cause: httpx.RemoteProtocolError) -> bool:
    text = str(cause)
    return (
        "without" in text or "incomplete" in text
    )  # "... disconnected without", "... incomplete chunked read"
