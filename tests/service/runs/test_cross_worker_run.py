"""A question sent again to another worker while the first answers it (decisions/readers-and-runs)."""

import asyncio
import json
import threading
from dataclasses import replace
from http.client import IncompleteRead

import pytest

from svcchat_magic.analyst.events import AnswerText, ModelUsed, SqlStarted, Thought
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.service.process.http_server import LAST_BYTES_SECONDS
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.terminal_lines import FAILURE, STOPPED
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.settings import ApiKey
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, headers, lines, open_turn, read, send
from tests.service.conftest import ScriptedAnalyst
from tests.service.held_memory import tracing
from tests.service.stored_chats import long_chat
from tests.service.test_reattach import EXTERNAL, SENT, Alarm, body_of, final, leave
from tests.service.waiting_service import served_elsewhere
from tests.waiting import PATIENCE, until_ended

HELD = 20_000_000  # the messages of `__state__`, some times over while its line is written


@pytest.fixture(params=["sqlite", "postgres"])
def state(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres_database")

    return tmp_path / "state.sqlite"


@pytest.fixture
def alarm():
    return Alarm()


@pytest.fixture
def serve(workspace, clock, alarm, state):
    """Start a worker on the state around an analyst; the waits for lost readers end with the alarm."""
    running = []

    def started(analyst, **account):
        key = ApiKey("test-key-0123456789")
        chosen = replace(read_account(DEMO / "account.toml").with_key(key), **account)
        parts = ServiceComponents(chosen, open_store(state)[0], workspace, analyst, clock, sleep=alarm)
        running.append(RunningService(parts, key))
        return running[-1]

    yield started
    for service in running:
        service.stop()


class Idle(ScriptedAnalyst):
    """Is never to be asked."""

    async def answer(self, task, tools):
        raise AssertionError("a question was run twice")
        yield


def half_open(response, until="Half of "):
    """The messages up to one with that content, and the rest still to come."""
    messages = []
    while not messages or messages[-1].get("content") != until:
        messages.append(json.loads(response.readline()))

    return messages


def test_the_other_worker_gives_the_stream_from_its_first_line_to_its_end(serve):
    used = (ModelUsed(0, "small", 100, 20), ModelUsed(1, "small", 7))
    analyst = ScriptedAnalyst(events=(*used, Thought("Thinking"), AnswerText("Half of ")))
    working, other = serve(analyst), serve(Idle())
    connection, response, first = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)

    again, attached, opening = open_turn(other, "why?", **SENT)
    before = half_open(attached)
    analyst.release()

    messages = [opening, *before, *lines(attached.read())]
    once = lines(response.read())
    leave(connection, response)
    leave(again, attached)
    assert opening == first
    assert final(messages)[-1] == final(once)[-1]
    assert [each["id"] for each in messages[-2:]] == ["__state__", "__usage__"]
    assert messages[-2:] == once[-2:]
    assert messages[-1]["usage"]["totalTokens"] == 127
    sorts = [each["sort"] for each in messages[:-1]]
    assert sorts == sorted(set(sorts))
    assert len(analyst.tasks) == 1


def test_an_answer_made_in_one_go_is_whole_for_a_reader_elsewhere(serve):
    pieces = [f"{number} " for number in range(3000)]
    analyst = ScriptedAnalyst(events=(Thought("Thinking"), *map(AnswerText, pieces)))
    working, other = serve(analyst), serve(Idle())
    connection, response, _ = open_turn(working, "count", **SENT)
    while b"2999 " not in response.readline():
        continue

    again, attached, _ = open_turn(other, "count", **SENT)
    analyst.release()
    messages = lines(attached.read())
    leave(connection, response)
    leave(again, attached)

    assert final(messages)[-1]["content"] == "".join(pieces) + "it"
    assert final(messages)[-1]["isInProcess"] is False


