"""What is meant and not said: money behind `how much`, a name behind `which`, another function."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import SqlFinished
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.campaigns.question_sets import left, open_set

TODAY = date(2025, 3, 1)


@pytest.fixture(scope="module")
def charity(tmp_path_factory):
    tools, engine = open_set("charity", tmp_path_factory.mktemp("charity"))
    yield tools
    engine.close()


def rows(tools, *questions):
    """The rows of the last result behind a chat of questions; none where nothing is computed."""
    remembered, found = b"", []
    for question in questions:
        found = asyncio.run(_events(Task(question, TODAY, remembered), tools))
        remembered = left(found)

    results = [event.rows.rows for event in found if isinstance(event, SqlFinished)]
    return results[-1] if results else None


async def _events(task, tools):
    return [event async for event in OfflineAnalyst().answer(task, tools)]


@pytest.mark.parametrize(
    ("chat", "same"),
    [
        (["How much was donated in 2024?"], ["amount donated in 2024"]),
        (["How much was donated in 2024?", "only by companies"], ["amount donated by companies in 2024"]),
        (["surplus by city", "only 2023 and 2024"], ["surplus by city from 2023 to 2024"]),
        (["average volunteers by city", "median instead"], ["median volunteers by city"]),
        (["how much did the number of donors change in 2024"], ["change in number of donors in 2024"]),
        (["how many people gave in 2024"], ["how many donors gave in 2024"]),
    ],
)
def test_these_compute_the_same(charity, chat, same):
    assert rows(charity, *chat) == rows(charity, *same) != None  # noqa: E711


def test_which_names_something_where_most_has_no_name(charity):
    ((cause, amount),) = rows(charity, "which cause was given the most money in 2023?")
    without = dict(rows(charity, "amount donated by cause in 2023"))

    assert cause is not None
    assert without[None] > amount == max(value for name, value in without.items() if name)


@pytest.mark.parametrize(
    "chat",
    [
        ["how much did people give in 2024 by country"],  # a count would be no answer
        ["surplus by city", "median instead"],  # a measure has no other function
    ],
)
def test_these_are_not_computed(charity, chat):
    assert rows(charity, *chat) is None
