"""Find a question that was sent before by its messageId, so that it does not run twice."""

from collections.abc import Callable
from dataclasses import dataclass

from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import interrupt_dead_runs, status_of
from svcchat_magic.service.state.run_status import RunStatus


@dataclass(frozen=True, slots=True)
class Asked:
    """What identifies a resent question; permissions are included because answers contain rows."""

    account: str
    agent: str
    identity: Identity
    message_id: str
    question: str
    chat_id: str | None  # None: perhaps the client does not know it yet


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A stored turn, streaming or ended, for a user with the permissions it was asked with."""

    identity: Identity
    run_id: str
    chat_id: str
    ordinal: int  # its number among the chat's turns
    worker: str
    status: RunStatus
    follower: str = ""  # id of a reader served here while another worker streams the turn


def find_turn(
    connection: Connection, asked: Asked, is_alive: Callable[[str, str], bool], now: float
) -> EarlierTurn | None:
    """The turn of the same question; a turn without a live worker is marked as interrupted."""
    row = connection.execute(
        """SELECT runs.id, thread_id, ordinal, worker FROM runs JOIN threads ON threads.id = thread_id
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

    run_id, chat_id, ordinal, worker = row
    interrupt_dead_runs(connection, is_alive, now, chat_id)
    return EarlierTurn(asked.identity, run_id, chat_id, ordinal, worker, status_of(connection, run_id))
