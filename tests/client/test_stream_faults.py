"""The real client behind a proxy that breaks what a real service, or a scripted one, sends."""

import gzip
from dataclasses import replace

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.errors import DeadlineExceeded, StreamProtocolError, StreamTruncated
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.client.asking import asked
from tests.faults.fault_proxy import Fault, FaultProxy, How
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Ending, Reply, recorded
from tests.waiting import PATIENCE, growing_deadlines

SHORT = recorded("short")
LINES = SHORT.splitlines()
HEAD = b"HTTP/1.1 200 OK\r\n"
PLAIN = Reply((SHORT,), is_chunked=False)


@pytest.fixture
def proxy(origin):
    between = FaultProxy(origin.url)
    yield between
    between.close()


@pytest.fixture
def through(settings, proxy):
    """Settings that lead to the scripted origin through the proxy."""
    return replace(settings, chat_url=proxy.before(settings.chat_url))


def test_without_a_fault_the_proxy_changes_nothing(origin, through):
    origin.answer(PLAIN)

    assert asked(through).lines == LINES


@pytest.mark.case("S05")
@pytest.mark.parametrize("size", [1, 3, 50])
def test_slices_of_any_size_are_put_together(origin, proxy, through, size):
    origin.answer(PLAIN)
    proxy.meet(Fault(slice=size))

    assert asked(through).lines == LINES


@pytest.mark.case("S30")
def test_a_proxy_that_holds_the_answer_back_gives_it_in_one_burst(origin, proxy, through):
    origin.answer(Reply((SHORT[:300], SHORT[300:])))
    proxy.meet(Fault(is_held=True))

    with Conversation(through) as conversation:
        answer = conversation.ask("Orders")

    assert answer.status is Status.COMPLETE
    assert list(answer.lines) == LINES


@pytest.mark.case("S17")
@pytest.mark.parametrize("how", [How.FIN, How.RST])
def test_a_connection_cut_in_a_tool_call_is_lost_and_nothing_is_asked_twice(origin, proxy, through, how):
    origin.answer(PLAIN, Reply((recorded("state_read"),)))
    proxy.meet(Fault(cut_at=SHORT.index(b"toolCall") + 20, how=how))

    with Conversation(through) as conversation:
        answer = conversation.ask("Orders")

    asked_for, read = (request.json() for request in origin.requests)
    assert answer.status is Status.DROPPED
    assert "input" in asked_for
    assert "input" not in read


@pytest.mark.case("S18")
def test_a_connection_that_stalls_is_left_at_its_deadline(origin, proxy, through):
    origin.answer(PLAIN)
    whole = SHORT[:300].split(b"\n")[:-1]

    for seconds in growing_deadlines():
        proxy.meet(Fault(cut_at=300, how=How.STALL))
        outcome = asked(replace(through, idle_seconds=seconds))
        if outcome.lines == whole:
            break

    assert isinstance(outcome.error, DeadlineExceeded)
    assert outcome.lines == whole
    assert proxy.gone.wait(PATIENCE)


@pytest.mark.case("S19")
def test_a_drip_of_single_bytes_meets_the_deadline_of_a_message(origin, settings):
    origin.answer(Reply((LINES[0] + b"\n", *[b"x"] * 5_000), pause=0.01))

    outcome = asked(replace(settings, idle_seconds=0.2))

    assert isinstance(outcome.error, DeadlineExceeded)
    assert "No message from the service" in str(outcome.error)


@pytest.mark.case("S19")
def test_a_drip_of_whole_messages_meets_the_deadline_of_the_answer(origin, settings):
    origin.answer(Reply([LINES[0] + b"\n"] * 5_000, pause=0.01))

    outcome = asked(replace(settings, total_seconds=0.2))

    assert isinstance(outcome.error, DeadlineExceeded)
    assert "took longer" in str(outcome.error)


@pytest.mark.case("S04")
def test_an_inverted_byte_spoils_its_line_alone(origin, proxy, through):
    origin.answer(PLAIN)
    proxy.meet(Fault(corrupt_at=SHORT.index(b"Sev")))

    with Conversation(through) as conversation:
        answer = conversation.ask("Orders")

    assert answer.status is Status.COMPLETE
    assert answer.warnings == ("lines that could not be read: 1",)
    assert len(answer.messages) == len(LINES) - 1


def test_no_inverted_byte_leads_to_anything_but_a_typed_ending(origin, proxy, through):
    """The framing is HTTP's own here, so a byte of a chunk's size may be hit as well."""
    origin.answer(Reply((SHORT,)))
    with Conversation(through) as conversation:
        for offset in range(0, len(SHORT) + 10, 13):
            proxy.meet(Fault(corrupt_at=offset))
            turn = conversation.start("Orders", QuestionOptions(new=True))
            status = _ending(turn)

            assert status in {Status.COMPLETE, Status.FAILED, Status.DROPPED}, offset


