"""Whether a question was answered, for those who opt in by a messageId (docs/contract.md, additions)."""

import pytest

from svcchat_magic.analyst.events import AnswerText, Outcome
from svcchat_magic.service.access.limits import Limits
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, lines, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

SENT = {"messageId": "1736500000000-message"}
OTHER = {"messageId": "1736500000001-message"}
ADA = {"externalId": "ada"}
CHOICES = (("By order date", "Revenue by order month"), ("By ship date", "Revenue by ship month"))
AS_SENT = [{"label": label, "question": question} for label, question in CHOICES]
ASKS_BACK = (AnswerText("Which date "), Outcome("clarify", CHOICES), AnswerText("do you mean?"))


def additions_of(messages):
    """The outcome and the choices of the final message; no other message may have them."""
    *others, final = [each for each in messages if each.get("role") == "assistant"]
    assert not any({"outcome", "choices"} & each.keys() for each in others)
    return final.get("outcome"), final.get("choices")


def read(service, chat_id, **more):
    status, _, body = call(service, chat_path(service), {"chatId": chat_id, "sessionSettings": ADA, **more})
    assert status == 200, body
    return lines(body)


def test_a_clarification_has_its_choices_as_complete_questions(start):
    service = start(ScriptedAnalyst(ASKS_BACK, waits=False))

    assert additions_of(ask(service, "revenue by month", **SENT)) == ("clarify", AS_SENT)


@pytest.mark.parametrize("asked_with", [{}, SENT], ids=["plain", "messageId"])
def test_every_reader_gets_what_it_opts_in_to_however_the_question_was_asked(start, asked_with):
    service = start(ScriptedAnalyst(ASKS_BACK, waits=False))
    turn = ask(service, "revenue by month", **asked_with)
    chat_id = chat_id_of(turn)

    assert additions_of(turn) == (("clarify", AS_SENT) if asked_with else (None, None))
    assert additions_of(read(service, chat_id)) == (None, None)
    assert additions_of(read(service, chat_id, **SENT)) == ("clarify", AS_SENT)


@pytest.mark.smoke
def test_a_question_sent_again_has_the_outcome_of_its_turn(start):
    service = start(ScriptedAnalyst(ASKS_BACK, waits=False))
    ask(service, "revenue by month", **SENT)

    assert additions_of(ask(service, "revenue by month", **SENT)) == ("clarify", AS_SENT)


def test_without_the_additions_the_bytes_are_those_of_an_analyst_that_does_not_say(start):
    plain = [event for event in ASKS_BACK if not isinstance(event, Outcome)]
    said, silent = (
        ask(start(ScriptedAnalyst(events, waits=False)), "revenue by month") for events in (ASKS_BACK, plain)
    )

    assert [sorted(each) for each in said] == [sorted(each) for each in silent]


def test_an_analyst_that_cannot_say_sends_no_outcome(start):
    service = start(ScriptedAnalyst((AnswerText("So it is."),), waits=False))

    assert additions_of(ask(service, "why?", **SENT)) == (None, None)


def test_the_last_outcome_counts(start):
    events = (Outcome("answered"), AnswerText("Well, "), Outcome("refused"), AnswerText("no."))
    service = start(ScriptedAnalyst(events, waits=False))

    assert additions_of(ask(service, "why?", **SENT)) == ("refused", [])


def test_a_turn_that_was_aborted_has_no_outcome(start):
    analyst = ScriptedAnalyst((AnswerText("Half "), Outcome("answered"), AnswerText("of ")))
    service = start(analyst)
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)

    abort(service, first["state"]["chatId"], **ADA)
    rest = lines(response.read())
    connection.close()

    assert additions_of(rest[:-2]) == (None, None)
    assert additions_of(read(service, first["state"]["chatId"], **SENT)) == (None, None)


def test_an_answer_that_took_too_long_is_none(start):
    analyst = ScriptedAnalyst((Outcome("answered"), AnswerText("Half of ")))
    service = start(analyst, limits=Limits(answer_seconds=0.05))

    assert additions_of(ask(service, "why?", **SENT)[:-2]) == ("refused", [])


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("revenue by region", "answered"),
        ("what can I ask?", "answered"),
        ("how is revenue defined?", "answered"),
        ("qwertz asdf", "refused"),
    ],
)
def test_the_offline_analyst_says_whether_it_answered(service, question, outcome):
    sent = {"messageId": f"{1736500000000 + len(question)}-message"}

    assert additions_of(ask(service, question, **sent)) == (outcome, [])


@pytest.mark.parametrize(
    ("sent", "explained"),
    [({**SENT, "explain": True}, True), ({**OTHER, "explain": False}, False), ({"explain": True}, False)],
    ids=["asked for", "not wanted", "without messageId"],
)
def test_the_reading_is_explained_to_those_who_ask_and_opt_in(service, sent, explained):
    turn = ask(service, "revenue by region", **sent)
    thoughts = [each.get("thinking") or "" for each in turn]

    assert any("3. Analysis" in each for each in thoughts) == explained
    assert ("quantities: revenue; groups: region" in " ".join(thoughts)) == explained