@pytest.mark.long
def test_the_end_of_a_turn_in_a_long_chat_holds_little_of_it(serve):
    analyst = ScriptedAnalyst(waits=False)
    working, other = serve(analyst), serve(Idle())
    chat_id = long_chat(working)
    analyst.waits = True
    connection, response, _ = open_turn(working, "and?", chatId=chat_id, **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(other, "and?", chatId=chat_id, **SENT)
    before = half_open(attached)
    with tracing() as most_held:
        analyst.release()
        messages = [*before, *lines(attached.read())]
        held = most_held()

    once = lines(response.read())
    leave(connection, response)
    leave(again, attached)
    assert messages[-2]["id"] == once[-2]["id"] == "__state__"
    assert messages[-2]["state"] == once[-2]["state"]
    assert held < HELD


@pytest.mark.long
@pytest.mark.case("A16")
@pytest.mark.parametrize("through", ["working", "other"])
def test_an_abort_through_either_worker_stops_silent_work_and_ends_both_streams(serve, through):
    analyst = ScriptedAnalyst()
    services = {"working": serve(analyst), "other": serve(Idle())}
    connection, response, first = open_turn(services["working"], "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(services["other"], "why?", **SENT)
    half_open(attached)

    assert abort(services[through], first["state"]["chatId"], externalId="ada") == 204

    assert analyst.cancelled.wait(PATIENCE)
    for stream in (response, attached):
        messages = lines(stream.read())
        assert final(messages)[-1]["content"] == "Half of "
        assert final(messages)[-1]["isInProcess"] is False
        assert [each["id"] for each in messages[-2:]] == ["__aborted__", "__usage__"]

    leave(connection, response)
    leave(again, attached)


@pytest.mark.case("A16")
def test_an_abort_through_the_other_worker_interrupts_a_query(
    workspace, serve, endless_workspace, clock, state, queries
):
    class LongQuery:
        async def answer(self, task, tools):
            yield SqlStarted(0, "SELECT MEASURE(total) FROM big", "Big", "", task.question)
            await tools.run_sql("SELECT MEASURE(total) FROM big")

    key = ApiKey("test-key-0123456789")
    account = read_account(DEMO / "account.toml").with_key(key)
    parts = ServiceComponents(account, open_store(state)[0], endless_workspace, LongQuery(), clock)
    working, other = RunningService(parts, key), serve(Idle())
    connection, response, first = open_turn(working, "why?")
    while "toolCall" not in json.loads(response.readline()):
        continue

    begun = queries()
    assert abort(other, first["state"]["chatId"]) == 204

    until_ended(begun)
    assert lines(response.read())[-1]["id"] == "__state__"
    leave(connection, response)
    working.stop()


@pytest.mark.case("A19")
def test_a_second_question_on_a_streaming_chat_is_refused_by_the_other_worker(serve):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(Idle())
    connection, response, first = open_turn(working, "why?")
    assert analyst.waiting.wait(PATIENCE)
    body = {"input": "and?", "chatId": first["state"]["chatId"], "sessionSettings": EXTERNAL}

    status, _, refusal = call(other, chat_path(other), body)

    leave(connection, response)
    assert status == 409
    assert b"Streaming for thread is in progress" in refusal


def test_where_runs_do_not_live_on_a_resend_to_another_worker_does_not_attach(serve):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst, reattach_seconds=0), serve(Idle(), reattach_seconds=0)
    connection, response, _ = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)

    status, _, _ = call(other, chat_path(other), body_of("why?"))

    leave(connection, response)
    assert status == 409


def test_a_reader_on_another_worker_keeps_the_run_alive(serve, alarm):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(Idle())
    connection, response, _ = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    leave(connection, response)
    assert alarm.set.wait(PATIENCE)
    again, attached, _ = open_turn(other, "why?", **SENT)

    alarm.ring()
    analyst.release()

    messages = lines(attached.read())
    leave(again, attached)
    assert final(messages)[-1]["content"] == "Half of it"
    assert messages[-2]["id"] == "__state__"


class Talkative(ScriptedAnalyst):
    """Has more to say, once it is released, than may wait for a reader."""

    async def answer(self, task, tools):
        async for event in super().answer(task, tools):
            yield event

        for number in range(3000):
            yield AnswerText(f" {number}")


