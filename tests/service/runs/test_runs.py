"""How a run ends: whole, aborted, cut, left by its reader; and what is kept of it."""

import asyncio
import http.client
import threading
from contextlib import suppress
from queue import SimpleQueue

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFailed, SqlStarted, Thought
from svcchat_magic.service.runs import runs
from svcchat_magic.service.runs.terminal_lines import FAILURE
from svcchat_magic.service.state.run_status import RunStatus
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, lines, open_turn, read
from tests.service.conftest import ScriptedAnalyst
from tests.service.runs.long_query import LongQuery
from tests.waiting import PATIENCE, until_ended

MESSAGE_ID = "1736500000000-message"


def whole_turn():
    return ScriptedAnalyst(events=(Thought("Thinking"), AnswerText("All "), AnswerText("of it")), waits=False)


def final(messages):
    return [each for each in messages if each.get("graphPath", [])[:1] == ["final"]]


@pytest.mark.rule("4.2")
@pytest.mark.case("A16")
def test_an_abort_stops_the_analyst_and_completes_the_partial_answer(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)

    status = abort(service, first["state"]["chatId"], externalId="ada")

    assert status == 204
    assert analyst.cancelled.wait(PATIENCE)
    messages = lines(response.read())
    connection.close()
    assert final(messages)[-1]["content"] == "Half of "
    assert final(messages)[-1]["isInProcess"] is False
    assert final(messages)[-1]["isDelta"] is False
    assert messages[-1]["id"] == "__state__"
    assert not any(each["id"].startswith("__aborted") for each in messages)


