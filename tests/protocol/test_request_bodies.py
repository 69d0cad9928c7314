"""Requests are read from JSON and written as JSON."""

import pytest

from svcchat_magic.errors import RequestRefused, StreamProtocolError
from svcchat_magic.protocol.request_bodies import read_request, read_session, write_request
from svcchat_magic.protocol.requests import (
    ChatRequest,
    Session,
    SessionSettings,
)

ADA = SessionSettings(external_id="ada")


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"input":"x"}', b"\xff", b"[" * 100_000])
def test_a_body_of_another_shape_is_refused(body):
    with pytest.raises(RequestRefused):
        read_request(body, ChatRequest)


@pytest.mark.parametrize(
    "fields",
    [
        {"input": "\ud800"},
        {"session_settings": SessionSettings(external_id="a", security_context={"x": object()})},
    ],
)
def test_what_json_cannot_hold_is_refused(fields):
    request = ChatRequest(**{"session_settings": ADA, "input": "x", **fields})

    with pytest.raises(RequestRefused):
        write_request(request)


@pytest.mark.rule("2.7")
def test_a_session_is_read_and_written():
    assert read_session(write_request(Session(session_id="s"))) == Session(session_id="s")
    with pytest.raises(StreamProtocolError):
        read_session(b"{}")
