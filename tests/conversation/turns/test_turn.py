import threading
from dataclasses import replace

import pytest

from svcchat_magic.conversation.answers.turn_log import TurnLog
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns import turn_run
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.errors import (
    ConnectionFailed,
    NotAuthenticated,
    NotFound,
    ServiceFailed,
    StreamProtocolError,
)
from svcchat_magic.protocol.transcript import Status
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, chunks, recorded
from tests.waiting import PATIENCE, growing_deadlines, threads_of_ours
from tests.waiting import until as until_true

SHORT = recorded("short")
LINES = SHORT.splitlines(keepends=True)
NO_CONTENT = Reply(status=204, is_chunked=False)


@pytest.fixture
def conversation(settings):
    with Conversation(settings) as talk:
        yield talk


def until(turn, true):
    """Wait for the turn until something is true of its transcript."""
    while not true(turn.transcript()):
        assert not turn.is_done
        turn.wait(PATIENCE)


def test_a_whole_stream_is_a_complete_answer(origin, conversation):
    origin.answer(Reply(tuple(chunks(recorded("revenue_by_channel"), 100))))

    answer = conversation.ask("Revenue by channel")

    assert answer.status is Status.COMPLETE
    assert answer.text == "**The web** brought 1,200.50 € of revenue."
    assert answer.results[0].rows == (("web", 1200.5), ("shop", 800.25), ("phöne", None))
    assert answer.thinking == "The question asks for revenue."
    assert answer.transcript.usage.total_tokens == 30
    assert b"\n".join(answer.lines) + b"\n" == recorded("revenue_by_channel")


@pytest.mark.rule("2.3")
def test_every_question_carries_a_message_id(origin, conversation):
    origin.answer(Reply((SHORT,)))

    conversation.ask("Orders")

    assert origin.requests[0].json()["messageId"].removesuffix("-message").isdecimal()


@pytest.mark.parametrize(
    ("name", "status", "error"),
    [
        ("aborted", Status.ABORTED, ""),
        ("failed", Status.FAILED, "the model went away"),
        ("suspended", Status.SUSPENDED, ""),
    ],
)
def test_the_streams_own_ending_is_the_status(origin, conversation, name, status, error):
    origin.answer(Reply((recorded(name),)))

    answer = conversation.ask("Orders")

    assert (answer.status, answer.error, answer.text) == (status, error, "Sev")
    assert not origin.of(ABORT_PATH)


def test_a_failed_tool_is_part_of_a_complete_answer(origin, conversation):
    origin.answer(Reply((recorded("tool_error"),)))

    answer = conversation.ask("x")

    assert answer.status is Status.COMPLETE
    assert answer.transcript.tools[0].failure.error == "Error: no member x"
    assert answer.results == ()


@pytest.mark.case("S02")
@pytest.mark.case("S17")
@pytest.mark.parametrize("ending", [Ending.WHOLE, Ending.CUT, Ending.RESET])
def test_a_stream_that_stops_short_is_dropped_and_the_chat_read_once(origin, conversation, ending):
    origin.answer(Reply(tuple(LINES[:5]), ending=ending), Reply((recorded("state_read"),)))

    answer = conversation.ask("Orders")

    question, read = origin.of(CHAT_PATH)
    assert answer.status is Status.DROPPED
    assert answer.text == "Seven orders in all."
    assert answer.results[0].rows == ((7,),)
    assert "input" in question.json()
    assert "input" not in read.json()
    assert read.json()["chatId"] == "chat-1"


def test_a_chat_whose_last_question_is_another_adds_nothing(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5])), Reply((recorded("state_read"),)))

    answer = conversation.ask("Orders of last year")

    assert answer.text == "Sev€n "


def test_a_chat_that_cannot_be_read_again_leaves_a_warning(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5])), Reply(status=500))

    answer = conversation.ask("Orders")

    assert answer.status is Status.DROPPED
    assert answer.text == "Sev€n "
    assert any("Reading the chat again failed" in warning for warning in answer.warnings)


def test_a_drop_before_the_chat_is_known_reads_nothing(origin, conversation):
    origin.answer(Reply((b" ",), ending=Ending.RESET))

    answer = conversation.ask("Orders")

    assert answer.status is Status.DROPPED
    assert len(origin.requests) == 1


@pytest.mark.case("S14")
def test_a_drop_in_the_replay_of_a_chat_shows_nothing_of_its_past(origin, conversation):
    past = recorded("follow_up").splitlines(keepends=True)[:3]
    read = recorded("state_read").replace(b"Orders", b"And last year?")
    origin.answer(Reply(tuple(past), ending=Ending.RESET), Reply((read,)))
    conversation.resume("chat-1")

    answer = conversation.ask("And last year?")

    assert answer.results == ()
    assert answer.text == "Seven orders in all."