@pytest.mark.rule("4.2")
def test_an_aborted_turn_ends_with_the_abort_message_when_message_id_was_sent(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?", messageId=MESSAGE_ID)
    assert analyst.waiting.wait(PATIENCE)

    abort(service, first["state"]["chatId"])

    *_, ending, usage = lines(response.read())
    connection.close()
    assert (ending["id"], ending["type"], ending["code"]) == ("__aborted__", "abort", "chat_aborted")
    assert usage["id"] == "__usage__"
    assert "sort" not in usage


@pytest.mark.case("A16")
def test_an_abort_keeps_what_was_said_and_the_chat_goes_on(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, _, first = open_turn(service, "why?")
    chat_id = first["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)

    assert abort(service, chat_id, externalId="ada") == 204
    assert abort(service, chat_id, externalId="ada") == 204
    connection.close()
    analyst.waits = False
    again = ask(service, "and now?", chatId=chat_id)

    assert chat_id_of(again) == chat_id
    kept = [each["content"] for each in read(service, chat_id) if each.get("content")]
    assert kept == ["why?", "Half of ", "and now?", "Half of "]


@pytest.mark.case("A15")
def test_an_abort_of_a_chat_whose_user_is_gone_is_404(start, clock):
    service = start(whole_turn())
    chat_id = chat_id_of(ask(service, "why?", {"externalId": "ada", "ephemeralTtlSeconds": 60}))

    clock.now += 60

    assert abort(service, chat_id) == 404
    assert abort(service, chat_id, externalId="eve") == 404


def test_an_abort_closes_a_tool_call_that_is_running(start):
    analyst = ScriptedAnalyst(events=(SqlStarted(0, "SELECT 1", "One", "", "why?"),))
    service = start(analyst)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)

    abort(service, first["state"]["chatId"])

    calls = [each for each in lines(response.read()) if "toolCall" in each]
    connection.close()
    assert calls[-1]["isInProcess"] is False
    assert '"error"' in calls[-1]["toolCall"]["result"]


def test_a_client_that_goes_away_cancels_its_run(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)

    response.close()
    connection.close()

    assert analyst.cancelled.wait(PATIENCE)
    assert final(read(service, first["state"]["chatId"]))[-1]["content"] == "Half of "


@pytest.mark.case("A32")
def test_a_failed_turn_is_cut_without_the_last_chunk(start):
    service = start(ScriptedAnalyst(events=(AnswerText("Half"), ZeroDivisionError("secret"))))

    connection, response, first = open_turn(service, "why?")
    with pytest.raises(http.client.IncompleteRead) as cut:
        response.read()

    connection.close()
    assert b"__state__" not in cut.value.partial
    assert b"secret" not in cut.value.partial
    assert final(read(service, first["state"]["chatId"]))[-1]["content"] == "Half"


@pytest.mark.case("A32")
def test_a_failed_turn_says_so_when_message_id_was_sent(start):
    service = start(ScriptedAnalyst(events=(AnswerText("Half"), ZeroDivisionError("secret"))))

    messages = ask(service, "why?", messageId=MESSAGE_ID)

    assert messages[-2] == {"error": FAILURE}
    assert messages[-1]["id"] == "__usage__"


@pytest.mark.case("A32")
def test_the_error_of_an_analyst_is_in_the_log_with_its_request(start, caplog):
    ask(start(ScriptedAnalyst(events=(ZeroDivisionError("secret"),))), "why?", messageId=MESSAGE_ID)

    (said,) = [each for each in caplog.records if each.getMessage() == "the analyst failed"]
    assert said.exc_info[0] is ZeroDivisionError
    assert said.fields["requestId"]


def test_a_whole_turn_logs_no_error(start, caplog):
    ask(start(whole_turn()), "why?")

    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_a_whole_turn_ends_with_its_usage_when_message_id_was_sent(start):
    messages = ask(start(whole_turn()), "why?", messageId=MESSAGE_ID)

    assert [each["id"] for each in messages[-2:]] == ["__state__", "__usage__"]
    counts = ("llmCalls", "inputTokens", "outputTokens", "cacheWriteTokens", "cacheReadTokens", "totalTokens")
    assert messages[-1]["usage"] == {"models": [], **dict.fromkeys(counts, 0)}


def test_the_accounts_prefix_stands_before_the_names_of_tools_and_agent(start):
    asked = SqlStarted(0, "SELECT 1", "One", "Just one", "why?")
    analyst = ScriptedAnalyst(events=(Thought("Thinking"), asked, SqlFailed(0, "no")), waits=False)

    messages = ask(start(analyst, prefix="acme"), "why?")

    agent = "acme_data_analyst_agent"
    assert {tuple(each["graphPath"]) for each in messages[2:-1]} == {(agent,), (agent, "tools")}
    assert {each["toolCall"]["name"] for each in messages if "toolCall" in each} == {"acmeSqlApi"}


@pytest.mark.case("A19")
def test_a_second_question_on_a_streaming_chat_is_refused(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, _, first = open_turn(service, "why?")
    body = {"input": "and?", "chatId": first["state"]["chatId"], "sessionSettings": {"externalId": "ada"}}

    status, _, answer = call(service, chat_path(service), body)

    connection.close()
    assert status == 409
    assert b"Streaming for thread is in progress" in answer
    assert len(analyst.tasks) == 1


@pytest.mark.case("A19")
def test_of_many_questions_at_once_on_one_chat_exactly_one_is_answered(start):
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst)
    chat_id = chat_id_of(ask(service, "first"))
    analyst.waits = True
    body = {"input": "why?", "chatId": chat_id, "sessionSettings": {"externalId": "ada"}}
    answered = SimpleQueue()
    askers = [
        threading.Thread(target=lambda: answered.put(call(service, chat_path(service), body)[0]))
        for _ in range(8)
    ]

    for each in askers:
        each.start()

    refused = [answered.get(timeout=PATIENCE) for _ in range(7)]
    abort(service, chat_id)
    until_ended(askers)
    assert refused == [409] * 7
    assert answered.get(timeout=PATIENCE) == 200


@pytest.mark.case("A18")
def test_a_run_has_one_ending_when_an_abort_meets_its_completion(start):
    service = start(whole_turn())

    for round_ in range(25):
        message_id = f"{1_736_500_000_000 + round_}-message"  # the same one would give the first turn again
        connection, response, first = open_turn(service, "why?", messageId=message_id)
        assert abort(service, first["state"]["chatId"]) == 204
        messages = lines(response.read())
        connection.close()

        endings = [each["id"] for each in messages if each["id"] in ("__state__", "__aborted__")]
        assert len(endings) == 1


def test_a_reader_who_does_not_read_cannot_hold_up_an_abort(start):
    analyst = ScriptedAnalyst(events=tuple(AnswerText("x" * 10_000) for _ in range(20_000)))
    service = start(analyst)
    connection, _, first = open_turn(service, "why?")

    status = abort(service, first["state"]["chatId"])

    connection.close()
    assert status == 204


def test_a_burst_of_events_arrives_whole_and_in_order(start):
    pieces = [f"{number} " for number in range(3000)]
    service = start(ScriptedAnalyst(events=tuple(map(AnswerText, pieces)), waits=False))

    messages = ask(service, "count")

    assert final(messages)[-1]["content"] == "".join(pieces)
    assert [each["sort"] for each in messages] == list(range(len(messages)))


def test_stopping_the_service_ends_running_turns_as_cut(start, tmp_path):
    state = tmp_path / "state.sqlite"
    analyst = ScriptedAnalyst()
    service = start(analyst, state)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)

    service.stop()

    with pytest.raises(http.client.IncompleteRead):
        response.read()

    connection.close()
    assert analyst.cancelled.wait(PATIENCE)
    kept = read(start(whole_turn(), state), first["state"]["chatId"])
    assert final(kept)[-1]["content"] == "Half of "


@pytest.mark.case("A16")
def test_an_abort_stops_the_query_in_the_engine(start, endless_workspace, queries):
    analyst = LongQuery()
    service = start(analyst, workspace=endless_workspace)
    connection, response, first = open_turn(service, "why?")
    while b"svcSqlApi" not in response.readline():
        continue

    begun = queries()
    abort(service, first["state"]["chatId"])

    connection.close()
    assert analyst.cancelled.wait(PATIENCE)
    until_ended(begun)


def test_a_reader_has_left_only_when_the_run_that_ends_with_it_has_ended(start):
    service = start(ScriptedAnalyst())
    connection, response, _ = open_turn(service, "why?")
    response.readline()
    (run,) = service._agent.runs._runs.values()
    loop = service._agent.runs._watch._looking.get_loop()

    asyncio.run_coroutine_threadsafe(run.leave(), loop).result(PATIENCE)

    assert run.ended_as is RunStatus.ABORTED
    response.read()
    connection.close()


@pytest.mark.case("A34")
def test_a_run_whose_end_cannot_be_stored_says_so_in_the_stream_and_the_log(start, caplog):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, _ = open_turn(service, "why?", messageId=MESSAGE_ID)
    assert analyst.waiting.wait(PATIENCE)
    response.readline()

    service._parts.store.write_now(lambda state: state.execute("PRAGMA query_only = ON"))
    analyst.release()
    messages = lines(response.read())
    connection.close()

    assert messages[-2] == {"error": FAILURE}
    (said,) = [each for each in caplog.records if each.getMessage() == "the run failed"]
    assert said.exc_info is not None
    assert said.fields["requestId"]


class Stubborn(ScriptedAnalyst):
    """Goes on though it was cancelled, once it is let."""

    async def answer(self, task, tools):
        self.loop, self.let, self.ended = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
        yield AnswerText("Half of ")
        self.waiting.set()
        try:
            while not self.let.is_set():
                with suppress(asyncio.CancelledError):  # it goes on in spite of it
                    await self.let.wait()

            yield AnswerText("nothing")
        finally:
            self.ended.set()


class Tidying(ScriptedAnalyst):
    """Tidies up when it is cancelled, which takes a moment."""

    async def answer(self, task, tools):
        self.has_tidied = False
        yield AnswerText("Half of ")
        self.waiting.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            self.has_tidied = True


@pytest.mark.rule("4.2")
def test_an_aborted_run_ends_when_its_analyst_has_ended(start, monkeypatch):
    monkeypatch.setattr(runs, "STOP_SECONDS", PATIENCE)
    analyst = Tidying()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?", messageId=MESSAGE_ID)
    assert analyst.waiting.wait(PATIENCE)

    assert abort(service, first["state"]["chatId"]) == 204
    response.read()
    connection.close()

    assert analyst.has_tidied


def test_what_an_analyst_says_after_its_run_has_ended_is_nowhere(start, monkeypatch):
    monkeypatch.setattr(runs, "STOP_SECONDS", 0.05)
    analyst = Stubborn()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?", messageId=MESSAGE_ID)
    assert analyst.waiting.wait(PATIENCE)
    chat_id = first["state"]["chatId"]
    (run,) = service._agent.runs._runs.values()

    assert abort(service, chat_id) == 204
    messages = lines(response.read())
    connection.close()
    held = run.bytes_held
    analyst.loop.call_soon_threadsafe(analyst.let.set)
    assert analyst.ended.wait(PATIENCE)

    assert messages[-2]["id"] == "__aborted__"
    assert [each["content"] for each in read(service, chat_id) if each.get("content")] == ["why?", "Half of "]
    assert (run.bytes_held, run.has_made) == (held, False)


@pytest.mark.parametrize("count", [1, 2_000])
def test_all_that_was_said_before_a_failure_is_kept(start, count):
    service = start(ScriptedAnalyst(events=(*[AnswerText("word ")] * count, ZeroDivisionError("secret"))))

    messages = ask(service, "why?", messageId=MESSAGE_ID)

    assert messages[-2] == {"error": FAILURE}
    assert final(read(service, chat_id_of(messages)))[-1]["content"].split() == ["word"] * count
