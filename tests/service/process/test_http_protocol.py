"""What a connection may send, how long it may take, and what it is told when that is over."""

import inspect
import json
from contextlib import ExitStack, closing, suppress

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.http_protocol import BoundedProtocol
from tests.raw_api import EXTERNAL, chat_path
from tests.service.conftest import ScriptedAnalyst
from tests.service.raw_sockets import connect, error_of, everything, exchange, request, status_of
from tests.waiting import growing_deadlines, until


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    """A service looks ten times a second, not once, which of its connections are over their time."""
    monkeypatch.setattr("svcchat_magic.service.process.http_server.TICK_SECONDS", 0.01)


@pytest.fixture
def hasty(start):
    """Start a service whose deadlines are over at a look soon after."""

    def started(seconds):
        limits = Limits(header_seconds=seconds, keep_alive_seconds=1)
        return start(ScriptedAnalyst(waits=False), limits=limits)

    return started


@pytest.mark.case("A25")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (["X-Long: " + "x" * 200_000], 431),
        ([f"X-{n}: x" for n in range(10_000)], 431),
        ([f"X-{n}: x" for n in range(101)], 431),
        (["Content-Length: 2", "Transfer-Encoding: chunked"], 400),
        (["Content-Length: 2", "Content-Length: 3"], 400),
        (["X-Folded: one", " two"], 400),
        (["X-Folded: one", "\ttwo"], 400),
        (["No colon"], 400),
        (["Bad Name: x"], 400),
        (["X-Nul: a\0b"], 400),
        (["Transfer-Encoding: gzip"], 400),
    ],
    ids=lambda value: str(value)[:24],
)
def test_headers_that_are_too_many_too_long_or_ambiguous_are_refused_and_the_connection_closed(
    quick, headers, status
):
    received = exchange(quick, request(quick, headers=headers))

    assert status_of(received) == status
    assert error_of(received)["requestId"] in received.split(b"\r\n\r\n")[0].decode()


@pytest.mark.case("A25")
@pytest.mark.parametrize("ends", [True, False], ids=["whole", "without end"])
def test_headers_longer_than_the_limit_are_refused_whole_or_not(start, ends):
    service = start(ScriptedAnalyst(waits=False), limits=Limits(header_bytes=2_000))
    long = request(service, headers=["Connection: close", "X-Long: " + "x" * 3_000])
    fitting = request(service, headers=["Connection: close", "X-Long: " + "x" * 1_000])

    received = exchange(service, long if ends else long[:-4])  # without its end nothing else is waited for

    assert status_of(received) == 431
    assert status_of(exchange(service, fitting)) == 200


def test_a_folded_header_is_seen_in_pieces_and_behind_another_request(quick):
    folded = request(quick, headers=["X-Folded: one", " two"])
    with closing(connect(quick)) as opened:
        with suppress(ConnectionError):  # the refusal may come, and the connection end, before the last byte
            for byte in folded:
                opened.send(bytes([byte]))

        in_pieces = everything(opened)

    behind = exchange(quick, request(quick) + folded)

    assert status_of(in_pieces) == 400
    assert behind.count(b"HTTP/1.1 200 ") == 1
    assert behind.count(b"HTTP/1.1 400 ") == 1


def test_what_looks_folded_in_a_body_is_not(quick):
    body = json.dumps({"input": "x", "sessionSettings": EXTERNAL}, indent=1).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close"]

    received = exchange(quick, request(quick, chat_path(quick), "POST", headers, body))

    assert b"\n " in body
    assert status_of(received) == 200


