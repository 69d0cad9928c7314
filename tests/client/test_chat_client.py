import asyncio
import copy
import logging
import pickle
import socket
from dataclasses import replace

import httpx
import pytest

from svcchat_magic.client.chat_client import ChatClient
from svcchat_magic.client.retries import Timing
from svcchat_magic.errors import (
    BadRequest,
    ConnectionFailed,
    DeadlineExceeded,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    RequestRefused,
    ServiceFailed,
    SettingsError,
    StreamLimitExceeded,
    StreamProtocolError,
    StreamTruncated,
    SvcchatError,
    TooBusy,
)
from svcchat_magic.protocol.data_requests import MetaRequest
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionRequest
from svcchat_magic.settings import Settings
from tests.client.asking import ADA, QUESTION, READ, asked, streamed, with_client
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, chunks, recorded
from tests.waiting import PATIENCE, growing_deadlines

SHORT = recorded("short")
LINES = SHORT.splitlines()
SESSION_PATH = "/api/v1/embed/generate-session"
MODEL = (
    b'{"cubes":[{"name":"s","type":"view","title":"Sales","description":"","members":[{"name":"s.paid",'
    b'"title":"Paid","description":"What was paid","type":"number","aggType":"sum","more":1}]}]}'
)


class Pauses:
    """A sleep that takes no time and remembers how long it was asked for."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)

    @property
    def timing(self):
        return Timing(sleep=self, dice=lambda: 1.0)


@pytest.mark.rule("4.1")
def test_a_question_is_posted_as_the_contract_says(origin, settings):
    origin.answer(Reply((SHORT,)))

    asked(settings)

    [request] = origin.requests
    assert request.path == CHAT_PATH
    assert request.headers["authorization"] == f"Api-Key {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept-encoding"] == "identity"
    assert request.json() == {
        "input": "Orders",
        "messageId": "1736500000000-message",
        "sessionSettings": {"externalId": "ada"},
    }


@pytest.mark.parametrize("size", [1, 7, 64, 100_000])
@pytest.mark.case("S05")
def test_lines_come_whole_however_the_stream_is_cut_into_chunks(origin, settings, size):
    origin.answer(Reply(tuple(chunks(SHORT, size))))

    outcome = asked(settings)

    assert outcome.lines == LINES
    assert outcome.error is None


def test_the_last_line_may_lack_its_newline(origin, settings):
    origin.answer(Reply((SHORT.rstrip(b"\n"),)))

    assert asked(settings).lines == LINES


@pytest.mark.case("S01")
def test_a_stream_that_ends_in_half_a_line_is_truncated(origin, settings):
    origin.answer(Reply((SHORT[:-20],), ending=Ending.CUT, is_chunked=False))

    outcome = asked(settings)

    assert outcome.lines == LINES[:-1]
    assert isinstance(outcome.error, StreamTruncated)


@pytest.mark.case("S17")
@pytest.mark.case("S27")
def test_a_reset_keeps_what_came_and_sends_nothing_again(origin, settings):
    origin.answer(Reply((SHORT[:300],), ending=Ending.RESET))

    outcome = asked(settings)

    assert outcome.lines == SHORT[:300].split(b"\n")[:-1]
    assert isinstance(outcome.error, StreamTruncated)
    assert len(origin.requests) == 1


async def _sweep(settings, origin, ending, is_chunked):
    """The outcome of a stream cut at every byte offset."""
    client = ChatClient(settings)
    outcomes = []
    for offset in range(len(SHORT)):
        origin.answer(Reply((SHORT[:offset],), ending=ending, is_chunked=is_chunked))
        outcomes.append(await streamed(client))

    await client.close()
    return outcomes


@pytest.mark.long
@pytest.mark.case("S01")
@pytest.mark.case("S02")
@pytest.mark.case("S17")
@pytest.mark.parametrize(
    ("ending", "is_chunked"), [(Ending.CUT, False), (Ending.CUT, True), (Ending.RESET, True)]
)
def test_a_cut_at_any_byte_leaves_an_exact_prefix(origin, settings, ending, is_chunked):
    outcomes = asyncio.run(_sweep(settings, origin, ending, is_chunked))

    for offset, outcome in enumerate(outcomes):
        *whole, rest = SHORT[:offset].split(b"\n")
        ends_before_newline = not is_chunked and SHORT[offset : offset + 1] == b"\n"
        expected = [*whole, rest] if ends_before_newline else whole

        assert outcome.lines == expected, offset
        assert (LINES[-1] in outcome.lines) == (offset == len(SHORT) - 1 and not is_chunked), offset
        if is_chunked or (rest and not ends_before_newline) or not expected:
            assert isinstance(outcome.error, StreamTruncated | StreamProtocolError), offset


@pytest.mark.case("S18")
@pytest.mark.parametrize(
    ("body", "limit", "sentence"),
    [
        ((), "first_byte_seconds", "No first byte"),
        ((LINES[0] + b"\n",), "idle_seconds", "No message from the service"),
        ((LINES[0] + b"\n",), "total_seconds", "took longer"),
    ],
)
def test_silence_ends_at_its_deadline(origin, settings, body, limit, sentence):
    origin.answer(Reply(body, ending=Ending.STALL))

    for seconds in growing_deadlines():
        outcome = asked(replace(settings, **{limit: seconds}))
        if len(outcome.lines) == len(body):
            break

    assert isinstance(outcome.error, DeadlineExceeded)
    assert sentence in str(outcome.error)
    assert len(outcome.lines) == len(body)
    assert origin.gone.wait(PATIENCE)


@pytest.mark.case("S20")
def test_a_line_without_end_is_refused_at_its_limit(origin, settings):
    origin.answer(Reply((LINES[0] + b"\n", *[b"x" * 10_000] * 20), ending=Ending.STALL))

    outcome = asked(replace(settings, max_line_bytes=50_000))

    assert isinstance(outcome.error, StreamLimitExceeded)
    assert outcome.lines == LINES[:1]


@pytest.mark.case("S37")
@pytest.mark.parametrize("limit", [{"max_messages": 3}, {"max_stream_bytes": 200}])
def test_a_stream_over_its_limit_is_refused(origin, settings, limit):
    origin.answer(Reply(tuple(chunks(SHORT, 50))))

    outcome = asked(replace(settings, **limit))

    assert isinstance(outcome.error, StreamLimitExceeded)


@pytest.mark.case("S21")
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "identity, gzip"])
def test_a_packed_answer_is_refused(origin, settings, encoding):
    origin.answer(Reply((SHORT,), headers={"Content-Encoding": encoding}))

    assert isinstance(asked(settings).error, StreamProtocolError)


@pytest.mark.case("S22")
@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;" + b"x" * 300_000 + b"\r\n{}\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 50_000,
        b"not http at all\r\n\r\n",
    ],
)
def test_broken_http_is_a_protocol_error(origin, settings, raw):
    origin.answer(Reply(raw=raw))

    assert isinstance(asked(settings).error, StreamProtocolError)


@pytest.mark.case("S23")
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ((b"<html><body>Sign in</body></html>",), "web page"),
        ((b"\n<!doctype html>\n<p>Sign in</p>\n",), "web page"),
        ((), "empty answer"),
        ((b"\n\n",), "empty answer"),
    ],
)
def test_what_is_no_stream_is_a_protocol_error(origin, settings, body, sentence):
    origin.answer(Reply(body, headers={"Content-Type": "text/html"}))

    outcome = asked(settings)

    assert isinstance(outcome.error, StreamProtocolError)
    assert sentence in str(outcome.error)
    assert "Sign in" not in str(outcome.error)


def test_a_wrong_key_told_as_json_rpc_with_status_200_is_a_wrong_key(origin, settings):
    origin.answer(Reply((b'{"jsonrpc":"2.0","error":{"code":-32001,"message":"no"},"id":null}',)))

    assert isinstance(asked(settings).error, NotAuthenticated)


@pytest.mark.rule("7")
@pytest.mark.case("S24")
@pytest.mark.parametrize(
    "body",
    [b'{"error":{"code":"x","message":"said so"}}', b"text", b"<h1>html</h1>", b"x" * 10_000_000, b""],
    ids=["json", "text", "html", "huge", "empty"],
)
@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, BadRequest), (401, NotAuthenticated), (403, NotAllowed), (404, NotFound), (500, ServiceFailed)],
)
def test_an_error_status_becomes_its_error(origin, settings, status, kind, body):
    origin.answer(Reply((body,), status=status))

    outcome = asked(settings)

    assert type(outcome.error) is kind
    assert outcome.error.status == status
    assert len(origin.requests) == 1
    assert len(str(outcome.error)) < 500
    assert "html" not in str(outcome.error)
    assert ("said so" in str(outcome.error)) == (b"said so" in body)


@pytest.mark.case("A15")
@pytest.mark.parametrize("status", [403, 404])
@pytest.mark.parametrize("question", [{"input": "Orders"}, {}], ids=["question", "read"])
def test_a_chat_that_is_unknown_or_another_users_says_to_start_a_new_one(origin, settings, status, question):
    origin.answer(Reply(status=status))

    outcome = asked(settings, ChatRequest(session_settings=ADA, chat_id="chat-0", **question))

    assert "--new" in str(outcome.error)


def test_a_user_who_may_not_ask_at_all_is_told_of_no_chat(origin, settings):
    origin.answer(Reply(status=403))

    assert "chat" not in str(asked(settings).error).lower().replace("svcchat", "")


@pytest.mark.case("R17")
def test_what_the_service_says_is_made_printable(origin, settings):
    origin.answer(Reply((b'{"message":"a\\u202e\\u001b[31m\\u0000b\\nc"}',), status=400))

    text = str(asked(settings).error)

    assert text.isprintable()


@pytest.mark.case("K08")
@pytest.mark.parametrize("status", [302, 400, 401, 404, 500])
def test_a_key_in_the_services_words_is_redacted(origin, settings, status):
    said = f'{{"message": "Authorization: Api-Key {KEY} {"x" * 250}"}}'.encode()
    origin.answer(Reply((said,), status=status, headers={"Location": f"https://{KEY}.example/"}))

    assert KEY not in str(asked(settings).error)
    assert KEY[:12] not in str(asked(settings).error)


@pytest.mark.case("S28")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("target", ["https://other.example/secret?token=1", "/elsewhere", "http://[bad", ""])
def test_a_redirect_is_not_followed(origin, settings, status, target):
    origin.answer(Reply(status=status, headers={"Location": target}))

    outcome = asked(settings)

    assert isinstance(outcome.error, ServiceFailed)
    assert len(origin.requests) == 1
    assert "secret" not in str(outcome.error)
    assert ("other.example" in str(outcome.error)) == ("other" in target)


@pytest.mark.case("S25")
@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_twice_more(origin, settings, status):
    pauses = Pauses()
    origin.answer(Reply(status=status, headers={"Retry-After": "7"}), Reply(status=status), Reply((SHORT,)))

    outcome = asked(settings, timing=pauses.timing)

    assert outcome.lines == LINES
    assert pauses.seconds == [7.5, 1.0]


@pytest.mark.case("S25")
def test_a_service_that_stays_busy_is_left_alone_after_two_repeats(origin, settings):
    origin.answer(Reply(status=429))

    outcome = asked(settings, timing=Pauses().timing)

    assert isinstance(outcome.error, TooBusy)
    assert len(origin.requests) == 3


@pytest.mark.case("S25")
@pytest.mark.parametrize("retries", [0, 1, 4])
def test_how_often_to_ask_again_is_a_setting(origin, settings, retries):
    origin.answer(Reply(status=429))

    asked(replace(settings, retries=retries), timing=Pauses().timing)

    assert len(origin.requests) == 1 + retries


@pytest.mark.case("S25")
def test_how_long_to_wait_at_the_services_word_is_a_setting(origin, settings):
    pauses = Pauses()
    origin.answer(Reply(status=503, headers={"Retry-After": "30"}), Reply((SHORT,)))

    asked(replace(settings, max_retry_after_seconds=2), timing=pauses.timing)

    assert pauses.seconds == [2.5]


@pytest.mark.parametrize("status", [408, 502, 504])
def test_a_read_is_repeated_where_a_question_is_not(origin, settings, status):
    origin.answer(Reply(status=status))

    asked(settings, QUESTION, Pauses().timing)
    asked(settings, READ, Pauses().timing)

    assert len(origin.requests) == 1 + 3


@pytest.mark.case("S25")
def test_a_pause_before_a_repeat_can_be_cancelled(origin, settings):
    async def cancelled(client):
        task = asyncio.create_task(streamed(client))
        await asyncio.to_thread(origin.asked.acquire)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    origin.answer(Reply(status=503, headers={"Retry-After": "60"}))

    assert with_client(settings, cancelled)


@pytest.mark.case("S26")
def test_a_refused_connection_is_tried_three_times(settings):
    pauses = Pauses()
    with socket.socket() as unused:  # bound, so that nobody else takes the port, but it does not listen
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}{CHAT_PATH}"
        outcome = asked(replace(settings, chat_url=url), timing=pauses.timing)

    assert type(outcome.error) is ConnectionFailed
    assert len(pauses.seconds) == 2


@pytest.mark.case("S26")
def test_a_host_that_does_not_exist_is_no_connection(settings):
    url = f"https://nowhere.invalid{CHAT_PATH}"

    outcome = asked(replace(settings, chat_url=url, connect_seconds=5.0), timing=Pauses().timing)

    assert isinstance(outcome.error, ConnectionFailed)
    assert "nowhere.invalid" in str(outcome.error)


@pytest.mark.case("S26")
def test_a_connection_that_hangs_is_given_up(settings):
    with socket.socket() as full:  # listens, but accepts nobody: its queue is full
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        held = [socket.socket() for _ in range(4)]
        for each in held:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))

        slow = replace(settings, chat_url=f"http://127.0.0.1:{port}{CHAT_PATH}", connect_seconds=0.1)
        outcome = asked(slow, timing=Pauses().timing)
        for each in held:
            each.close()

    assert isinstance(outcome.error, ConnectionFailed)
    assert "within 0.1 seconds" in str(outcome.error)


@pytest.mark.case("S29")
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
def test_no_proxy_stands_between_us_and_this_machine(origin, settings, monkeypatch, variable):
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    origin.answer(Reply((SHORT,)))

    assert asked(settings).lines == LINES


@pytest.mark.case("S27")
def test_a_server_that_hangs_up_before_answering_is_not_asked_again(origin, settings):
    origin.answer(Reply(raw=b"", ending=Ending.CUT))

    outcome = asked(settings)

    assert isinstance(outcome.error, StreamTruncated)
    assert len(origin.requests) == 1


def test_a_request_that_breaks_a_rule_is_not_sent(origin, settings):
    outcome = asked(settings, ChatRequest(session_settings=ADA, input=" "))

    assert isinstance(outcome.error, RequestRefused)
    assert not origin.requests


@pytest.mark.rule("4.2")
def test_an_abort_names_the_chat_and_the_user(origin, settings):
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))

    with_client(settings, lambda client: client.abort(AbortRequest(chat_id="c", session_settings=ADA)))

    [request] = origin.of(ABORT_PATH)
    assert request.json() == {"chatId": "c", "sessionSettings": {"externalId": "ada"}}


@pytest.mark.case("S34")
@pytest.mark.parametrize(("status", "kind"), [(403, NotAllowed), (404, NotFound)])
def test_a_refused_abort_says_why(origin, settings, status, kind):
    origin.on(ABORT_PATH, Reply(status=status))

    with pytest.raises(kind):
        with_client(settings, lambda client: client.abort(AbortRequest(chat_id="c")))


@pytest.mark.rule("4.3")
def test_a_session_is_made_for_a_user(origin, settings):
    origin.on(SESSION_PATH, Reply((b'{"sessionId":"s-1","more":1}',)))

    session = with_client(settings, lambda c: c.generate_session(SessionRequest(external_id="ada")))

    assert session == "s-1"
    assert origin.of(SESSION_PATH)[0].json() == {"externalId": "ada"}


@pytest.mark.parametrize("body", [b"{}", b"<html>", b"", b'{"sessionId":5}'])
def test_an_answer_without_a_session_is_a_protocol_error(origin, settings, body):
    origin.on(SESSION_PATH, Reply((body,)))

    with pytest.raises(StreamProtocolError):
        with_client(settings, lambda c: c.generate_session(SessionRequest(external_id="ada")))


def test_the_model_is_asked_for_as_a_user_on_a_branch(origin, settings):
    origin.on("/acme/meta", Reply((MODEL,)))
    asked = MetaRequest(session_settings=ADA, active_branch_name="b")

    described = with_client(with_query(settings, origin), lambda client: client.describe_model(asked))

    assert origin.of("/acme/meta")[0].json() == {
        "sessionSettings": {"externalId": "ada"},
        "activeBranchName": "b",
    }
    assert described.cubes[0].members[0].agg_type == "sum"


@pytest.mark.case("K08")
def test_a_model_that_holds_the_key_is_shown_without_it(origin, settings):
    origin.on("/acme/meta", Reply((MODEL.replace(b"What was paid", KEY.encode()),)))

    described = with_client(with_query(settings, origin), lambda client: client.describe_model(MetaRequest()))

    assert KEY not in repr(described)


@pytest.mark.parametrize("body", [b"{}", b"<html>", b"", b'{"cubes":5}', MODEL[:-1]])
def test_an_answer_without_a_model_is_a_protocol_error(origin, settings, body):
    origin.on("/acme/meta", Reply((body,)))

    with pytest.raises(StreamProtocolError):
        with_client(with_query(settings, origin), lambda client: client.describe_model(MetaRequest()))


def test_a_service_without_an_address_for_its_model_says_so(origin, settings):
    origin.on("/acme/meta", Reply(status=404))

    with pytest.raises(NotFound):
        with_client(with_query(settings, origin), lambda client: client.describe_model(MetaRequest()))


def with_query(settings, origin):
    return replace(settings, query_url=f"{origin.url}/acme/sql")


def test_without_a_key_there_is_no_client(settings):
    with pytest.raises(SettingsError, match="SVCCHAT_API_KEY"):
        ChatClient(replace(settings, api_key=None))


@pytest.mark.case("K03")
@pytest.mark.case("K09")
def test_a_client_does_not_show_or_give_away_its_key(settings):
    client = ChatClient(settings)

    assert KEY not in repr(client) + repr(vars(client)) + str(client)
    for copied in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(client)


@pytest.mark.case("K05")
def test_debug_logs_of_every_library_are_without_the_key(origin, settings, caplog):
    caplog.set_level(logging.DEBUG)
    origin.answer(Reply((SHORT,)), Reply(status=500), Reply((SHORT[:50],), ending=Ending.RESET))

    for _ in range(3):
        asked(settings)

    assert "send_request_headers" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.case("K04")
@pytest.mark.parametrize(
    "reply",
    [
        Reply((SHORT[:50],), ending=Ending.RESET),
        Reply((b"<html>",)),
        Reply(status=500),
        Reply(raw=b"nonsense\r\n\r\n"),
        Reply(raw=b"", ending=Ending.CUT),
    ],
    ids=["reset", "html", "status", "nonsense", "hang-up"],
)
def test_no_error_leads_to_a_request_that_holds_the_key(origin, settings, reply):
    origin.answer(reply)

    error = asked(settings).error

    chain: list[BaseException] = []
    at: BaseException | None = error
    while at is not None:
        chain.append(at)
        at = at.__cause__ or at.__context__

    assert all(isinstance(each, SvcchatError) for each in chain)
    assert not any(isinstance(each, httpx.HTTPError) for each in chain)
    assert KEY not in "".join(repr(each) + repr(vars(each)) for each in chain)


def test_a_client_repr_names_its_host():
    url = "https://ai.example.com/stream-chat-state"

    assert repr(ChatClient(Settings(chat_url=url, api_key=KEY))) == "ChatClient(ai.example.com)"
