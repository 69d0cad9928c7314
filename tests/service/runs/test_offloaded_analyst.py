"""A question that takes long to read holds up nobody else, and ends when it must (Z06)."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome, SqlFailed
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.runs.offloaded_analyst import SHORT, OffloadedAnalyst, in_time
from svcchat_magic.settings import ApiKey
from tests.analyst.demo import DemoTools, tools
from tests.analyst.shop import TODAY
from tests.raw_api import abort_path, ask, call, lines, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until

LONG = "Revenue by channel in 2024 " + "please " * 50
BY_MONTH = "Revenue by month in 2024"
SENT = {"messageId": "1736500000000-message"}

pytestmark = pytest.mark.case("Z06")


@pytest.fixture
def serve(start):
    """Start a service whose analyst is off the event loop."""
    analysts = []

    def started(**limits):
        chosen = Limits(**limits)
        analysts.append(OffloadedAnalyst(chosen))
        return start(analysts[-1], limits=chosen)

    yield started
    for analyst in analysts:
        analyst.close()


def processes(service):
    return list(service._parts.analyst._processes._all)


def idle(service):
    return list(service._parts.analyst._processes._idle)


def warmed(service):
    """The one process of a service that has read a long question."""
    ask(service, LONG)
    (process,) = processes(service)
    return process


def said(messages):
    """What an answer consists of, ids and times apart."""
    return [
        (each.get("content"), each.get("thinking"), (each.get("toolCall") or {}).get("input"))
        for each in messages
        if each.get("role") == "assistant"
    ]


@pytest.mark.long
@pytest.mark.parametrize("question", [BY_MONTH, LONG, "nonsense " * 100, "which data do you have?"])
def test_an_answer_is_the_same_wherever_it_is_made(serve, start, question):
    assert said(ask(serve(), question)) == said(ask(start(OfflineAnalyst()), question))


def test_short_questions_start_no_process_and_long_ones_share_it(serve):
    service = serve()
    assert len(LONG) > SHORT

    ask(service, BY_MONTH)
    assert processes(service) == []

    first = warmed(service)
    assert warmed(service) is first


@pytest.mark.case("K10")
def test_the_process_has_no_key_in_its_environment(serve, monkeypatch):
    monkeypatch.setenv("SVCCHAT_API_KEY", key := ApiKey("canary-key-0123456789").reveal())
    process = warmed(serve())

    given = [Path(f"/proc/{process.pid}/{name}").read_text() for name in ("environ", "cmdline")]

    assert key not in "".join(given)
    assert "SVCCHAT" not in given[0]


def test_others_are_served_and_an_abort_is_heard_while_a_question_is_read(serve):
    service = serve()
    process = warmed(service)
    os.kill(process.pid, signal.SIGSTOP)  # it never comes to an end
    connection, response, first = open_turn(service, LONG, **SENT)

    health = call(service, "/health", None, method="GET")
    other = ask(service, BY_MONTH, {"externalId": "ben"})
    aborted = call(service, abort_path(service), {"chatId": first["state"]["chatId"]})

    assert health[0] == 200
    assert other[-1]["id"] == "__state__"
    assert aborted[0] == 204
    assert "__aborted__" in [each.get("id") for each in lines(response.read())]
    connection.close()
    until(lambda: not process.is_alive)
    assert ask(service, LONG)[-1]["id"] == "__state__"  # in a new process


@pytest.mark.long
def test_an_answer_ends_at_its_time_with_a_sentence():
    analyst, task = OffloadedAnalyst(Limits()), Task(LONG, TODAY)

    async def scenario():
        whole = [event async for event in in_time(analyst.answer(task, tools()), PATIENCE)]
        (process,) = analyst._processes._all
        os.kill(process.pid, signal.SIGSTOP)
        return whole, process, [event async for event in in_time(analyst.answer(task, tools()), 0.2)]

    whole, process, cut = asyncio.run(scenario())

    assert len(whole) > 10
    assert cut == [
        Outcome("refused"),
        AnswerText("\n\nI stopped after 0.2 seconds. Ask a shorter question."),
    ]
    until(lambda: not process.is_alive)


def test_a_scripted_answer_ends_at_its_time_too(start):
    analyst = ScriptedAnalyst()
    service = start(analyst, limits=Limits(answer_seconds=0.2))

    messages = ask(service, "why?")

    assert said(messages)[-1][0] == "Half of \n\nI stopped after 0.2 seconds. Ask a shorter question."
    assert analyst.cancelled.is_set()


@pytest.mark.long
def test_a_killed_process_fails_its_own_answer_only(serve):
    service = serve()
    process = warmed(service)
    os.kill(process.pid, signal.SIGSTOP)
    connection, response, _ = open_turn(service, LONG, **SENT)
    until(lambda: process not in idle(service))  # it is at work on the answer

    os.kill(process.pid, signal.SIGKILL)

    assert lines(response.read())[-2].keys() == {"error"}
    connection.close()
    assert ask(service, LONG)[-1]["id"] == "__state__"


@pytest.mark.long
def test_one_users_long_questions_leave_a_process_to_another(serve):
    service = serve()
    process = warmed(service)
    os.kill(process.pid, signal.SIGSTOP)
    opened = [open_turn(service, LONG) for _ in range(5)]

    messages = ask(service, LONG, {"externalId": "ben"})

    assert messages[-1]["id"] == "__state__"
    os.kill(process.pid, signal.SIGCONT)
    for connection, response, _ in opened:
        assert lines(response.read())[-1]["id"] == "__state__"
        connection.close()


def test_the_processes_end_with_the_service(serve):
    service = serve()
    process = warmed(service)

    service._parts.analyst.close()

    until(lambda: not process.is_alive)


@pytest.mark.parametrize("question", [BY_MONTH, LONG])
@pytest.mark.parametrize("failure", [EngineError("It took too long."), QueryRefused("Not that.")])
def test_a_query_that_is_refused_or_fails_is_a_failed_step(question, failure):
    class Failing(DemoTools):
        async def run_sql(self, sql):
            raise failure

    async def scenario():
        analyst = OffloadedAnalyst(Limits())
        events = [event async for event in analyst.answer(Task(question, TODAY), Failing())]
        analyst.close()
        return events

    assert SqlFailed(0, str(failure)) in asyncio.run(scenario())
