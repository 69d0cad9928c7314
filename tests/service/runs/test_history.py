"""What a new question takes from its chat is read back piece by piece, and is the same as from all of it."""

import asyncio
import json

import pytest

from svcchat_magic.service.runs.conversation_state import (
    MAX_STATE_CHARACTERS,
    WHOLE_RESULT_CHARACTERS,
    state_message,
)
from svcchat_magic.service.runs.history import History
from svcchat_magic.service.state.message_pages import turn_end
from svcchat_magic.service.state.run_status import RunStatus
from tests.raw_api import ask
from tests.service.conftest import ScriptedAnalyst
from tests.service.held_memory import tracing
from tests.service.stored_chats import (
    answer_of,
    entries_of,
    keep,
    large,
    long_chat,
    messages_of,
)

HELD = 20_000_000  # the messages of `__state__`, some times over while its line is written


def history(chat, before):
    """What a question takes from the turns before it; and the same made of all of them in memory."""
    rights = chat.identity.fingerprint

    async def taken():
        found = History()
        await found.read(chat, await chat.look_back(turn_end(before - 1)))
        earlier, _ = await chat.store.read(
            lambda connection: messages_of(connection, chat.chat_id, rights, f"r{before}")
        )
        return found, earlier

    return asyncio.run(taken())


@pytest.mark.parametrize("results", [0, 1], ids=["small", "some looks"])
def test_it_is_the_chat_before_the_question(chat, results):
    turns = [entries_of(large(results) + answer_of("So"), question=f"{at}?") for at in range(5)]
    keep(chat, *[(entries, RunStatus.COMPLETE) for entries in turns])

    found, earlier = history(chat, 5)

    assert state_message(found.messages, 1) == state_message(earlier, 1)


def test_no_more_turns_are_read_than_a_state_holds(chat):
    long = entries_of(answer_of("x" * (MAX_STATE_CHARACTERS // 2)))
    keep(chat, *[(long, RunStatus.COMPLETE)] * 9, (entries_of([]), RunStatus.COMPLETE))

    found, earlier = history(chat, 10)

    assert len(found.messages) < len(earlier) / 2
    assert state_message(found.messages, 1) == state_message(earlier, 1)


def test_a_long_chat_keeps_every_message_and_only_its_newest_rows(chat):
    turn = large(1, size=WHOLE_RESULT_CHARACTERS // 3)
    keep(chat, *[(entries_of(turn), RunStatus.COMPLETE)] * 9, (entries_of([]), RunStatus.COMPLETE))

    found, earlier = history(chat, 10)

    assert len(found.messages) == len(earlier)
    results = [json.loads(each.tool_call.result) for each in found.messages if each.tool_call]
    assert [("data" in each, "leftOut" in each) for each in results] == [(False, True)] * 6 + [
        (True, False)
    ] * 3


def test_a_question_in_a_long_chat_holds_little_of_it(start):
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst)
    chat_id = long_chat(service)
    with tracing() as most_held:
        answer = ask(service, "and?", chatId=chat_id)
        held = most_held()

    assert answer[-1]["id"] == "__state__"
    assert held < HELD
