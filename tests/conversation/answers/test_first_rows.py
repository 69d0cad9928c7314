"""Rows of a cut result that are loaded before it is shown: how many, when not, and what a failure leaves."""

import asyncio
import json
from dataclasses import replace

import pandas as pd
import pytest

from svcchat_magic.conversation.answers import result_loading
from svcchat_magic.conversation.answers.first_rows import filled
from svcchat_magic.conversation.connecting.connection import connect
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import RequestRefused, StreamProtocolError
from svcchat_magic.protocol.loaded_rows import LoadedRows, packed
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import CHAT_PATH, Ending, Reply, chunks
from tests.waiting import PATIENCE

QUESTION = "Revenue by product and month"
PATH = "/sql"
SCHEMA = [{"name": "day", "column_type": "Timestamp"}, {"name": "orders", "column_type": "Int64"}]
DAYS = [[f"2024-01-{day:02}T00:00:00.000", day] for day in range(1, 31)]


def line(**fields):
    return json.dumps(fields).encode() + b"\n"


def tool_line(number, data, total, title="Orders by day"):
    result = {"queryTitle": title, "sqlQuery": f"SELECT {number}", "schema": SCHEMA, "data": data}
    call = {"name": "svcSqlApi", "input": "{}", "result": json.dumps({**result, "totalRows": total})}
    return line(id=f"tool-{number}", role="assistant", toolCall=call, isInProcess=False, sort=number)


def answer_of(*tools):
    state = {"isStreaming": True, "chatId": "chat-1"}
    answer = line(id="text", role="assistant", content="Done.", graphPath=["final"], sort=99)
    end = line(id="__state__", role="assistant", content="", state={"messages": []})
    return b"".join((line(id="__cutoff__", role="assistant", state=state), *tools, answer, end))


def rows_reply(rows, end=b""):
    return line(schema=SCHEMA) + b"".join(line(data=[row]) for row in rows) + end


@pytest.fixture
def cut(origin):
    """The chat sends 2 of 30 days, and the query API all of them."""
    origin.answer(Reply((answer_of(tool_line(1, DAYS[:2], 30)),)))
    origin.on(PATH, Reply((rows_reply(DAYS, line(totalRows=30)),)))
    return origin


@pytest.fixture
def loading(settings, origin):
    return replace(settings, query_url=origin.url + PATH, load_rows=20)


@pytest.fixture
def reached(service):
    return Settings(
        chat_url=service.chat_url, query_url=service.query_url, api_key=service.api_key, now="2025-01-10"
    )


def asked(settings, question="Orders", **options):
    with Conversation(settings) as conversation:
        return conversation.ask(question, **options)


@pytest.mark.long
@pytest.mark.parametrize(("wanted", "loaded"), [(5_000, 4_525), (1_000, 1_000), (100, 100), (0, 100)])
def test_as_many_rows_as_asked_for_are_loaded(reached, wanted, loaded):
    [result] = asked(replace(reached, load_rows=wanted), QUESTION).results

    assert (len(result.rows), result.total_rows) == (loaded, 4_525)
    assert result.is_complete == (loaded == 4_525)


@pytest.mark.long
def test_loaded_rows_give_the_frame_that_loading_all_rows_gives(reached):
    with Conversation(replace(reached, load_rows=5_000)) as conversation:
        frame = conversation.ask(QUESTION).df()
        first = conversation.ask(QUESTION, load_rows=0).df()

        pd.testing.assert_frame_equal(frame, first.svc.full())
        pd.testing.assert_frame_equal(frame.head(100), first)
        assert frame.svc.is_complete


@pytest.mark.rule("8")
def test_the_words_are_about_all_rows_while_the_stream_carries_a_hundred(reached):
    answer = asked(reached, "Revenue by day from 2022 to 2024")

    [result] = answer.results
    assert (len(result.rows), result.total_rows) == (100, 1_096)
    assert "It peaked on 20 November 2024" in answer.text


def test_the_embedded_service_loads_rows_and_a_remote_one_does_not(reached):
    with Conversation(Settings()) as embedded:
        [result] = embedded.ask(QUESTION).results

    [remote] = asked(reached, QUESTION).results

    assert (result.is_complete, len(remote.rows)) == (True, 100)


def test_what_is_set_goes_before_the_rows_of_the_embedded_service():
    connection = connect(Settings(load_rows=7))
    connection.close()

    assert connection.settings.rows_to_load == 7


def test_rows_are_loaded_as_the_user_on_the_branch_of_the_question(cut, loading):
    asked(loading, external_id="grace", branch="try-it")

    [request] = cut.of(PATH)
    assert request.json()["sessionSettings"] == {"externalId": "grace"}
    assert (request.json()["activeBranchName"], request.json()["query"]) == ("try-it", "SELECT 1")


def test_rows_keep_the_order_of_the_statement_and_the_types_of_the_chat(cut, loading):
    [result] = asked(replace(loading, load_rows=30)).results

    assert [list(row) for row in result.rows] == DAYS
    assert asked(loading, load_rows=0).df().dtypes.equals(asked(loading).df().dtypes)


def test_a_load_that_has_its_rows_closes_the_connection(origin, cut, loading):
    origin.on(PATH, Reply((rows_reply(DAYS),), ending=Ending.STALL))

    [result] = asked(loading).results

    assert (len(result.rows), result.total_rows) == (20, 30)
    assert origin.gone.wait(PATIENCE)


