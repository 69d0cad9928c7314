"""What `__state__` holds of a chat, whichever way that is read."""

import json

import pytest

from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.service.runs.conversation_state import (
    WHOLE_RESULT_CHARACTERS,
    NewestMessages,
    newest_that_fit,
    state_message,
)

ROWS = {
    "sqlQuery": "SELECT 1",
    "data": [["x" * 500]] * 100,
    "totalRows": 2**70,
    "uuid": "u-1",
    "vegaSpec": "{}",
}


def called(result, number=0):
    call = ToolCall("svcSqlApi", '{"sqlQuery": "SELECT 1"}', result)
    return Message(id=f"m{number}", role="assistant", content="", tool_call=call, sort=number)


def test_the_call_before_a_short_result_has_its_query():
    messages = [called(json.dumps(ROWS), number) for number in range(5)]

    told = json.loads(bytes(state_message(messages, 9).state.messages))

    assert [each["id"][-1] for each in told] == ["AIMessage", "ToolMessage"] * 5
    assert all(each["kwargs"]["tool_calls"][0]["args"]["sqlQuery"] == "SELECT 1" for each in told[::2])
    assert ["leftOut" in json.loads(each["kwargs"]["content"]) for each in told[1::2]] == [True] * 3 + [
        False
    ] * 2


@pytest.mark.parametrize("page", [1, 7, 40])
def test_it_is_the_same_whichever_way_the_chat_is_read(page):
    size = WHOLE_RESULT_CHARACTERS // 8
    messages = [called(json.dumps({"data": "x" * (size + number)}), number) for number in range(40)]
    pages = [messages[at : at + page] for at in range(0, 40, page)]
    onwards, back = NewestMessages(), NewestMessages()

    for each in pages:
        onwards.add(each)

    for each in reversed(pages):
        back.add_before(each)

    whole = state_message(messages, 1)
    assert state_message(onwards.messages, 1) == whole
    assert state_message(back.messages, 1) == whole
    assert state_message((*newest_that_fit(messages[:25]), *messages[25:]), 1) == whole
