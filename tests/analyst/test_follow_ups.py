"""A follow-up behind its chat computes what a whole question computes by itself."""

import asyncio
import random
import re
from contextlib import contextmanager
from datetime import date
from itertools import product
from pathlib import Path

import pytest
import yaml

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.evaluation.question_file import read_question_file
from tests.campaigns.question_sets import SETS, left, open_set, set_names

TODAY = date(2025, 1, 10)
CHATS = yaml.safe_load(Path(__file__).with_name("follow_ups.yml").read_text("utf-8"))
ASKED = [(name, *chat) for name, chats in CHATS.items() for chat in chats]
NO_ANSWER = {None: "refused", "?": "clarify"}
EVERY = 12  # of which one is asked in every run


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """The tools of each model, opened once."""
    with opened(tmp_path_factory.mktemp("sets")) as found:
        yield found


@contextmanager
def opened(folder):
    engines = []
    found = {}
    for name in CHATS:
        found[name], engine = open_set(name, folder / name)
        engines.append(engine)

    yield found
    for engine in engines:
        engine.close()


def turn(using, question, remembered):
    async def collect():
        return [event async for event in OfflineAnalyst().answer(Task(question, TODAY, remembered), using)]

    return asyncio.run(collect())


def chat(using, *questions):
    """The events of the last question of a chat."""
    remembered, events = b"", []
    for question in questions:
        events = turn(using, question, remembered)
        remembered = left(events) or remembered

    return events


def computed(events):
    """The statements, whatever the order of their conditions and the names of their columns."""
    return [
        sorted(
            re.sub(r" AS \S+$", "", line.strip().removeprefix("AND ").removeprefix("WHERE "))
            for line in event.sql.splitlines()
        )
        for event in events
        if isinstance(event, SqlStarted)
    ]


def outcome(events):
    return next(event.kind for event in reversed(events) if isinstance(event, Outcome))


@pytest.mark.parametrize(
    ("name", "kind", "questions", "whole"),
    [pytest.param(*each, marks=pytest.mark.long if at % EVERY else ()) for at, each in enumerate(ASKED)],
)
def test_a_follow_up_computes_what_the_whole_question_does(tools, name, kind, questions, whole):
    events = chat(tools[name], *questions)
    if whole in NO_ANSWER:
        assert (computed(events), outcome(events)) == ([], NO_ANSWER[whole])
        return

    wanted = computed(chat(tools[name], whole))
    assert wanted, whole
    assert computed(events) == wanted


def test_there_are_many_kinds_over_several_models():
    assert len(ASKED) >= 150
    assert len({kind for _, kind, *_ in ASKED}) >= 40
    assert len(CHATS) >= 10


@pytest.mark.long
def test_without_what_was_remembered_the_same_words_are_not_a_follow_up(tools):
    """The control: what makes the difference is the memory, not the words."""
    followed = [each for each in ASKED if each[3] not in NO_ANSWER and not each[1].startswith("topic")]
    for name, _, questions, whole in followed[::12]:
        alone = computed(turn(tools[name], questions[-1], b""))
        assert alone != computed(turn(tools[name], whole, b"")), questions


REPEATED = ("customers who never ordered", "revenue by month", "top 5 products by revenue in 2024")


@pytest.mark.parametrize(("first", "second"), list(product(REPEATED, REPEATED)))
def test_a_question_is_answered_behind_any_other(tools, first, second):
    assert Outcome("answered") in chat(tools["demo"], first, second)


@pytest.mark.long
@pytest.mark.parametrize("name", set_names(held_out=False))
def test_no_order_of_questions_is_too_much(name, tmp_path):
    using, engine = open_set(name, tmp_path)
    asked = [each.question for each in read_question_file(SETS / name / "questions.yml")]
    random.Random(7).shuffle(asked)
    remembered = b""
    for question in asked:
        events = turn(using, question, remembered)
        remembered = left(events) or remembered
        assert any(isinstance(each, Outcome) for each in events), question

    engine.close()