def test_a_long_answer_comes_to_its_end_though_all_its_readers_are_on_another_worker(serve, alarm):
    analyst = Talkative()
    working, other = serve(analyst), serve(Idle())
    connection, response, _ = open_turn(working, "count", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    leave(connection, response)
    assert alarm.set.wait(PATIENCE)
    again, attached, _ = open_turn(other, "count", **SENT)

    analyst.release()

    messages = lines(attached.read())
    leave(again, attached)
    assert final(messages)[-1]["content"].endswith(" 2998 2999")
    assert messages[-2]["id"] == "__state__"


@pytest.mark.long
def test_a_worker_that_stops_lets_its_reader_of_another_workers_run_come_to_the_end(serve):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(Idle())
    connection, response, _ = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(other, "why?", **SENT)
    stopping = threading.Thread(target=lambda: other.stop(PATIENCE))

    stopping.start()
    stopping.join(LAST_BYTES_SECONDS + 1)  # readers who are not waited for are cut by then
    analyst.release()

    messages = lines(attached.read())
    until_ended([stopping])
    leave(connection, response)
    leave(again, attached)
    assert final(messages)[-1]["content"] == "Half of it"
    assert messages[-2]["id"] == "__state__"


@pytest.mark.case("A03")
def test_a_reader_on_another_worker_reads_no_further_when_their_key_is_revoked(serve, tmp_path):
    stored, key = add_key(file := tmp_path / "a.keys.toml", "", "t1")
    analyst = ScriptedAnalyst()
    working, other = (serve(each, key_file=KeyFile(file)) for each in (analyst, Idle()))
    connection, response, _ = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    given = headers(other, Authorization=f"Api-Key {key.reveal()}")
    again, attached = send(other, chat_path(other), body_of("why?"), given=given)
    half_open(attached)

    revoke_key(file, stored.id, "t2")
    with pytest.raises(IncompleteRead):
        attached.read()

    analyst.release()
    assert lines(response.read())[-2]["id"] == "__state__"
    leave(connection, response)
    leave(again, attached)


def test_the_last_reader_leaving_another_worker_ends_the_run(serve, alarm):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(Idle())
    again = attached = None
    connection, response, first = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(other, "why?", **SENT)
    leave(connection, response)
    leave(again, attached)

    until_cancelled(analyst, alarm)

    assert final(read(other, first["state"]["chatId"]))[-1]["content"] == "Half of "


def until_cancelled(analyst, alarm):
    """Ring whenever the run waits for a reader, until it gives up waiting."""
    for _ in range(int(PATIENCE * 100)):
        if alarm.set.wait(0.01):
            alarm.set.clear()
            alarm.ring()

        if analyst.cancelled.is_set():
            return

    raise AssertionError("the run still waits")


def test_a_turn_that_ended_on_one_worker_is_given_again_whole_by_another(serve):
    analyst = ScriptedAnalyst(waits=False)
    working, other = serve(analyst), serve(Idle())
    once = ask(working, "why?", **SENT)

    again = ask(other, "why?", **SENT)

    assert chat_id_of(again) == chat_id_of(once)
    assert again[-2]["state"] == once[-2]["state"]


def test_a_failure_on_one_worker_is_told_by_the_other(serve):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(Idle())
    connection, response, _ = open_turn(working, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(other, "why?", **SENT)

    asyncio.run_coroutine_threadsafe(fail(analyst), analyst.loop).result()

    messages = lines(attached.read())
    leave(connection, response)
    leave(again, attached)
    assert messages[-2] == {"error": FAILURE}


@pytest.mark.long
@pytest.mark.case("A33")
def test_a_follower_is_told_that_the_working_process_was_killed(serve, state):
    process, working = served_elsewhere(state)
    other = serve(Idle())
    connection, response, first = open_turn(working, "why?", **SENT)
    half_open(response)
    again, attached, _ = open_turn(other, "why?", **SENT)
    half_open(attached)

    process.kill()
    process.wait()
    process.stdout.close()

    messages = lines(attached.read())
    leave(connection, response)
    leave(again, attached)
    assert final(messages)[-1]["isInProcess"] is False
    assert messages[-2] == {"error": STOPPED}
    assert final(read(other, first["state"]["chatId"]))[-1]["content"] == "Half of "


async def fail(analyst):
    for task in asyncio.all_tasks():
        if "_produce" in repr(task.get_coro()):
            task.cancel()