def _ending(turn):
    try:
        return turn.finish().status
    except (StreamProtocolError, StreamTruncated):
        return Status.FAILED


@pytest.mark.case("S22")
@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"5;" + b"x" * 200_000, StreamProtocolError),
        (b"ffffffffffffffffffffffff\r\n{}", StreamProtocolError),
        (b"-1\r\n{}\r\n", StreamProtocolError),
        (b"2\r\n{}{}{}\r\n", StreamProtocolError),
        (b"100\r\n{}", StreamTruncated),
        (b"2\r\n{}\r\n", StreamTruncated),
    ],
    ids=["endless extension", "huge size", "negative size", "more than told", "less than told", "no end"],
)
def test_chunks_that_break_the_rules_are_never_an_answer(origin, settings, raw, kind):
    origin.answer(Reply(raw=HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + raw, ending=Ending.CUT))

    assert type(asked(settings).error) is kind


@pytest.mark.case("S22")
@pytest.mark.parametrize(
    "head",
    [
        b"".join(b"X-%d: y\r\n" % number for number in range(20_000)),
        b"X: " + b"y" * 2_000_000 + b"\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: five\r\n",
        b"X\x00: y\r\n",
        b"Transfer-Encoding: gzip\r\n",
    ],
    ids=["many", "long", "two lengths", "negative length", "no length", "control", "unknown coding"],
)
def test_a_flood_or_nonsense_in_the_head_is_a_protocol_error(origin, settings, head):
    origin.answer(Reply(raw=HEAD + head + b"\r\n" + SHORT, ending=Ending.CUT))

    outcome = asked(settings)

    assert isinstance(outcome.error, StreamProtocolError | StreamTruncated)
    assert not outcome.lines


@pytest.mark.case("S01")
def test_an_answer_shorter_than_its_length_is_truncated(origin, settings):
    told = b"Content-Length: %d\r\n\r\n" % len(SHORT)
    origin.answer(Reply(raw=HEAD + told + SHORT[:300], ending=Ending.CUT))

    assert isinstance(asked(settings).error, StreamTruncated)


@pytest.mark.case("S21")
def test_a_gzip_bomb_is_refused_before_it_is_unpacked(origin, settings):
    bomb = gzip.compress(b"x" * 50_000_000)
    origin.answer(Reply((bomb,), headers={"Content-Encoding": "gzip"}))

    outcome = asked(settings)

    assert isinstance(outcome.error, StreamProtocolError)
    assert "compressed" in str(outcome.error)
    assert not outcome.lines


@pytest.mark.case("S21")
def test_packed_bytes_that_claim_to_be_plain_are_no_messages(origin, settings):
    origin.answer(Reply((gzip.compress(SHORT),)))

    with Conversation(settings) as conversation, pytest.raises((StreamProtocolError, StreamTruncated)):
        conversation.ask("Orders").raise_unless_complete()


@pytest.mark.case("S23")
@pytest.mark.parametrize("kind", ["text/html", "application/x-ndjson", "text/plain; charset=utf-7", ""])
def test_the_kind_of_content_decides_nothing(origin, settings, kind):
    origin.answer(Reply((SHORT,), headers={"Content-Type": kind}))

    assert asked(settings).lines == LINES


@pytest.fixture
def real(service):
    """The embedded service behind the proxy."""
    between = FaultProxy(service.chat_url)
    yield between, Settings(chat_url=between.before(service.chat_url), api_key=service.api_key)
    between.close()


@pytest.mark.case("S30")
@pytest.mark.parametrize("fault", [Fault(), Fault(slice=17), Fault(is_held=True)], ids=repr)
def test_the_real_service_is_understood_through_any_proxy(real, fault):
    proxy, settings = real
    proxy.meet(fault)

    with Conversation(settings) as conversation:
        answer = conversation.ask("Revenue by month in 2024")

    assert answer.status is Status.COMPLETE
    assert len(answer.results[0].rows) == 12


@pytest.mark.case("S17")
@pytest.mark.parametrize("offset", [150, 900, 2_500])
def test_the_real_service_cut_off_is_asked_for_what_it_holds_and_the_chat_goes_on(real, offset):
    proxy, settings = real
    proxy.meet(Fault(cut_at=offset, how=How.RST))

    with Conversation(settings) as conversation:
        dropped = conversation.ask("Revenue by month in 2024")
        after = conversation.ask("Revenue by month in 2023", new=True)

    assert dropped.status is Status.DROPPED
    assert after.status is Status.COMPLETE


def test_the_key_is_in_no_outcome_of_these_faults(origin, proxy, through):
    origin.answer(PLAIN)
    for fault in (Fault(cut_at=40), Fault(cut_at=40, how=How.RST), Fault(corrupt_at=0)):
        proxy.meet(fault)
        outcome = asked(through)

        assert KEY not in repr(outcome)
