"""Every exception httpx has is one of ours by the time it leaves the client."""

import inspect
import json
import socket
import ssl
import threading

import httpx
import pytest

from svcchat_magic.client.failures import (
    TRANSPORT_FAILURES,
    RequestTraits,
    is_never_connected,
    status_failure,
    transport_failure,
)
from svcchat_magic.errors import (
    BadRequest,
    ConnectionFailed,
    StreamError,
    StreamProtocolError,
    StreamTruncated,
    SvcchatError,
)
from svcchat_magic.protocol.key_redaction import KeyRedaction

EXPECTED = {
    "CloseError": StreamTruncated,
    "ConnectError": ConnectionFailed,
    "ConnectTimeout": ConnectionFailed,
    "CookieConflict": None,  # cookies are never read one by one
    "DecodingError": StreamError,
    "HTTPError": StreamError,
    "HTTPStatusError": StreamError,
    "InvalidURL": ConnectionFailed,
    "LocalProtocolError": StreamTruncated,
    "NetworkError": StreamTruncated,
    "PoolTimeout": StreamTruncated,
    "ProtocolError": StreamTruncated,
    "ProxyError": ConnectionFailed,
    "ReadError": StreamTruncated,
    "ReadTimeout": StreamTruncated,
    "RemoteProtocolError": StreamProtocolError,
    "RequestError": StreamError,
    "RequestNotRead": StreamError,
    "ResponseNotRead": StreamError,
    "StreamClosed": StreamError,
    "StreamConsumed": StreamError,
    "StreamError": StreamError,
    "TimeoutException": StreamTruncated,
    "TooManyRedirects": StreamError,
    "TransportError": StreamTruncated,
    "UnsupportedProtocol": ConnectionFailed,
    "WriteError": StreamTruncated,
    "WriteTimeout": StreamTruncated,
}


def exceptions_of_httpx():
    return {
        name: value
        for name, value in vars(httpx).items()
        if inspect.isclass(value) and issubclass(value, BaseException)
    }


def made(kind):
    """One exception of this kind, however it wants to be made."""
    wants = inspect.signature(kind.__init__).parameters
    request = httpx.Request("POST", "http://localhost/")
    more = {"request": request, "response": httpx.Response(500, request=request)}
    given = {name: value for name, value in more.items() if name in wants}
    return kind("said so", **given) if "message" in wants or "args" in wants else kind(**given)


def test_the_table_names_every_exception_that_httpx_has():
    assert set(exceptions_of_httpx()) == set(EXPECTED)


@pytest.mark.parametrize("name", [name for name, kind in EXPECTED.items() if kind])
def test_an_exception_of_httpx_becomes_one_of_ours(name):
    cause = made(exceptions_of_httpx()[name])

    failure = transport_failure(cause, "ai.example.com")

    assert isinstance(cause, TRANSPORT_FAILURES)
    assert type(failure) is EXPECTED[name]
    assert "said so" not in str(failure)


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        (ssl.SSLError("bad record"), StreamTruncated),
        (ConnectionResetError(), StreamTruncated),
        (OSError(24, "too many open files"), StreamTruncated),
        (UnicodeError("label too long"), ConnectionFailed),
    ],
)
def test_what_comes_past_httpx_becomes_one_of_ours_too(cause, kind):
    assert isinstance(cause, TRANSPORT_FAILURES)
    assert type(transport_failure(cause, "ai.example.com")) is kind


@pytest.mark.parametrize("name", [name for name, kind in EXPECTED.items() if kind])
def test_only_a_connection_that_was_never_made_is_tried_again(name):
    cause = made(exceptions_of_httpx()[name])

    assert is_never_connected(cause) == (name in {"ConnectError", "ConnectTimeout"})


def test_every_failure_is_in_our_tree():
    assert all(issubclass(kind, SvcchatError) for kind in EXPECTED.values() if kind)


@pytest.mark.parametrize(
    ("said", "is_of_the_branch"),
    [("No such Branch", True), ("The data model of that branch has errors", True), ("input is empty", False)],
)
def test_a_refusal_is_of_the_branch_where_the_service_says_so(said, is_of_the_branch):
    body = json.dumps({"error": {"message": said}}).encode()

    request = RequestTraits("ai.example.com", of_chat=True, branch="net")
    failure = status_failure(400, body, request, redaction=KeyRedaction(None))

    assert ("leave out --branch" in str(failure)) is is_of_the_branch
    assert str(failure).endswith(f"The service said: {said}")


@pytest.mark.case("Z06")
@pytest.mark.parametrize(("of_query", "what"), [(False, "question"), (True, "query")])
def test_what_is_too_long_for_the_service_is_a_bad_request_that_says_so(of_query, what):
    body = json.dumps({"error": {"message": "The question has 21 characters; the limit is 20."}}).encode()

    failure = status_failure(
        413, body, RequestTraits("localhost", of_query=of_query), redaction=KeyRedaction(None)
    )

    assert isinstance(failure, BadRequest)
    assert str(failure).startswith(f"The {what} is too long for the ")
    assert str(failure).endswith("the limit is 20.")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (b"", StreamTruncated),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", StreamTruncated),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", StreamTruncated),
        (b"nonsense\r\n\r\n", StreamProtocolError),
    ],
)
def test_what_httpx_says_of_a_reply_that_is_cut_differs_from_what_it_says_of_nonsense(reply, kind):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        replying = threading.Thread(target=reply_once, args=(listener, reply))
        replying.start()
        with pytest.raises(httpx.RemoteProtocolError) as caught:
            httpx.get(f"http://127.0.0.1:{listener.getsockname()[1]}/", trust_env=False)

        replying.join()

    assert type(transport_failure(caught.value, "ai.example.com")) is kind


def reply_once(listener, reply):
    connection, _ = listener.accept()
    with connection:
        connection.recv(65_536)
        connection.sendall(reply)
