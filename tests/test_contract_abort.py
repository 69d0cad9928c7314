"""An abort (4.2) wherever it meets the work: 204, the work stops, and what was said is kept."""

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlStarted, Thought
from tests.raw_api import EXTERNAL, abort, ask, chat_id_of, lines, open_turn, read
from tests.service.conftest import (  # noqa: F401 - fixtures
    ScriptedAnalyst,
    clock,
    queries,
    start,
    workspace,
    workspace_of,
)
from tests.waiting import PATIENCE, until_ended

PLACES = {
    "before the first word": (),
    "while it thinks": (Thought("Thinking"),),
    "while it says its answer, as a model does": (Thought("Thinking"), AnswerText("Half of ")),
    "in a tool call": (SqlStarted(0, "SELECT 1", "One", "", "why?"),),
}


@pytest.mark.rule("4.2:replies")
@pytest.mark.case("A16")
@pytest.mark.parametrize("events", PLACES.values(), ids=PLACES)
def test_an_abort_ends_the_stream_and_keeps_what_was_said(start, events):  # noqa: F811
    analyst = ScriptedAnalyst(events)
    service = start(analyst)
    connection, response, first = open_turn(service, "why?")
    chat_id = first["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)

    statuses = [abort(service, chat_id, **EXTERNAL) for _ in range(2)]

    assert statuses == [204, 204]
    assert analyst.cancelled.wait(PATIENCE)
    messages = lines(response.read())
    connection.close()
    last = {each["id"]: each for each in messages[:-1]}
    assert messages[-1]["id"] == "__state__"
    assert not any(each["isInProcess"] or each["isDelta"] for each in last.values())
    found = read(service, chat_id)
    assert [each | {"sort": 0} for each in found[1:-1]] == [each | {"sort": 0} for each in last.values()]
    assert found[-1]["state"] == messages[-1]["state"]


@pytest.mark.rule("7:204")
@pytest.mark.case("A16")
def test_an_abort_after_the_end_is_204_and_changes_nothing(start):  # noqa: F811
    service = start(ScriptedAnalyst(waits=False))
    chat_id = chat_id_of(ask(service, "why?"))
    before = read(service, chat_id)

    assert abort(service, chat_id, **EXTERNAL) == 204

    assert read(service, chat_id) == before


class Looking(ScriptedAnalyst):
    """Stands in the engine, looking at the values of a dimension."""

    async def answer(self, task, tools):
        yield Thought("Looking")
        self.waiting.set()
        await tools.values("big.word")


@pytest.fixture
def endless_words(tmp_path):
    """A model whose one dimension takes hours to list."""
    model = """
cubes:
  - name: big
    sql: >
      SELECT (a.range * b.range % 7)::VARCHAR AS word FROM range(10000000) a CROSS JOIN range(10000000) b
    dimensions:
      - {name: word, sql: word, type: string}
    measures:
      - {name: count, type: count}
"""
    with workspace_of(tmp_path, model) as opened:
        yield opened


@pytest.mark.case("A16")
def test_an_abort_interrupts_a_look_at_the_values(start, endless_words, queries):  # noqa: F811
    analyst = Looking()
    service = start(analyst, workspace=endless_words)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)
    looking = queries()

    assert abort(service, first["state"]["chatId"], **EXTERNAL) == 204

    response.read()
    connection.close()
    until_ended(looking)
