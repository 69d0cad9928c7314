"""A chat's state, and a turn that is given again, come from the store in pieces and are the same bytes."""

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace

import pytest

from svcchat_magic.errors import NotAuthenticated, NotFound
from svcchat_magic.protocol.messages import encode_message
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.access.key_file import KeyFile, add_key, read_keys, revoke_key
from svcchat_magic.service.access.permit import Permit
from svcchat_magic.service.runs.conversation_state import cutoff_message
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.stored_streams import chat_stream, turn_stream
from svcchat_magic.service.runs.terminal_lines import ending
from svcchat_magic.service.runs.turn_usage import usage_when_stored
from svcchat_magic.service.state.run_records import append_lines
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.users import Claim, find_or_make_user
from tests.service.runs.whole_state import state_line
from tests.service.stored_chats import answer_of, entries_of, keep, large, messages_of

STATUSES = (
    RunStatus.COMPLETE,
    RunStatus.ABORTED,
    RunStatus.FAILED,
    RunStatus.INTERRUPTED,
    RunStatus.COMPLETE,
)


def all_of(stream):
    async def read():
        async with aclosing(stream):
            return b"".join([piece async for piece in stream])

    return asyncio.run(read())


def in_one_job(chat, job):
    return asyncio.run(chat.store.read(job))


def chat_at_once(chat):
    """What a read gives, made of the whole chat in memory."""
    rights = chat.identity.fingerprint
    found = in_one_job(chat, lambda connection: messages_of(connection, chat.chat_id, rights))
    messages = [message.with_values(sort=at) for at, message in enumerate(found, start=1)]
    stream = [cutoff_message(chat.chat_id, 0), *messages]
    return b"".join(map(encode_message, stream)) + state_line(messages, len(messages) + 1)


def turn_at_once(chat, ordinal, status):
    """What a resend gives, made the same way."""
    rights = chat.identity.fingerprint
    before, found = in_one_job(
        chat, lambda connection: messages_of(connection, chat.chat_id, rights, f"r{ordinal}")
    )
    messages = [message.with_values(sort=at) for at, message in enumerate(found, start=1)]
    used = usage_when_stored(None, status)
    whole = SerialisedMessages.of([*before, *messages])
    last = ending(status, whole, len(messages) + 1, used, with_additions=True) or b""
    return b"".join(map(encode_message, [cutoff_message(chat.chat_id, 0), *messages])) + last


@pytest.mark.long
@pytest.mark.rule("4.1")
@pytest.mark.parametrize("results", [0, 2, 20], ids=["small", "some looks", "more than a state holds"])
def test_the_pieces_are_the_bytes_of_the_whole(chat, results):
    events = large(results) + answer_of("All ", "of it")
    turns = [(entries_of(events, question=f"{at}?"), status) for at, status in enumerate(STATUSES)]
    keep(chat, *turns, (entries_of(events, is_closed=False), None))

    assert all_of(chat_stream(chat)) == chat_at_once(chat)
    for ordinal, status in enumerate(STATUSES, start=1):
        assert all_of(turn_stream(chat, ordinal, status)) == turn_at_once(chat, ordinal, status)


def test_results_of_other_rights_are_withheld_from_the_pieces_too(chat):
    keep(chat, (entries_of(large(20)), RunStatus.COMPLETE), (entries_of(answer_of("So")), RunStatus.COMPLETE))
    other = replace(chat, identity=Identity(chat.identity.user_id, Viewer("", groups=("other",))))

    assert all_of(chat_stream(other)) == chat_at_once(other)
    assert all_of(turn_stream(other, 2, RunStatus.COMPLETE)) == turn_at_once(other, 2, RunStatus.COMPLETE)
    assert b"xxx" not in all_of(chat_stream(other))


@pytest.mark.case("A15")
def test_another_users_chat_is_not_there(chat, clock):
    keep(chat, (entries_of(answer_of("So")), RunStatus.COMPLETE))
    other = Claim("demo", "external", "grace")
    user_id = chat.store.write_now(lambda connection: find_or_make_user(connection, other, clock(), 10))
    theirs = replace(chat, identity=Identity(user_id, Viewer(user_id)))

    for stream in (chat_stream(theirs), turn_stream(theirs, 1, RunStatus.COMPLETE)):
        with pytest.raises(NotFound):
            all_of(stream)


def test_what_comes_while_it_is_read_is_left_out_and_its_state_is_of_what_was_given(chat):
    entries = entries_of(large(3) + answer_of("Half ", "of it"))
    later = entries[-2]._replace(message_id="later", sort=1000, place=1000)
    keep(chat, (entries[:-1], None))

    async def read():
        async with aclosing(chat_stream(chat)) as stream:
            pieces = [await anext(stream)]
            await chat.store.write(lambda connection: append_lines(connection, "r1", [entries[-1], later]))
            return b"".join([*pieces, *[piece async for piece in stream]])

    *messages, state = [json.loads(line) for line in asyncio.run(read()).splitlines()]

    assert messages[-1]["content"] == "Half of it"
    assert not messages[-1]["isInProcess"]
    assert sum("toolCall" in each for each in messages) == 3
    assert state["state"]["messages"][-1]["kwargs"]["content"] == "Half of it"


@pytest.fixture
def guarded(chat, tmp_path):
    """The chat, read in an embed session and with a key that can be revoked."""
    stored, _ = add_key(file := tmp_path / "keys.toml", "", "t1")
    token = (b"token", b"session", "demo", chat.identity.user_id, "{}", 0.0, 1e12)
    chat.store.write_now(
        lambda connection: connection.execute(
            """INSERT INTO page_tokens
            (token_hash, session_hash, account, user_id, settings, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""",
            token,
        )
    )
    hashed = bytes.fromhex(stored.sha256)
    account = Account("demo", {}, key_file=KeyFile(file))
    return replace(chat, account=account, permit=Permit(hashed, b"session"))


@pytest.mark.case("A03")
@pytest.mark.case("A12")
@pytest.mark.parametrize(
    ("ends", "refusal"),
    [
        (lambda chat, clock, file: setattr(clock, "now", 2e6), NotFound),
        (lambda chat, clock, file: remove(chat, "threads"), NotFound),
        (lambda chat, clock, file: remove(chat, "page_tokens"), NotAuthenticated),
        (lambda chat, clock, file: revoke_key(file, read_keys(file)[0].id, "t2"), NotAuthenticated),
    ],
    ids=["the user's time", "the chat", "the session", "the key"],
)
@pytest.mark.parametrize("given", [chat_stream, lambda chat: turn_stream(chat, 1, RunStatus.COMPLETE)])
def test_what_is_over_while_it_is_read_ends_the_stream(guarded, clock, tmp_path, given, ends, refusal):
    keep(guarded, (entries_of(large(3)), RunStatus.COMPLETE))

    async def read():
        async with aclosing(given(guarded)) as stream:
            await anext(stream)
            ends(guarded, clock, tmp_path / "keys.toml")
            with pytest.raises(refusal):
                await anext(stream)

    asyncio.run(read())


def remove(chat, table):
    chat.store.write_now(lambda connection: connection.execute(f"DELETE FROM {table}"))
