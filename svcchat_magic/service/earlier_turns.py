"""A question that was sent before: found by its messageId, and given again instead of being run twice."""

from collections.abc import Callable
from dataclasses import dataclass

from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.service.conversation_state import cutoff_message
from svcchat_magic.service.database import Connection
from svcchat_magic.service.endings import ending
from svcchat_magic.service.identity import Identity
from svcchat_magic.service.run_records import RUNNING, interrupt_dead_runs, status_of
from svcchat_magic.service.threads import stored_lines, whole_messages


@dataclass(frozen=True, slots=True)
class Asked:
    """What makes two requests the same question; rights are part of it, for answers hold rows."""

    account: str
    agent: str
    identity: Identity
    message_id: str
    question: str
    chat_id: str | None  # None: the client may not know it yet


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A turn that is in the store; `stream` is all of it once it has ended."""

    run_id: str
    chat_id: str
    worker: str
    stream: bytes | None
    follower: str = ""  # the id of a reader who is served here while another worker streams the turn


def find_turn(
    connection: Connection, asked: Asked, is_alive: Callable[[str, str], bool], now: float
) -> EarlierTurn | None:
    """The turn of the same question; one that nobody works on any more has ended."""
    row = connection.execute(
        """SELECT runs.id, thread_id, worker FROM runs JOIN threads ON threads.id = thread_id
        WHERE resend_id = ? AND question = ? AND fingerprint = ? AND user_id = ? AND account = ? AND agent = ?
        AND (CAST(? AS TEXT) IS NULL OR thread_id = ?)""",
        (
            asked.message_id,
            asked.question,
            asked.identity.fingerprint,
            asked.identity.user_id,
            asked.account,
            asked.agent,
            asked.chat_id,
            asked.chat_id,
        ),
    ).fetchone()
    if row is None:
        return None

    run_id, chat_id, worker = row
    interrupt_dead_runs(connection, is_alive, now, chat_id)
    status = status_of(connection, run_id)
    if status == RUNNING:
        return EarlierTurn(run_id, chat_id, worker, None)

    return EarlierTurn(
        run_id, chat_id, worker, _stream(connection, chat_id, run_id, status, asked.identity.fingerprint)
    )


def messages_around(
    connection: Connection, chat_id: str, run_id: str, fingerprint: str
) -> tuple[list[Message], list[Message]]:
    """The chat's messages before a run, and the run's own; the ones after it are left out."""
    lines = stored_lines(connection, chat_id)
    runs = [line.run_id for line in lines]
    own = runs.index(run_id)
    after = own + runs.count(run_id)
    return whole_messages(lines[:own], fingerprint), whole_messages(lines[own:after], fingerprint)


def _stream(connection: Connection, chat_id: str, run_id: str, status: str | None, fingerprint: str) -> bytes:
    """An ended turn from `__cutoff__` to its ending, each message whole in one line."""
    before, found = messages_around(connection, chat_id, run_id, fingerprint)
    messages: list[Message] = [message.with_values(sort=at) for at, message in enumerate(found, start=1)]
    last = ending(status, [*before, *messages], len(messages) + 1, with_additions=True) or b""
    return b"".join(map(encode_message, [cutoff_message(chat_id, 0), *messages])) + last
