"""How a chat that is read goes out: little of it held for any reader, and cut where it is not whole."""

import asyncio
import json
from contextlib import closing, contextmanager

import pytest

from svcchat_magic.errors import NotFound
from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.service.http.embed_routes import EXCHANGE_PATH, REVOKE_PATH, SESSION_PATH
from svcchat_magic.service.http.http_bodies import StoredReply
from svcchat_magic.service.runs.stored_streams import chat_stream, turn_stream
from svcchat_magic.service.state.run_status import RunStatus
from tests.raw_api import EXTERNAL, call, chat_path
from tests.service.conftest import ScriptedAnalyst
from tests.service.held_memory import tracing
from tests.service.raw_sockets import connect, everything, request, status_of
from tests.service.stored_chats import RESULTS, answer_of, entries_of, keep, large, long_chat
from tests.waiting import until

HELD_FOR_ONE_WHO_TAKES_NOTHING = 12_000_000  # what went into the system's buffers may stand in `__state__`
HELD_ON_THE_WAY = 20_000_000  # the messages of `__state__`, some times over while its line is written
SENT = {"messageId": "1736500000000-message"}


class Reader:
    """A server's side of a connection: notes what is sent; one that `takes` so much then takes no more."""

    def __init__(self, takes=None):
        self.sent = []
        self.bytes = 0
        self.gone = asyncio.Event()
        self.is_full = asyncio.Event()
        self._takes = takes

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.sent.append({**message, "body": b""})
        self.bytes += len(message.get("body", b""))
        if len(self.sent) == self._takes:
            self.is_full.set()
            await asyncio.Event().wait()

    @property
    def has_end(self):
        return self.sent[-1].get("more_body") is False


@pytest.mark.case("A26")
@pytest.mark.parametrize("again", [False, True], ids=["chat", "turn given again"])
def test_little_is_held_of_a_long_chat_whose_reader_takes_nothing(start, again):
    service = start(ScriptedAnalyst(waits=False))
    chat_id = long_chat(service, SENT["messageId"])
    asked = {"chatId": chat_id, "sessionSettings": EXTERNAL, **({"input": "why?", **SENT} if again else {})}
    with tracing() as most_held, stuck_reader(service, asked):
        held = most_held()

    assert held < HELD_FOR_ONE_WHO_TAKES_NOTHING


@pytest.mark.case("A03")
@pytest.mark.parametrize("again", [False, True], ids=["chat", "turn given again"])
def test_a_long_chat_is_not_read_on_with_a_key_that_was_revoked(start, tmp_path, again):
    stored, key = add_key(file := tmp_path / "a.keys.toml", "", "t1")
    service = start(ScriptedAnalyst(waits=False), key_file=KeyFile(file))
    chat_id = long_chat(service, SENT["messageId"])
    asked = {"chatId": chat_id, "sessionSettings": EXTERNAL, **({"input": "why?", **SENT} if again else {})}
    with stuck_reader(service, asked, f"Api-Key {key.reveal()}") as opened:
        revoke_key(file, stored.id, "t2")
        received = everything(opened)

    assert status_of(received) == 200
    assert not received.endswith(b"0\r\n\r\n")
    assert b'"__state__"' not in received


@pytest.mark.case("A03")
@pytest.mark.parametrize("again", [False, True], ids=["chat", "turn given again"])
def test_a_long_chat_is_not_read_on_in_a_session_that_was_revoked(start, again):
    service = start(ScriptedAnalyst(waits=False))
    chat_id = long_chat(service, SENT["messageId"])
    session_id = json.loads(call(service, SESSION_PATH, EXTERNAL)[2])["sessionId"]
    token = json.loads(call(service, EXCHANGE_PATH, {"sessionId": session_id})[2])["token"]
    asked = {"chatId": chat_id, **({"input": "why?", **SENT} if again else {})}
    with stuck_reader(service, asked, f"Session {token}") as opened:
        assert call(service, REVOKE_PATH, {"sessionId": session_id})[0] == 204
        received = everything(opened)

    assert status_of(received) == 200
    assert b'"__state__"' not in received


def test_a_service_that_stops_does_not_leave_a_stuck_reader_connected(start, last_bytes_soon):
    service = start(ScriptedAnalyst(waits=False))
    chat_id = long_chat(service, SENT["messageId"])
    with stuck_reader(service, {"chatId": chat_id, "sessionSettings": EXTERNAL}) as opened:
        service.stop()
        received = everything(opened)

    assert status_of(received) == 200
    assert b'"__state__"' not in received


@contextmanager
def stuck_reader(service, asked, authorization=""):
    """A connection whose reader has asked and takes nothing, once the service can send no more."""
    body = json.dumps(asked).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    sent = request(service, chat_path(service), "POST", headers, body)
    if authorization:
        sent = sent.replace(f"Api-Key {service.api_key.reveal()}".encode(), authorization.encode())

    with closing(connect(service, receive_bytes=4096)) as opened:
        opened.sendall(sent)
        until(lambda: any(each.flow.write_paused for each in connections(service)))
        yield opened


def connections(service):
    return tuple(service._server._server.server_state.connections)


@pytest.mark.parametrize("given", [chat_stream, lambda chat: turn_stream(chat, 6, RunStatus.COMPLETE)])
def test_what_is_held_on_the_way_to_the_end_does_not_grow_with_the_chat(chat, given):
    keep(chat, *[(entries_of(large(RESULTS // 5)), RunStatus.COMPLETE)] * 6)

    async def read():
        reader = Reader()
        await StoredReply(given(chat))({}, reader.receive, reader.send)
        return reader

    with tracing() as most_held:
        reader = asyncio.run(read())
        held = most_held()

    assert reader.has_end
    assert reader.bytes > RESULTS // 5 * 300_000
    assert held < HELD_ON_THE_WAY


def test_a_reader_who_leaves_ends_the_reading(chat):
    keep(chat, (entries_of(large(9)), RunStatus.COMPLETE))

    async def read():
        reader, stream = Reader(takes=2), chat_stream(chat)
        replying = asyncio.create_task(StoredReply(stream)({}, reader.receive, reader.send))
        await reader.is_full.wait()
        reader.gone.set()
        await replying
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

        return reader

    assert not asyncio.run(read()).has_end


def test_a_stream_that_breaks_is_cut_and_one_that_does_not_begin_is_refused(chat):
    keep(chat, (entries_of(large(3) + answer_of("So")), RunStatus.COMPLETE))

    async def read():
        reader, stream = Reader(), chat_stream(chat)
        first = await anext(stream)
        chat.store.write_now(lambda connection: connection.execute("DELETE FROM threads"))

        async def rest():
            yield first
            async for piece in stream:
                yield piece

        await StoredReply(rest())({}, reader.receive, reader.send)
        other = Reader()
        with pytest.raises(NotFound):
            await StoredReply(chat_stream(chat))({}, other.receive, other.send)

        return reader, other

    cut, refused = asyncio.run(read())

    assert [each["type"] for each in cut.sent] == ["http.response.start", "http.response.body"]
    assert not cut.has_end
    assert refused.sent == []
