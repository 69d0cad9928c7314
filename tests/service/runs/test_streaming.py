"""Events become messages; results become exact JSON text."""

import json
from datetime import date, datetime
from decimal import Decimal

import pytest

from svcchat_magic.analyst.events import AnswerText, MetaSearched, SqlFailed, SqlFinished, SqlStarted, Thought
from svcchat_magic.protocol.messages import encode_message
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.runs.conversation_state import OwnMessages
from svcchat_magic.service.runs.serialised_messages import MAX_STATE_CHARACTERS, SerialisedMessages
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.runs.tool_results import MAX_BYTES, sql_result

STARTED = SqlStarted(0, "SELECT 1", "One", "Just one", "why?")


def finished(rows, total=None, call=0):
    columns = tuple(Column(f"c{at}", "String") for at in range(len(rows[0])))
    return SqlFinished(call, Rows(columns, tuple(rows), len(rows) if total is None else total), "u-1")


def written(*events):
    turn = TurnEncoder()
    return [
        turn.user_echo("why?"),
        *(each for event in events for each in turn.messages_of(event)),
        *turn.close(),
    ]


def test_the_prefix_of_tool_and_agent_names_is_a_setting():
    turn = TurnEncoder(prefix="acme")

    (message,) = turn.messages_of(STARTED)

    assert message.tool_call.name == "acmeSqlApi"
    assert message.graph_path == ("acme_data_analyst_agent", "tools")


def test_two_calls_at_once_keep_their_own_results():
    other = SqlStarted(1, "SELECT 2", "Two", "", "why?")

    messages = written(STARTED, other, SqlFailed(1, "no"), finished([("x",)]))

    calls = [each for each in messages if each.tool_call]
    assert [each.id for each in calls] == [calls[0].id, calls[1].id, calls[1].id, calls[0].id]
    assert json.loads(calls[2].tool_call.result) == {"error": "no"}
    assert json.loads(calls[3].tool_call.result)["data"] == [["x"]]


def test_a_thought_after_the_answer_began_does_not_end_the_answer():
    messages = written(AnswerText("a"), Thought("hm"), AnswerText("b"))

    whole = [each for each in messages if each.is_final and not each.is_delta]
    assert [each.content for each in whole] == ["ab"]


def test_values_are_written_exactly():
    row = (
        date(2024, 2, 29),
        datetime(2024, 2, 29, 1, 2, 3),
        Decimal("0.10"),
        2**70,
        0.1,
        float("nan"),
        None,
        True,
    )

    text = sql_result(STARTED, finished([row]))

    assert json.loads(text)["data"] == [
        ["2024-02-29", "2024-02-29T01:02:03", "0.10", 2**70, 0.1, None, None, True]
    ]


def test_a_result_that_no_line_can_hold_has_fewer_rows_and_the_full_count():
    text = sql_result(STARTED, finished([("x" * 100_000,)] * 100))

    result = json.loads(text)
    assert len(text) <= MAX_BYTES
    assert 0 < len(result["data"]) < 100
    assert result["totalRows"] == 100


@pytest.mark.parametrize("text", ["\u6f22" * 50_000, '"\\' * 25_000], ids=["wide", "escaped"])
def test_the_line_of_a_large_result_is_no_longer_than_clients_accept(text):
    turn = TurnEncoder()

    lines = [
        encode_message(each)
        for event in (STARTED, finished([(text,)] * 100))
        for each in turn.messages_of(event)
    ]

    assert max(map(len, lines)) < 4_100_000


def test_the_state_of_a_long_chat_keeps_its_newest_messages():
    turn = TurnEncoder()
    messages = [turn.user_echo(f"{number} " + "x" * 100_000) for number in range(50)]

    kept = json.loads(SerialisedMessages.of(messages).to_json())

    assert kept[-1]["kwargs"]["content"].startswith("49 ")
    assert sum(len(each["kwargs"]["content"]) for each in kept) <= MAX_STATE_CHARACTERS


def test_what_a_turn_remembers_for_its_state_is_bounded_and_makes_the_same_state():
    turn, own = TurnEncoder(), OwnMessages()
    messages = [
        message
        for number in range(200)
        for event in (Thought("t" * 50_000), AnswerText(f"{number} " + "x" * 50_000))
        for message in [*turn.messages_of(event), *turn.close()]
        if not message.is_delta
    ]

    for place, message in enumerate(messages):
        own.add(place, message, len(encode_message(message)))

    assert own.bytes_held <= 2.2 * MAX_STATE_CHARACTERS
    assert own.in_order() == SerialisedMessages.of(messages)
    assert len(own.in_order().recent) == MAX_STATE_CHARACTERS // 50_003


def test_half_a_character_from_the_analyst_is_replaced_wherever_it_stands():
    half, rest = "a\ud83d", "\ude00b"
    asked = SqlStarted(0, f"SELECT '{half}'", half, half, half)

    messages = written(
        Thought(half),
        MetaSearched(half, ({"name": half},)),
        asked,
        finished([(half,)]),
        AnswerText(half),
        AnswerText(rest),
    )

    lines = [encode_message(message).decode("utf-8") for message in messages]
    assert "\ufffd" in lines[1] + lines[2]
    final = [each.content for each in messages if each.graph_path == ("final",)]
    assert final == ["", "a\ufffd", "\ufffdb", "a\ufffd\ufffdb"]
    results = [
        json.loads(each.tool_call.result) for each in messages if each.tool_call and each.tool_call.result
    ]
    assert results[0] == {"cubes": [{"name": "a\ufffd"}], "searchQuery": "a\ufffd"}
    assert results[1]["data"] == [["a\ufffd"]]
