"""What a question takes from its chat is the same whether it is read or known from the question before."""

import asyncio
import json
from dataclasses import replace

import pytest

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.runs.conversation_state import state_message
from svcchat_magic.service.runs.history import before_turn, history_before
from svcchat_magic.service.runs.recent_chats import KnownTurns, RecentChats
from svcchat_magic.service.runs.serialised_messages import (
    MAX_STATE_CHARACTERS,
    WHOLE_RESULT_CHARACTERS,
    SerialisedMessages,
)
from svcchat_magic.service.state.message_pages import TurnsStamp
from svcchat_magic.service.state.run_messages import BYTES_A_LOOK
from svcchat_magic.service.state.run_records import append_lines
from svcchat_magic.service.state.run_status import RunStatus
from tests.raw_api import ask
from tests.service.conftest import ScriptedAnalyst
from tests.service.held_memory import tracing
from tests.service.runs.whole_state import state_line
from tests.service.stored_chats import (
    answer_of,
    entries_of,
    keep,
    keep_turn,
    large,
    long_chat,
    messages_of,
    result_of,
)

HELD = 20_000_000  # the messages of `__state__`, some times over while its line is written


def history(chat, last, chats=None):
    """What the transaction of a question reads of the turns up to one, and all that it takes from them."""
    chats = RecentChats() if chats is None else chats
    rights = chat.identity.fingerprint

    async def taken():
        before = await chat.store.read(
            lambda connection: before_turn(connection, chats, chat.chat_id, rights, last)
        )
        return before, await history_before(chat, before, chats, tells_earlier=True)

    return asyncio.run(taken())


def line_of(history):
    return encode_message(state_message(history.messages, 1))


def line_at_once(chat):
    """The line of the whole chat in memory."""
    rights = chat.identity.fingerprint
    return state_line(chat.store.write_now(lambda each: messages_of(each, chat.chat_id, rights)), 1)


def add_turn(chat, number, events, status=RunStatus.COMPLETE):
    """One more turn under the reader's rights, its lines all stored."""
    rights = chat.identity.fingerprint
    entries = entries_of(events, question=f"{number}?", is_closed=status is not None)
    chat.store.write_now(
        lambda each: keep_turn(each, chat.chat_id, f"r{number}", entries, status=status, rights=rights)
    )


@pytest.mark.parametrize("results", [0, 1], ids=["small", "some looks"])
def test_it_is_the_chat_before_the_question(chat, results):
    turns = [entries_of(large(results) + answer_of("So"), question=f"{at}?") for at in range(5)]
    keep(chat, *[(entries, RunStatus.COMPLETE) for entries in turns])

    _, found = history(chat, 5)

    assert line_of(found) == line_at_once(chat)
    assert found.earlier[-1] == EarlierAnswer("4?", ("SELECT 0",) * results, "So")


def test_no_more_turns_are_read_than_a_state_holds(chat):
    long = entries_of(answer_of("x" * (MAX_STATE_CHARACTERS // 2)))
    keep(chat, *[(long, RunStatus.COMPLETE)] * 9)

    _, found = history(chat, 9)

    assert len(found.earlier) < 4
    assert found.messages.bytes_held < 0.6 * MAX_STATE_CHARACTERS
    assert line_of(found) == line_at_once(chat)


def test_a_long_chat_keeps_every_message_and_only_its_newest_rows(chat):
    turn = large(1, size=WHOLE_RESULT_CHARACTERS // 3)
    keep(chat, *[(entries_of(turn), RunStatus.COMPLETE)] * 9)

    _, found = history(chat, 9)

    told = json.loads(found.messages.to_json())
    results = [json.loads(each["kwargs"]["content"]) for each in told if each["id"][-1] == "ToolMessage"]
    assert len(told) == 9 * 3
    assert [("data" in each, "leftOut" in each) for each in results] == [(False, True)] * 6 + [
        (True, False)
    ] * 3


def test_the_next_question_reads_the_turns_since_and_gets_the_same(chat):
    chats = RecentChats()
    sizes = (9, BYTES_A_LOOK, 9, 40_000, WHOLE_RESULT_CHARACTERS, 9, 9, 30_000)
    for number, size in enumerate(sizes, start=1):
        add_turn(chat, number, [*result_of(0, size), *answer_of(f"So {number}")])

        before, found = history(chat, number, chats)

        assert line_of(found) == line_at_once(chat)
        assert found.earlier == history(chat, number)[1].earlier
        assert [each.content for each in before.newest.messages if each.role == "user"] in (
            [f"{number}?"],
            [],  # a turn longer than a page
        )


def test_turns_of_another_worker_are_read_however_many_they_are(chat):
    chats = RecentChats()
    add_turn(chat, 1, answer_of("So"))
    history(chat, 1, chats)
    for number in range(2, 90):
        add_turn(chat, number, result_of(0, 6_000))

    before, found = history(chat, 89, chats)

    assert before.known
    assert line_of(found) == line_at_once(chat)
    assert [each.question for each in found.earlier] == [f"{number}?" for number in range(84, 90)]


def test_lines_that_a_lost_worker_adds_to_an_earlier_turn_are_in_the_next_state(chat):
    chats = RecentChats()
    add_turn(chat, 1, result_of(0, 9)[:1], status=RunStatus.INTERRUPTED)
    entries = entries_of([*result_of(0, 9)[:1], *answer_of("late")])
    add_turn(chat, 2, answer_of("So"))
    history(chat, 2, chats)

    chat.store.write_now(lambda connection: append_lines(connection, "r1", entries[-2:]))
    before, found = history(chat, 2, chats)

    assert before.known is None
    assert b"late" in line_of(found)
    assert line_of(found) == line_at_once(chat)


@pytest.mark.case("Z05")
def test_what_one_reader_knows_is_not_given_to_one_with_other_rights(chat):
    chats = RecentChats()
    add_turn(chat, 1, [*result_of(0, 9), *answer_of("secret")])
    history(chat, 1, chats)
    other = replace(chat, identity=Identity(chat.identity.user_id, Viewer("", groups=("other",))))

    _, found = history(other, 1, chats)

    assert b"secret" not in line_of(found)
    assert line_of(found) == line_at_once(other)
    assert line_of(history(chat, 1, chats)[1]) == line_at_once(chat)


def test_a_chat_is_forgotten_with_its_user(chat):
    chats = RecentChats()
    add_turn(chat, 1, answer_of("So"))
    history(chat, 1, chats)

    chat.store.write_now(lambda connection: chats.remove_expired(connection, chat.clock()))
    assert chats.bytes_held

    chat.store.write_now(lambda connection: connection.execute("UPDATE users SET expires_at = 1"))
    chat.store.write_now(lambda connection: chats.remove_expired(connection, chat.clock()))
    assert not chats.bytes_held


def test_chats_asked_longest_ago_make_room():
    messages = SerialisedMessages.of([Message(id="q", role="user", content="x" * 900)])
    chats = RecentChats(most_bytes=3 * messages.bytes_held)

    for number in (1, 2, 3, 1, 4):
        chats.keep(str(number), "", KnownTurns(TurnsStamp(1, 1, 1), messages))

    assert chats.bytes_held == 3 * messages.bytes_held
    assert [chat_id for chat_id, _ in chats._chats] == ["3", "1", "4"]


def test_a_question_in_a_long_chat_holds_little_of_it(start):
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst)
    chat_id = long_chat(service)
    with tracing() as most_held:
        answer = ask(service, "and?", chatId=chat_id)
        held = most_held()

    assert answer[-1]["id"] == "__state__"
    assert held < HELD