def test_a_cut_after_the_terminal_message_is_still_complete(origin, conversation):
    origin.answer(Reply((SHORT,), ending=Ending.RESET))

    assert conversation.ask("Orders").status is Status.COMPLETE


def test_a_connection_left_open_after_the_end_does_not_keep_the_turn(origin, conversation, monkeypatch):
    monkeypatch.setattr(turn_run, "USAGE_SECONDS", 0.05)
    origin.answer(Reply((SHORT,), ending=Ending.STALL))

    assert conversation.ask("Orders").status is Status.COMPLETE
    assert origin.gone.wait(PATIENCE)


@pytest.mark.case("S18")
def test_silence_is_timed_out_and_the_service_told_to_stop(origin, settings):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)

    for seconds in growing_deadlines():
        with Conversation(replace(settings, idle_seconds=seconds)) as conversation:
            answer = conversation.ask("Orders")

        if answer.text == "Sev€n ":
            break

    assert answer.status is Status.TIMED_OUT
    assert answer.text == "Sev€n "
    assert f"{seconds:g} second" in answer.error
    assert "raise idle_seconds" in answer.error
    assert origin.of(ABORT_PATH)[0].json()["chatId"] == "chat-1"


def test_a_timeout_for_one_question_ends_it(origin, conversation):
    origin.answer(Reply((), ending=Ending.STALL))

    answer = conversation.ask("Orders", timeout=0.001)

    assert answer.status is Status.TIMED_OUT
    assert answer.error == "The answer took longer than 0.001 seconds. To wait longer, raise timeout."


@pytest.mark.case("S33")
@pytest.mark.case("S34")
@pytest.mark.parametrize(
    ("reply", "failure"), [(NO_CONTENT, ""), (Reply(status=403), "403"), (Reply(status=404), "404")]
)
def test_stopping_keeps_what_came_and_tells_the_service(origin, conversation, reply, failure):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, reply)
    turn = conversation.start("Orders")
    until(turn, lambda transcript: transcript.answer)

    turn.stop()
    turn.stop()
    answer = turn.finish()
    turn.stop()

    assert answer.status is Status.ABORTED
    assert answer.text == "Sev€n "
    assert origin.gone.wait(PATIENCE)
    assert origin.of(ABORT_PATH)[0].json() == {"chatId": "chat-1", "sessionSettings": {"externalId": "ada"}}
    assert bool(answer.abort_failure) == bool(failure)


@pytest.mark.case("S34")
def test_an_abort_that_hangs_does_not_keep_the_turn(origin, settings):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(raw=b"", ending=Ending.STALL))
    with Conversation(replace(settings, abort_seconds=0.05)) as conversation:
        turn = conversation.start("Orders")
        until(turn, lambda transcript: transcript.answer)

        turn.stop()
        answer = turn.finish()

    assert answer.status is Status.ABORTED
    assert "The stop request failed" in answer.abort_failure


def test_a_question_that_is_stopped_while_its_service_is_reached_is_stopped(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)
    reach = conversation._opened

    def reach_slowly():
        assert conversation.stop()
        return reach()

    conversation._opened = reach_slowly
    turn = conversation.start("Orders")

    assert turn.wait_for_end(PATIENCE)
    assert turn.transcript().status is Status.ABORTED
    assert not conversation.stop()


def test_stopping_before_the_chat_is_known_only_closes_the_connection(origin, conversation):
    origin.answer(Reply((), ending=Ending.STALL))
    turn = conversation.start("Orders")
    origin.asked.acquire()

    turn.stop()

    assert turn.finish().status is Status.ABORTED
    assert origin.gone.wait(PATIENCE)
    assert not origin.of(ABORT_PATH)


def test_stopping_at_once_is_aborted(origin, conversation):
    origin.answer(Reply((SHORT,), ending=Ending.STALL))

    turn = conversation.start("Orders")
    turn.stop()

    assert turn.finish().status in {Status.ABORTED, Status.COMPLETE}


@pytest.mark.case("S33")
def test_a_turn_can_be_stopped_after_any_line(origin, conversation):
    origin.on(ABORT_PATH, NO_CONTENT)
    for count in range(len(LINES)):
        origin.answer(Reply(tuple(LINES[:count]), ending=Ending.STALL))
        turn = conversation.start("Orders", QuestionOptions(new=True))
        while len(turn.lines) < count:
            turn.wait(PATIENCE)

        turn.stop()

        assert turn.finish().status is Status.ABORTED
        assert turn.lines == tuple(line.rstrip(b"\n") for line in LINES[:count])


