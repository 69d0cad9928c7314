"""What `__state__` holds of a chat is the same whichever way the chat is read."""

import json
import random

import pytest

from svcchat_magic.protocol.messages import Message, ToolCall, encode_message
from svcchat_magic.service.runs.conversation_state import OwnMessages, state_message
from svcchat_magic.service.runs.serialised_messages import (
    MAX_STATE_CHARACTERS,
    WHOLE_RESULT_CHARACTERS,
    SerialisedMessages,
)
from tests.service.runs.whole_state import state_line

ROWS = {
    "sqlQuery": "SELECT 1",
    "data": [["x" * 500]] * 100,
    "totalRows": 2**70,
    "uuid": "u-1",
    "vegaSpec": "{}",
}
TEXTS = ("", "why?", '"quoted" \\', "漢字 und Umläute", "x" * 3_000)
SEEDS = [*range(5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 60))]
INPUTS = ("{}", '{"sqlQuery": "SELECT 1.50"}', '{"searchQuery": "漢字", "n": [1, null]}')


def called(result, number=0, asked='{"sqlQuery": "SELECT 1"}'):
    call = ToolCall("svcSqlApi", asked, result)
    return Message(id=f"m{number}", role="assistant", content="", tool_call=call, sort=number)


def line_of(messages):
    return encode_message(state_message(messages, 9))


def random_chat(chance):
    """Some turns: short and long texts, thoughts, results with and without rows, some beyond every limit."""
    largest = chance.choice([300, 9_000, 90_000, 900_000, 2_100_000])
    for number in range(chance.randint(0, 60)):
        kind = chance.random()
        if kind < 0.5:
            size = chance.randint(0, largest)
            result = json.dumps(ROWS | {"data": [["漢" * chance.randint(0, 1) + "x" * size]]})
            results = (result, result, result, "no JSON " + "x" * size, '{"error": "no"}', None)
            yield called(chance.choice(results), number, chance.choice(INPUTS))
        else:
            role = chance.choice(["user", "assistant"])
            thinking = chance.choice([None, "Hm"])
            yield Message(id=f"m{number}", role=role, content=chance.choice(TEXTS), thinking=thinking)


def in_pieces(messages, chance):
    """The messages cut anywhere."""
    at = sorted(chance.randint(0, len(messages)) for _ in range(chance.randint(0, 6)))
    return [messages[first:last] for first, last in zip([0, *at], [*at, len(messages)], strict=True)]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_the_state_of_the_whole_chat_whichever_way_the_chat_is_read(seed):
    chance = random.Random(seed)
    messages = list(random_chat(chance))
    onwards = back = SerialisedMessages()

    for each in in_pieces(messages, chance):
        onwards = onwards.followed_by(SerialisedMessages.of(each))

    for each in reversed(in_pieces(messages, chance)):
        back = SerialisedMessages.of(each).followed_by(back)

    assert line_of(onwards) == state_line(messages, 9)
    assert line_of(back) == state_line(messages, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_remembers_no_more_of_its_own_than_its_state_needs(seed):
    chance = random.Random(seed)
    before, turn = list(random_chat(chance)), list(random_chat(chance))
    placed = list(enumerate(each.with_values(id=f"own {each.id}") for each in turn))
    own = OwnMessages()

    for place, message in chance.sample(placed, len(placed)):  # they end in another order than they begin
        own.add(place, message.with_values(content="Half", tool_call=None), 9)
        own.add(place, message, len(encode_message(message)))

    whole = SerialisedMessages.of(before).followed_by(own.in_order())
    assert line_of(whole) == state_line([*before, *(message for _, message in placed)], 9)


def test_a_message_that_gave_way_to_a_large_result_is_back_when_that_result_is_short():
    large = called(json.dumps(ROWS | {"data": "x" * (MAX_STATE_CHARACTERS - 9)}), 1)
    newer = called(json.dumps(ROWS | {"data": "x" * WHOLE_RESULT_CHARACTERS}), 2)
    first = [Message(id="q", role="user", content="why?"), large]

    found = SerialisedMessages.of(first)

    assert b"why?" not in found.to_json()
    assert b"why?" in found.followed_by(SerialisedMessages.of([newer])).to_json()


def test_results_that_fill_their_room_exactly_leave_none():
    rows = "x" * (WHOLE_RESULT_CHARACTERS // 2 - len(json.dumps({"data": ""})))
    messages = [called(json.dumps({"data": rows}), number) for number in range(3)]

    assert line_of(SerialisedMessages.of(messages)) == state_line(messages, 9)


def test_the_call_before_a_short_result_has_its_query():
    messages = SerialisedMessages.of(called(json.dumps(ROWS), number) for number in range(5))

    told = json.loads(messages.to_json())

    assert [each["id"][-1] for each in told] == ["AIMessage", "ToolMessage"] * 5
    assert all(each["kwargs"]["tool_calls"][0]["args"]["sqlQuery"] == "SELECT 1" for each in told[::2])
    assert ["leftOut" in json.loads(each["kwargs"]["content"]) for each in told[1::2]] == [True] * 3 + [
        False
    ] * 2


def test_what_is_held_of_a_long_chat_is_little_more_than_its_state():
    result = json.dumps(ROWS | {"data": "x" * 900_000})
    found = SerialisedMessages()

    for number in range(40):
        found = found.followed_by(SerialisedMessages.of([called(result, number)]))

    assert found.bytes_held < 2_000_000
    assert len(found.settled) + len(found.recent) == 80
