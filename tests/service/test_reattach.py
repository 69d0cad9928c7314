"""A question that is sent again with its messageId is never run twice (decisions/readers-and-runs)."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import IncompleteRead

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlStarted, Thought
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs import chat_service
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.terminal_lines import FAILURE, STOPPED
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.settings import ApiKey
from tests.raw_api import (
    EXTERNAL,
    abort,
    ask,
    call,
    chat_id_of,
    chat_path,
    headers,
    lines,
    open_turn,
    read,
    send,
)
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import REVOKE, as_page, make
from tests.waiting import PATIENCE, until_ended

SENT = {"messageId": "1736500000000-message"}
STREAMING = b"Streaming for thread is in progress"


class Alarm:
    """A sleep that ends when the test says so."""

    def __init__(self):
        self.set = threading.Event()
        self.over = threading.Event()
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)
        self.loop, self._rung = asyncio.get_running_loop(), asyncio.Event()
        self.set.set()
        try:
            await self._rung.wait()
        finally:
            self.over.set()

    def ring(self):
        self.loop.call_soon_threadsafe(self._rung.set)


@pytest.fixture
def alarm():
    return Alarm()


@pytest.fixture
def serve(workspace, clock, alarm):
    """Start a service around an analyst, whose waits for a lost reader end with the alarm."""
    running = []

    def started(analyst, state=IN_MEMORY, workspace=workspace, **account):
        key = ApiKey("test-key-0123456789")
        chosen = replace(read_account(DEMO / "account.toml").with_key(key), **account)
        store, _ = open_store(state)
        parts = ServiceComponents(chosen, store, workspace, analyst, clock, sleep=alarm)
        running.append(RunningService(parts, key))
        return running[-1]

    yield started
    for service in running:
        service.stop()


def leave(connection, response):
    response.close()
    connection.close()


def ask_and_leave(service, analyst, alarm):
    """Leave a run in mid-answer, and wait until it waits for its reader; gives its first line."""
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    leave(connection, response)
    assert alarm.set.wait(PATIENCE)
    return first


def body_of(question, user=EXTERNAL, **more):
    return {"input": question, "sessionSettings": user, **SENT, **more}


def whole_turn():
    return ScriptedAnalyst(events=(Thought("Thinking"), AnswerText("All "), AnswerText("of it")), waits=False)


def final(messages):
    return [each for each in messages if each.get("graphPath", [])[:1] == ["final"]]


@pytest.mark.parametrize("knows_chat", [True, False])
def test_a_resend_gives_the_running_turn_from_its_first_line_on(serve, knows_chat):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    chat = {"chatId": first["state"]["chatId"]} if knows_chat else {}

    again, attached, first_again = open_turn(service, "why?", **SENT, **chat)
    analyst.release()
    messages, repeated = lines(response.read()), lines(attached.read())
    leave(connection, response)
    leave(again, attached)

    assert first_again == first
    assert repeated == messages
    assert final(repeated)[-1]["content"] == "Half of it"
    assert len(analyst.tasks) == 1


@pytest.mark.case("A03")
@pytest.mark.parametrize("silent", [True, False])
def test_who_attached_with_another_key_reads_no_further_when_it_is_revoked(serve, tmp_path, silent):
    stored, key = add_key(file := tmp_path / "a.keys.toml", "", "t1")
    analyst = ScriptedAnalyst()
    service = serve(analyst, key_file=KeyFile(file))
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    given = headers(service, Authorization=f"Api-Key {key.reveal()}")
    again, attached = send(service, chat_path(service), body_of("why?"), given=given)
    assert json.loads(attached.readline()) == first

    revoke_key(file, stored.id, "t2")
    if not silent:
        analyst.release()

    with pytest.raises(IncompleteRead) as cut:
        attached.read()

    analyst.release()
    messages = lines(response.read())
    leave(connection, response)
    leave(again, attached)
    assert b"__state__" not in cut.value.partial
    assert final(messages)[-1]["content"] == "Half of it"


@pytest.mark.case("A03")
def test_a_page_that_attached_in_another_session_reads_no_further_when_that_is_revoked(serve):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    session = make(service, EXTERNAL)
    again, attached = send(
        service, chat_path(service), {"input": "why?", **SENT}, given=as_page(service, session)
    )
    assert json.loads(attached.readline()) == first

    assert call(service, REVOKE, {"sessionId": session})[0] == 204
    with pytest.raises(IncompleteRead):
        attached.read()

    analyst.release()
    assert lines(response.read())[-2]["id"] == "__state__"
    leave(connection, response)
    leave(again, attached)


def test_a_resend_that_comes_before_the_run_has_started_waits_for_it(serve, monkeypatch):
    service = serve(whole_turn())
    given_again, history, asked_again = (
        service._agent._given_again,
        chat_service.history_before,
        threading.Event(),
    )

    async def given_again_late(*turn):
        asked_again.set()
        return await given_again(*turn)

    async def long_history(*chat, **options):
        await asyncio.to_thread(asked_again.wait, PATIENCE)
        return await history(*chat, **options)

    monkeypatch.setattr(service._agent, "_given_again", given_again_late)
    monkeypatch.setattr(chat_service, "history_before", long_history)
    with ThreadPoolExecutor() as pool:
        once, again = pool.map(lambda _: ask(service, "why?", **SENT), range(2))

    assert once == again
    assert final(once)[-1]["content"] == "All of it"


def test_a_run_lives_on_for_a_reader_who_was_dropped(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    ask_and_leave(service, analyst, alarm)
    again, attached, _ = open_turn(service, "why?", **SENT)
    analyst.release()
    messages = lines(attached.read())
    leave(again, attached)

    assert alarm.seconds == [10.0]
    assert not analyst.cancelled.is_set()
    assert (final(messages)[-1]["content"], messages[-2]["id"]) == ("Half of it", "__state__")
    assert len(analyst.tasks) == 1


def test_a_run_that_nobody_comes_back_to_is_aborted(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst, reattach_seconds=3)
    first = ask_and_leave(service, analyst, alarm)

    alarm.ring()

    assert analyst.cancelled.wait(PATIENCE)
    assert alarm.seconds == [3]
    assert final(read(service, first["state"]["chatId"]))[-1]["content"] == "Half of "
    assert ask(service, "why?", **SENT)[-2]["id"] == "__aborted__"


@pytest.mark.case("A34")
def test_a_run_that_nobody_comes_back_to_ends_also_where_its_state_cannot_be_written(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    ask_and_leave(service, analyst, alarm)

    service._parts.store.write_now(lambda state: state.execute("PRAGMA query_only = ON"))
    alarm.ring()

    assert analyst.cancelled.wait(PATIENCE)


def test_the_wait_for_a_lost_reader_ends_when_they_come_back(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    ask_and_leave(service, analyst, alarm)
    again, attached, _ = open_turn(service, "why?", **SENT)

    alarm.ring()
    analyst.release()

    assert final(lines(attached.read()))[-1]["content"] == "Half of it"
    leave(again, attached)


def test_the_wait_for_a_lost_reader_ends_with_the_run(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    leave(*open_turn(service, "why?", **SENT)[:2])
    assert analyst.waiting.wait(PATIENCE)
    assert alarm.set.wait(PATIENCE)

    analyst.release()

    assert alarm.over.wait(PATIENCE)


def test_a_run_goes_on_while_one_of_two_readers_is_left(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    connection, response, _ = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(service, "why?", **SENT)

    leave(connection, response)
    analyst.release()

    assert final(lines(attached.read()))[-1]["content"] == "Half of it"
    leave(again, attached)
    assert alarm.seconds == []


@pytest.mark.parametrize("more", [{}, {**SENT, "reattach": 0}])
def test_a_run_that_may_not_live_on_is_aborted_with_its_reader(serve, alarm, more):
    analyst = ScriptedAnalyst()
    options = dict(more)
    account = {"reattach_seconds": options.pop("reattach")} if "reattach" in options else {}
    service = serve(analyst, **account)
    connection, response, _ = open_turn(service, "why?", **options)
    assert analyst.waiting.wait(PATIENCE)

    leave(connection, response)

    assert analyst.cancelled.wait(PATIENCE)
    assert alarm.seconds == []


def test_where_runs_do_not_live_on_a_resend_does_not_attach(serve):
    analyst = ScriptedAnalyst()
    service = serve(analyst, reattach_seconds=0)
    connection, response, _ = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)

    status, _, refusal = call(service, chat_path(service), body_of("why?"))

    leave(connection, response)
    assert status == 409
    assert STREAMING in refusal
    assert len(analyst.tasks) == 1


@pytest.mark.parametrize("knows_chat", [True, False])
def test_a_resend_after_the_end_gives_the_turn_whole_from_the_store(serve, knows_chat):
    analyst = whole_turn()
    service = serve(analyst)
    once = ask(service, "why?", **SENT)
    chat = {"chatId": chat_id_of(once)} if knows_chat else {}

    again = ask(service, "why?", **SENT, **chat)

    complete = [each for each in once if each.get("isDelta") is False]
    assert [(each["id"], each["content"]) for each in again[1:-2]] == [
        (each["id"], each["content"]) for each in complete
    ]
    assert chat_id_of(again) == chat_id_of(once)
    assert [each["sort"] for each in again[:-1]] == list(range(len(again) - 1))
    assert again[-2]["state"] == once[-2]["state"]
    assert again[-1]["id"] == "__usage__"
    assert len(analyst.tasks) == 1


def test_a_turn_that_is_given_again_is_not_the_whole_chat_but_its_state_is(serve):
    service = serve(whole_turn())
    chat_id = chat_id_of(ask(service, "first?"))
    ask(service, "why?", chatId=chat_id, **SENT)
    ask(service, "last?", chatId=chat_id)

    again = ask(service, "why?", chatId=chat_id, **SENT)

    asked = [each["content"] for each in again if each.get("role") == "user"]
    state = [each["kwargs"]["content"] for each in again[-2]["state"]["messages"]]
    assert asked == ["why?"]
    assert state == ["first?", "All of it", "why?", "All of it"]


def test_a_turn_survives_the_service_and_is_still_not_run_again(serve, tmp_path):
    analyst = ScriptedAnalyst()
    service = serve(analyst, tmp_path / "state.sqlite")
    connection, response, _ = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    service.stop()
    leave(connection, response)
    other = whole_turn()

    again = ask(serve(other, tmp_path / "state.sqlite"), "why?", **SENT)

    assert final(again)[-1]["content"] == "Half of "
    assert again[-2] == {"error": STOPPED}
    assert other.tasks == []


def test_a_failed_turn_is_given_again_as_failed(serve):
    analyst = ScriptedAnalyst(events=(AnswerText("So "), RuntimeError("secret")), waits=False)
    service = serve(analyst)
    ask(service, "why?", **SENT)

    again = ask(service, "why?", **SENT)

    assert again[-2] == {"error": FAILURE}
    assert len(analyst.tasks) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"messageId": "1736500000001-message"},
        {},
        {**SENT, "input": "why not?"},
        {**SENT, "sessionSettings": {**EXTERNAL, "groups": ["admin"]}},
    ],
    ids=["other id", "no id", "other question", "other rights"],
)
@pytest.mark.case("A19")
def test_another_question_on_a_streaming_chat_is_refused(serve, other):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    body = {"input": "why?", "sessionSettings": EXTERNAL, "chatId": first["state"]["chatId"], **other}

    status, _, refusal = call(service, chat_path(service), body)

    leave(connection, response)
    assert status == 409
    assert STREAMING in refusal
    assert len(analyst.tasks) == 1


@pytest.mark.case("A15")
def test_another_user_with_the_same_message_id_asks_a_question_of_their_own(serve):
    analyst = whole_turn()
    service = serve(analyst)
    mine = ask(service, "why?", **SENT)

    theirs = ask(service, "why?", {"externalId": "grace"}, **SENT)
    status, _, _ = call(
        service, chat_path(service), body_of("why?", {"externalId": "grace"}, chatId=chat_id_of(mine))
    )

    assert chat_id_of(theirs) != chat_id_of(mine)
    assert len(analyst.tasks) == 2
    assert status == 404


@pytest.mark.case("Q15")
def test_rows_are_not_given_again_under_other_rights(serve):
    analyst = whole_turn()
    service = serve(analyst)
    once = ask(service, "why?", **SENT)

    again = ask(service, "why?", {**EXTERNAL, "groups": ["admin"]}, **SENT)

    assert chat_id_of(again) != chat_id_of(once)


def test_the_same_question_sent_many_times_at_once_is_run_once(serve):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    answered = []
    askers = [
        threading.Thread(target=lambda: answered.append(ask(service, "why?", **SENT))) for _ in range(8)
    ]

    for each in askers:
        each.start()

    assert analyst.waiting.wait(PATIENCE)
    analyst.release()
    until_ended(askers)

    assert len(analyst.tasks) == 1
    assert {chat_id_of(each) for each in answered} == {chat_id_of(answered[0])}
    assert [final(each)[-1]["content"] for each in answered] == ["Half of it"] * 8


def test_an_abort_ends_the_turn_for_everyone_who_is_attached(serve):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    connection, response, first = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    again, attached, _ = open_turn(service, "why?", **SENT)

    assert abort(service, first["state"]["chatId"], externalId="ada") == 204

    endings = [lines(each.read())[-2]["id"] for each in (response, attached)]
    leave(connection, response)
    leave(again, attached)
    assert endings == ["__aborted__", "__aborted__"]


def test_an_abort_reaches_a_run_without_any_reader(serve, alarm):
    analyst = ScriptedAnalyst()
    service = serve(analyst)
    first = ask_and_leave(service, analyst, alarm)

    assert abort(service, first["state"]["chatId"]) == 204

    assert analyst.cancelled.wait(PATIENCE)


class LongQuery:
    """Runs one query that would take hours."""

    async def answer(self, task, tools):
        yield SqlStarted(0, "SELECT MEASURE(total) FROM big", "Big", "", task.question)
        await tools.run_sql("SELECT MEASURE(total) FROM big")


def test_a_run_that_nobody_comes_back_to_has_its_query_interrupted(serve, alarm, endless_workspace, queries):
    service = serve(LongQuery(), workspace=endless_workspace)
    connection, response, _ = open_turn(service, "why?", **SENT)
    while "toolCall" not in json.loads(response.readline()):
        continue

    begun = queries()
    leave(connection, response)
    assert alarm.set.wait(PATIENCE)

    alarm.ring()

    assert len(begun) == 1
    until_ended(begun)


def test_a_late_reader_of_a_long_answer_gets_all_of_it(serve):
    pieces = [f"{number} " for number in range(3000)]
    analyst = ScriptedAnalyst(events=tuple(map(AnswerText, pieces)))
    service = serve(analyst)
    connection, response, _ = open_turn(service, "count", **SENT)
    while b"2999 " not in response.readline():
        continue

    again, attached, _ = open_turn(service, "count", **SENT)
    assert analyst.waiting.wait(PATIENCE)
    analyst.release()
    messages = lines(attached.read())
    leave(connection, response)
    leave(again, attached)

    assert final(messages)[-1]["content"] == "".join(pieces) + "it"
    assert [each["sort"] for each in messages[:-1]] == list(range(1, len(messages)))
