"""With `explain`, the thoughts of a turn name the five stages of its reading, and only what is visible."""

import asyncio

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import MetaSearched, Thought
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.demo import tools
from tests.analyst.shop import TODAY


def turn(question, *, explain):
    async def collect():
        task = Task(question, TODAY, explain=explain)
        return [event async for event in OfflineAnalyst().answer(task, tools())]

    return asyncio.run(collect())


def stages(question):
    """The stages by their number."""
    texts = [event.text for event in turn(question, explain=True) if isinstance(event, Thought)]
    return {int(text[2]): text for text in texts if text.startswith("**")}


def test_an_answer_has_all_five_stages():
    found = stages("top 3 products by revnue in Germany 2024")

    assert list(found) == [1, 2, 3, 4, 5]
    assert "revnue → revenue" in found[1]
    assert "revnue = measure line\\_items.revenue" in found[2]
    assert "value customers.country = Germany" in found[2]
    assert "quantities: revenue; groups: product; where: for Germany and in 2024" in found[3]
    assert "rank: highest first by revenue, 3 rows" in found[3]
    assert "FROM sales WHERE sales.country" in found[4]
    assert found[5] == "**5. Answer**: breakdown, 3 of 3 rows"


@pytest.mark.parametrize(
    ("question", "reached", "why"),
    [
        ("revenue by flavour", [1, 2, 3], "not understood: flavour"),
        ("delete all orders", [1, 2, 3], "stopped: command"),
    ],
)
def test_a_refused_question_says_where_it_stopped(question, reached, why):
    found = stages(question)

    assert [each for each in found if each != 4] == reached
    assert why in found[3]


def test_nothing_is_explained_unasked():
    events = turn("revenue by channel", explain=False)

    assert not [event for event in events if isinstance(event, Thought) and event.text.startswith("**1")]


@pytest.mark.parametrize(
    "question", ["revenue by channel", "revenue by flavour", "qwertz", "delete all orders", "what can I ask?"]
)
def test_every_turn_searches_the_model_once(question):
    assert len([event for event in turn(question, explain=False) if isinstance(event, MetaSearched)]) == 1
