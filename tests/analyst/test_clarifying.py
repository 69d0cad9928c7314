"""Where two readings of a known kind fit equally well, it asks which is meant, and the next message picks."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.ambiguous import open_tools
from tests.campaigns.question_sets import left

TODAY = date(2024, 6, 1)
ASKED = {
    "date": ("postage by month", ("pickup date", "delivery date")),
    "value of two dimensions": ("postage for Oslo", ("sender city Oslo", "receiver city Oslo")),
    "titles": ("settled value in 2024", ("claim settled value", "payout settled value")),
    "per entity": ("toll per driver", ("toll of each driver", "the average over all drivers")),
    "rows or things": ("how many customers were visited in 2024", ("visits", "different customers")),
    "share of what": (
        "share of missed visits by region",
        ("missed visits as a share of visits", "a share of all missed visits"),
    ),
    "value or unit": ("monthly claims", ("rhythm monthly", "by month")),
}


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    found, engine = open_tools(tmp_path_factory.mktemp("parcels"))
    yield found
    engine.close()


def chat(tools, *messages):
    """The outcome, the choices, the statements and the text of the last message."""
    remembered, events = b"", []
    for message in messages:
        events = asyncio.run(turn(tools, message, remembered))
        remembered = left(events)

    outcome = next(each for each in reversed(events) if isinstance(each, Outcome))
    sql = [each.sql for each in events if isinstance(each, SqlStarted)]
    return outcome, sql, "".join(each.text for each in events if isinstance(each, AnswerText))


async def turn(tools, message, remembered):
    return [each async for each in OfflineAnalyst().answer(Task(message, TODAY, remembered), tools)]


@pytest.mark.parametrize(("question", "labels"), ASKED.values(), ids=ASKED)
def test_rivals_of_a_known_kind_are_asked_about_and_nothing_is_computed(tools, question, labels):
    outcome, sql, text = chat(tools, question)

    assert (outcome.kind, tuple(label for label, _ in outcome.choices), sql) == ("clarify", labels, [])
    assert all(label in text for label in labels)


@pytest.mark.parametrize("question", [question for question, _ in ASKED.values()], ids=ASKED)
def test_each_choice_is_a_question_that_is_answered_and_differs_from_the_others(tools, question):
    outcome, *_ = chat(tools, question)
    answers = [chat(tools, choice) for _, choice in outcome.choices]

    assert {each[0].kind for each in answers} == {"answered"}
    assert len({tuple(sql) for _, sql, _ in answers}) == len(answers) > 1


@pytest.mark.parametrize(
    ("message", "at"),
    [
        ("1", 0),
        ("2", 1),
        ("2.", 1),
        ("number 2", 1),
        ("the second", 1),
        ("the first one please", 0),
        ("the last one", 1),
        ("delivery date", 1),
        ("by pickup date please", 0),
        ("I mean the delivery date", 1),
        ("postage by month, by delivery date", 1),
    ],
)
def test_the_next_message_picks_by_number_place_or_name(tools, message, at):
    outcome, *_ = chat(tools, "postage by month")

    picked, sql, _ = chat(tools, "postage by month", message)

    assert (picked.kind, sql) == ("answered", chat(tools, outcome.choices[at][1])[1])


def test_a_new_question_is_no_choice(tools):
    assert chat(tools, "postage by month", "parcels by plan")[1] == chat(tools, "parcels by plan")[1]
    assert chat(tools, "postage by month", "3")[0].kind == "refused"
    assert chat(tools, "postage by month", "3", "2")[0].kind == "answered"


def test_a_choice_of_a_follow_up_goes_on_from_the_chat(tools):
    asked = ("postage by plan", "only Oslo")

    outcome, *_ = chat(tools, *asked)
    _, (sql,), _ = chat(tools, *asked, "2")

    assert outcome.kind == "clarify"
    assert "receiver_city = 'Oslo'" in sql
    assert "sender_city" not in sql
    assert "plan" in sql


def test_a_singular_that_could_be_several_rows_is_asked_about(tools):
    asked = ("parcels by sender city", "postage of that sender city")

    outcome, *_ = chat(tools, *asked)
    _, (sql,), _ = chat(tools, *asked, "Oslo")

    assert [label for label, _ in outcome.choices] == ["sender city Bergen", "sender city Oslo"]
    assert "sender_city = 'Oslo'" in sql


def test_what_the_answer_before_was_kept_by_is_part_of_each_choice(tools):
    asked = ("parcels by sender city for plan monthly", "postage of that sender city")

    outcome, *_ = chat(tools, *asked)

    assert [each for _, each in outcome.choices] == [
        "postage of sender city Bergen for plan monthly",
        "postage of sender city Oslo for plan monthly",
    ]
    assert chat(tools, *asked, "2")[1] == chat(tools, outcome.choices[1][1])[1]


@pytest.mark.parametrize(
    "question",
    [
        "postage by month, by pickup date",
        "postage for receiver city Oslo",
        "parcels by plan",
        "parcels from Oslo",
    ],
)
def test_what_is_clear_is_not_asked_about(tools, question):
    """The control: one word more, and there is nothing to ask."""
    assert chat(tools, question)[0].kind == "answered"
