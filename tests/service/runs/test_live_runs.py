"""Questions that arrive together get their first bytes before any analyst sets to work."""

import asyncio
import gc
from contextlib import contextmanager

from svcchat_magic.service.runs import live_runs
from svcchat_magic.service.runs.runs import Run
from tests.raw_api import ask, lines, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until


@contextmanager
def another_about_to_start(service):
    """As long as the block lasts, a second question is about to begin."""
    beginning = service._agent.runs.expected()
    in_loop(service, beginning.__enter__)
    yield
    in_loop(service, lambda: beginning.__exit__(None, None, None))


def in_loop(service, step, turns=0):
    async def run():
        for _ in range(turns):
            await asyncio.sleep(0)

        step()

    service._server.call(run())


def test_an_analyst_begins_once_no_other_question_is_about_to(start, monkeypatch):
    monkeypatch.setattr(live_runs, "LONGEST_COURTESY", PATIENCE)
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst)
    with another_about_to_start(service):
        connection, response, first = open_turn(service, "why?")
        assert first["id"] == "__cutoff__"
        in_loop(service, lambda: None, turns=100)
        assert analyst.tasks == []

    assert lines(response.read())[-1]["id"] == "__state__"
    connection.close()
    assert len(analyst.tasks) == 1


def test_it_does_not_wait_for_questions_without_end(start):
    service = start(ScriptedAnalyst(waits=False))
    with another_about_to_start(service):
        assert ask(service, "why?")[-1]["id"] == "__state__"


def test_a_run_that_has_ended_is_freed_at_once_with_its_lines(start):
    service = start(ScriptedAnalyst(waits=False))
    gc.collect()
    gc.disable()  # or what holds itself would be freed as well, at some time
    try:
        ask(service, "why?")

        assert until(lambda: not any(isinstance(each, Run) for each in gc.get_objects()))
    finally:
        gc.enable()
