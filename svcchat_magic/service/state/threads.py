"""Stored chats: their owners, and their messages as a reader sees them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import uuid4

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.messages import Message, ToolCall, decode_message
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_messages import powers_of_two
from svcchat_magic.service.state.withheld import withheld

NOT_FINISHED = "The query did not finish."


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A stored line of a stream, or pieces of one message, with what a reader needs to know of its run."""

    run_id: str
    is_running: bool
    fingerprint: str
    message_id: str
    line: bytes


def make_thread(connection: Connection, account: str, agent: str, user_id: str, now: float) -> str:
    """Create a chat for a user and return its id."""
    chat_id = str(uuid4())
    connection.execute(
        "INSERT INTO threads (id, account, agent, user_id, created_at) VALUES (?, ?, ?, ?, ?)",
        (chat_id, account, agent, user_id, now),
    )
    return chat_id


def owner_of(connection: Connection, account: str, agent: str, chat_id: str, now: float) -> str:
    """The user who owns a chat. Raises NotFound for a chat that this agent does not have (7).

    A chat expires with its user, even if its rows still wait to be removed.
    """
    row = connection.execute(
        """SELECT user_id FROM threads JOIN users ON users.id = user_id
        WHERE threads.id = ? AND threads.account = ? AND agent = ?
        AND (expires_at IS NULL OR expires_at > ?)""",
        (chat_id, account, agent, now),
    ).fetchone()
    if row is None:
        raise chat_not_found()

    return str(row[0])


def readable_threads(connection: Connection, chat_ids: Iterable[str], now: float) -> set[str]:
    """Those of these chats that have not expired with their users."""
    found: set[str] = set()
    for some in powers_of_two(list(chat_ids)):
        rows = connection.execute(
            f"""SELECT threads.id FROM threads JOIN users ON users.id = user_id
            WHERE threads.id IN ({", ".join("?" * len(some))}) AND (expires_at IS NULL OR expires_at > ?)""",
            (*some, now),
        )
        found.update(str(chat_id) for (chat_id,) in rows)

    return found


def chat_not_found() -> NotFound:
    """The error for unknown and expired chats and those of other users."""
    return NotFound("There is no such chat.", status=404)


def whole_messages(lines: Iterable[StoredLine], fingerprint: str) -> list[Message]:
    """One message per id: joins pieces, closes open messages and withholds those of other permissions.

    Every reader of a chat gets its messages from here, and so does the analyst of the next question.
    """
    return [
        message if first.fingerprint == fingerprint else withheld(message)
        for first, message in ((group[0], _whole(_pieces(group), group[0])) for group in _by_message(lines))
    ]


def _by_message(lines: Iterable[StoredLine]) -> list[list[StoredLine]]:
    return [list(group) for _, group in groupby(lines, key=lambda each: (each.run_id, each.message_id))]


def _pieces(group: Sequence[StoredLine]) -> list[Message]:
    return [decode_message(line) for each in group for line in each.line.split(b"\n") if line]


def _whole(pieces: Sequence[Message], about: StoredLine) -> Message:
    message = pieces[-1]
    if message.is_delta:
        message = message.with_values(
            content="".join(piece.content or "" for piece in pieces),
            thinking="".join(piece.thinking or "" for piece in pieces) or None,
            is_delta=False,
            is_in_process=about.is_running,
        )

    call = message.tool_call
    if call is not None and call.result is None and not about.is_running:
        return message.with_values(tool_call=failed(call, NOT_FINISHED), is_in_process=False)

    return message


def failed(call: ToolCall, why: str) -> ToolCall:
    """A tool call that ended with an error (7, tool errors)."""
    return ToolCall(name=call.name, input=call.input, result=json.dumps({"error": why}))
