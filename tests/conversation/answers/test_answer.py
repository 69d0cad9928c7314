import pytest

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.errors import (
    DeadlineExceeded,
    NotAnswered,
    RequestRefused,
    StreamFailed,
    StreamStopped,
    StreamTruncated,
)
from svcchat_magic.protocol.fold import fold
from svcchat_magic.protocol.messages import Choice, decode_messages
from svcchat_magic.protocol.outcomes import TurnOutcome
from svcchat_magic.protocol.transcript import Status, Transcript
from tests.faults.scripted_origin import recorded


def answer(name="revenue_by_channel"):
    stream = recorded(name).rstrip(b"\n")
    return Answer("Orders", fold(decode_messages(stream.split(b"\n"))), 1.25, (stream,))


def test_an_answer_shows_itself_in_one_calm_line():
    assert repr(answer()) == "Answer(complete: 1 result, 1.2 s, chat chat-1)"


def test_messages_are_read_from_the_kept_stream():
    assert [each.id for each in answer("short").messages][:2] == ["__cutoff__", "u1"]


def test_a_result_that_is_not_there_is_a_sentence():
    with pytest.raises(RequestRefused, match="has 1"):
        answer().df(1)


@pytest.mark.parametrize("give", [Answer.df, Answer.chart])
def test_an_answer_without_results_says_that_it_has_none(give):
    told_in_words = Answer("q", Transcript(status=Status.COMPLETE, answer="There is nothing."), 1.0)

    with pytest.raises(RequestRefused, match="has no results"):
        give(told_in_words)


def test_a_result_is_given_as_a_frame_that_knows_its_chat():
    frame = answer().df(-1)

    assert list(frame["channel"]) == ["web", "shop", "phöne"]
    assert frame.svc.chat_id == "chat-1"


def test_a_complete_answer_raises_nothing():
    answer().raise_unless_complete()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (Status.ABORTED, StreamStopped),
        (Status.SUSPENDED, StreamStopped),
        (Status.FAILED, StreamFailed),
        (Status.DROPPED, StreamTruncated),
        (Status.TIMED_OUT, DeadlineExceeded),
    ],
)
def test_an_incomplete_answer_raises_what_happened(status, kind):
    incomplete = Answer("q", Transcript(status=status, error="because"), 1.0)

    with pytest.raises(kind, match="because"):
        incomplete.raise_unless_complete()


def with_outcome(outcome, choices=(), status=Status.COMPLETE):
    return Answer("q", Transcript(status=status, outcome=TurnOutcome(outcome), choices=choices), 1.0)


@pytest.mark.parametrize("outcome", ["", "answered"])
def test_an_answer_that_is_not_known_to_be_refused_raises_nothing(outcome):
    answered = with_outcome(outcome)

    answered.raise_unless_answered()

    assert answered.is_answered
    assert answered.outcome == outcome


@pytest.mark.parametrize(
    ("outcome", "choices", "sentence"),
    [("refused", (), "text says why"), ("clarify", (Choice("2024", "Revenue in 2024"),), "choices")],
)
def test_a_refusal_and_a_question_back_raise_only_when_asked_to(outcome, choices, sentence):
    unanswered = with_outcome(outcome, choices)

    unanswered.raise_unless_complete()
    with pytest.raises(NotAnswered, match=sentence) as raised:
        unanswered.raise_unless_answered()

    assert not unanswered.is_answered
    assert unanswered.choices == choices
    assert "\n" not in str(raised.value)


def test_an_incomplete_answer_is_not_answered_either():
    stopped = with_outcome("answered", status=Status.ABORTED)

    with pytest.raises(StreamStopped):
        stopped.raise_unless_answered()

    assert not stopped.is_answered