def test_waiting_tells_of_news_and_of_the_end(origin, conversation):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)
    turn = conversation.start("Orders")
    until(turn, lambda transcript: transcript.answer == "Sev€n ")

    until_true(lambda: not turn.wait(0.01))  # what was told last may still be news
    turn.stop()
    turn.finish()

    assert turn.wait(0)
    assert turn.wait(0)


def test_a_snapshot_without_news_is_the_same_object(origin, conversation):
    origin.answer(Reply((SHORT,)))
    turn = conversation.start("Orders")
    turn.finish()

    assert turn.transcript() is turn.transcript()


@pytest.mark.case("S03")
def test_a_bad_line_in_the_middle_is_counted_and_skipped(origin, conversation):
    origin.answer(Reply((LINES[0], b"{bad\n", *LINES[1:])))

    answer = conversation.ask("Orders")

    assert answer.status is Status.COMPLETE
    assert answer.warnings == ("lines that could not be read: 1",)
    assert len(answer.lines) == len(LINES) + 1
    assert len(answer.messages) == len(LINES)


@pytest.mark.case("S03")
def test_a_fourth_bad_line_fails_the_turn_and_keeps_what_came(origin, conversation):
    origin.answer(Reply((*LINES[:4], b"{bad\n" * 4, *LINES[4:])))

    answer = conversation.ask("Orders")

    assert answer.status is Status.FAILED
    assert answer.results[0].rows == ((7,),)


@pytest.mark.case("S03")
def test_a_bad_first_line_is_not_this_api(origin, conversation):
    origin.answer(Reply((b"hello\n", SHORT)))

    with pytest.raises(StreamProtocolError, match="not from this API"):
        conversation.ask("Orders")


@pytest.mark.case("S14")
def test_another_chats_stream_is_never_shown(origin, conversation):
    origin.answer(Reply((SHORT,)))
    conversation.resume("chat-2")

    with pytest.raises(StreamProtocolError, match="another chat"):
        conversation.ask("Orders")

    assert conversation.chat_id == "chat-2"


@pytest.mark.parametrize(("status", "kind"), [(401, NotAuthenticated), (404, NotFound), (500, ServiceFailed)])
def test_a_refused_question_raises(origin, conversation, status, kind):
    origin.answer(Reply(status=status))

    with pytest.raises(kind):
        conversation.ask("Orders")


def test_a_dead_address_raises(origin, settings):
    origin.close()

    with Conversation(settings) as conversation, pytest.raises(ConnectionFailed):
        conversation.ask("Orders")


@pytest.mark.case("S37")
def test_a_stream_over_its_limit_fails_and_the_service_is_told(origin, settings):
    origin.answer(Reply(tuple(LINES), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)

    with Conversation(replace(settings, max_stream_bytes=300)) as conversation:
        answer = conversation.ask("Orders")

    assert answer.status is Status.FAILED
    assert "300 bytes" in answer.error
    assert origin.of(ABORT_PATH)


@pytest.mark.case("K08")
def test_a_key_in_the_streams_error_is_redacted(origin, conversation):
    origin.answer(Reply((LINES[0], f'{{"error":"Api-Key {KEY} is bad"}}\n'.encode())))

    answer = conversation.ask("Orders")

    assert answer.error == "Api-Key *** is bad"
    assert KEY not in repr(answer)


def test_news_that_come_just_after_a_wait_are_there_at_the_next_one():
    log = TurnLog(None)
    wait = log._changed.wait

    def wait_too_short(seconds):
        found = wait(seconds)
        log.wake()
        return found

    log._changed.wait = wait_too_short
    assert not log.wait(0.0)

    log._changed.wait = wait
    assert log.wait(0.0)
    assert not log.wait(0.0)


def test_a_conversation_is_closed_though_its_turn_fails_meanwhile(origin, settings):
    others, may_fail = threads_of_ours(), threading.Event()

    def what_is_no_answer():
        may_fail.wait(PATIENCE)
        yield b"no line of this API\n"

    origin.answer(Reply(what_is_no_answer()))
    conversation = Conversation(settings)
    turn = conversation.start("Orders")

    def stop_too_late():
        may_fail.set()
        assert turn.wait_for_end(PATIENCE)

    turn.stop = stop_too_late
    conversation.close()

    assert turn.has_failed
    assert threads_of_ours() <= others


def test_a_running_turn_ends_when_its_conversation_is_closed(origin, settings):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)
    before = threads_of_ours()
    conversation = Conversation(settings)
    turn = conversation.start("Orders")
    while_open = threads_of_ours() - before

    conversation.close()

    assert turn.finish().status is Status.ABORTED
    assert while_open
    assert threads_of_ours() <= before