def test_each_result_is_loaded_once_and_a_whole_one_never(origin, loading):
    tools = (tool_line(1, DAYS[:2], 30), tool_line(2, DAYS[:3], 3), tool_line(3, DAYS[:2], 30))
    origin.answer(Reply(chunks(answer_of(*tools), 50)))
    origin.on(PATH, Reply((rows_reply(DAYS, line(totalRows=30)),)))

    results = asked(loading).results

    assert [len(result.rows) for result in results] == [20, 3, 20]
    assert [request.json()["query"] for request in origin.of(PATH)] == ["SELECT 1", "SELECT 3"]


def test_a_result_is_not_shown_before_its_rows_are_in(origin, cut, loading):
    origin.on(PATH, Reply((rows_reply(DAYS[:5]),), ending=Ending.STALL))

    with Conversation(loading) as conversation:
        turn = conversation.start("Orders")
        assert all(origin.asked.acquire(timeout=PATIENCE) for _ in (CHAT_PATH, PATH))
        while turn.transcript().status is Status.STREAMING:
            assert turn.wait(PATIENCE)

        during = turn.transcript()
        turn.stop()
        answer = turn.finish()

    assert (during.results, during.loading.outcome.title) == ((), "Orders by day")
    assert during.answer == "Done."
    assert (answer.status, [len(result.rows) for result in answer.results]) == (Status.COMPLETE, [2])


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=500),
        Reply((rows_reply(DAYS[:5]),), ending=Ending.CUT),
        Reply((rows_reply(DAYS[:5], line(error="too slow")),)),
        Reply((line(schema=SCHEMA[:1]) + line(data=[[day] for day, _ in DAYS]) + line(totalRows=30),)),
        Reply((rows_reply(DAYS[:1], line(totalRows=1)),)),
        Reply((b"<html>",)),
    ],
)
def test_where_loading_fails_the_first_rows_are_shown_with_the_reason(cut, loading, reply):
    cut.on(PATH, reply)

    answer = asked(loading)

    [result], [warning] = answer.results, answer.warnings
    assert (answer.status, len(result.rows), result.total_rows) == (Status.COMPLETE, 2, 30)
    assert warning.startswith("Showing the first 2 of 30 rows of “Orders by day”. ")


def test_a_load_that_takes_too_long_leaves_the_answer_complete(cut, loading, monkeypatch):
    monkeypatch.setattr(result_loading, "LOAD_SECONDS", 0.05)
    cut.on(PATH, Reply((rows_reply(DAYS[:5]),), ending=Ending.STALL))

    answer = asked(loading)

    assert (answer.status, len(answer.results[0].rows)) == (Status.COMPLETE, 2)
    assert answer.warnings


def test_more_bytes_than_an_answer_may_have_are_not_loaded(cut, loading):
    answer = asked(replace(loading, max_stream_bytes=1_200))

    assert len(answer.results[0].rows) == 2
    assert "1,200 bytes" in answer.warnings[0]


def test_the_key_is_redacted_in_rows_that_are_loaded(origin, cut, loading):
    key = loading.api_key.reveal()
    origin.on(PATH, Reply((rows_reply([[key, 1], *DAYS], line(totalRows=31)),)))

    answer = asked(loading)

    assert len(answer.results[0].rows) == 20
    assert key not in str(answer.results)


def test_messages_that_are_streamed_load_nothing(cut, loading):
    async def streamed():
        with Conversation(loading) as conversation:
            return [message.id async for message in conversation.stream("Orders")]

    assert "tool-1" in asyncio.run(streamed())
    assert cut.of(PATH) == []


def test_a_replay_shows_the_rows_that_were_loaded_without_a_connection(cut, loading, tmp_path):
    recorded = asked(replace(loading, mode="auto", recordings=str(tmp_path)))
    replayed = asked(Settings(mode="replay", recordings=str(tmp_path), external_id="ada"))

    assert len(replayed.results[0].rows) == 20
    assert replayed.transcript == recorded.transcript
    pd.testing.assert_frame_equal(replayed.df(), recorded.df())
    assert (len(cut.of(CHAT_PATH)), len(cut.of(PATH))) == (1, 1)


def test_a_number_of_rows_below_zero_is_refused(loading):
    with pytest.raises(RequestRefused, match="load_rows"):
        asked(loading, load_rows=-1)


RESULT = SqlResult("", "S", "", (Column("a", "Int64"), Column("b", "String")), ((1, "x"),), 9)


def loaded(*columns, rows=2):
    cells = {"a": packed([1, 2], "Int64"), "b": packed(["x", "y"], "String")}
    block = tuple(cells[column.name] for column in columns)
    return LoadedRows(RESULT, columns, rows, 9, (block,))


def test_columns_that_come_in_another_order_are_put_in_that_of_the_chat():
    found = filled(RESULT, loaded(Column("b", "String"), Column("a", "Int64")), 5)

    assert found.rows == ((1, "x"), (2, "y"))
    assert found.columns == RESULT.columns


def test_rows_of_other_columns_are_not_taken():
    with pytest.raises(StreamProtocolError):
        filled(RESULT, loaded(Column("a", "Int64")), 5)