@pytest.mark.case("A25")
@pytest.mark.parametrize("sent", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: loc"])
def test_a_request_whose_headers_do_not_end_is_closed_by_a_deadline(hasty, sent):
    for seconds in growing_deadlines():
        received = exchange(hasty(seconds), sent)
        if bool(received) == bool(sent):
            break

    assert status_of(received) == (408 if sent else 0)
    assert not sent or error_of(received)["code"] == "request_timeout"


@pytest.mark.case("A25")
def test_the_next_request_on_a_connection_has_the_same_deadline(hasty):
    for seconds in growing_deadlines():
        service = hasty(seconds)
        received = exchange(service, request(service) + b"GET / HTTP/1.1\r\n")
        if b"200 " in received:
            break

    assert b"200 " in received
    assert b"HTTP/1.1 408 " in received or received.endswith(b"}")  # by this deadline or by keep-alive's


@pytest.mark.case("A26")
def test_a_connection_that_was_answered_and_asks_no_more_is_closed(start):
    hours = 3_600.0
    service = start(ScriptedAnalyst(), limits=Limits(keep_alive_seconds=1, header_seconds=hours))

    received = exchange(service, request(service))  # until the service closes the connection

    assert status_of(received) == 200
    assert b"connection: close" not in received.lower()


@pytest.mark.case("A25")
def test_a_body_that_nobody_waits_for_any_more_does_not_keep_the_connection(hasty):
    for seconds in growing_deadlines():
        received = left_in_its_body(hasty(seconds))
        if status_of(received) != 408:
            break

    assert status_of(received) == 404


def left_in_its_body(service):
    """The answer to a request whose body goes on and on, once the service has closed the connection."""
    headers = ["Content-Length: 900000", "Content-Type: application/json"]
    unknown = request(service, "/nowhere", "POST", headers, b"{")
    with closing(connect(service)) as opened:
        opened.sendall(unknown)
        received = opened.recv(65536)
        opened.settimeout(0.05)
        is_closed = False
        while not is_closed:
            try:
                opened.send(b" ")
                is_closed = opened.recv(65536) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                is_closed = True

    return received


@pytest.mark.case("A25")
def test_a_body_that_does_not_come_in_time_is_408(start):
    service = start(ScriptedAnalyst(), limits=Limits(body_seconds=0.1))
    headers = ["Content-Length: 9", "Content-Type: application/json"]

    with closing(connect(service)) as opened:
        opened.sendall(request(service, chat_path(service), "POST", headers, b"{"))
        received = opened.recv(65536)

    assert status_of(received) == 408


@pytest.mark.case("A24")
def test_a_length_over_the_limit_is_refused_before_any_of_the_body_comes(quick):
    headers = ["Content-Length: 1000001", "Content-Type: application/json"]

    with closing(connect(quick)) as opened:
        opened.sendall(request(quick, chat_path(quick), "POST", headers))
        received = opened.recv(65536)

    assert status_of(received) == 413
    assert b"connection: close" not in received.lower()  # or who still sends would not read it


@pytest.mark.case("A26")
def test_a_reader_who_takes_nothing_is_closed_and_its_run_ended(start):
    piece = AnswerText("x" * 100_000)
    analyst = ScriptedAnalyst(events=(piece,) * 200)
    service = start(analyst, limits=Limits(write_seconds=0.1))
    body = json.dumps({"input": "x", "sessionSettings": EXTERNAL}).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]

    with closing(connect(service, receive_bytes=4096)) as opened:
        opened.sendall(request(service, chat_path(service), "POST", headers, body))
        until(lambda: b"aborted" in metrics_of(service))

        received = everything(opened)

    assert not received.endswith(b"0\r\n\r\n")


@pytest.mark.case("A26")
def test_a_new_connection_takes_the_place_of_the_longest_idle_one(start):
    service = start(ScriptedAnalyst(), limits=Limits(connections=5))
    with ExitStack() as opened:
        idle = [opened.enter_context(closing(connect(service))) for _ in range(50)]

        received = exchange(service, request(service, headers=["Connection: close"]))

        assert status_of(received) == 200
        assert idle[0].recv(1) == b""


@pytest.mark.case("A26")
def test_where_every_connection_is_answered_one_more_is_refused(start):
    service = start(ScriptedAnalyst(), limits=Limits(connections=3))
    body = json.dumps({"input": "x", "sessionSettings": EXTERNAL}).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    with ExitStack() as opened:
        for _ in range(3):
            busy = opened.enter_context(closing(connect(service)))
            busy.sendall(request(service, chat_path(service), "POST", headers, body))
            assert status_of(busy.recv(65536)) == 200

        received = exchange(service, b"")

    assert status_of(received) == 503
    assert error_of(received)["code"] == "unavailable"


def metrics_of(service):
    return exchange(service, request(service, "/metrics", headers=["Connection: close"]))


def test_the_servers_protocol_still_has_what_ours_overrides():
    """It is no public interface: where a method is called no more, a deadline ends in silence."""
    overridden = ("connection_made", "data_received", "handle_events", "on_response_complete")
    source = inspect.getsource(H11Protocol)

    for name in (*overridden, "resume_writing", "send_400_response"):
        ours, theirs = vars(BoundedProtocol)[name], vars(H11Protocol)[name]
        assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)

    for called in (
        "self.handle_events()",
        "self.send_400_response(",
        "on_response=self.on_response_complete",
    ):
        assert called in source
