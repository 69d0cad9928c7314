"""Begin a turn: one transaction finds the user and the chat and stores the question as a run."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.protocol.requests import ChatRequest
from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.conversation_state import cutoff_message
from svcchat_magic.service.runs.earlier_turns import Asked, EarlierTurn, find_turn
from svcchat_magic.service.runs.history import BeforeTurn, before_turn
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.message_pages import newest_place
from svcchat_magic.service.state.remote_readers import add_follower
from svcchat_magic.service.state.run_messages import Entry
from svcchat_magic.service.state.run_records import NewRun, begin_run, remembered
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.threads import chat_not_found, make_thread, owner_of


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was sent, and the id of the run that answers it."""

    agent: str
    request: ChatRequest
    session_hash: bytes | None  # the embed session it is asked in
    run_id: str

    @property
    def text(self) -> str:
        """The question itself."""
        return str(self.request.input)

    @property
    def chat_id(self) -> str | None:
        """The chat to continue; None for a new one."""
        return self.request.chat_id if isinstance(self.request.chat_id, str) else None

    @property
    def message_id(self) -> str | None:
        """The id that identifies a resend; None without the additions (decisions/additions-on-request)."""
        return self.request.message_id if isinstance(self.request.message_id, str) else None


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that is stored as begun."""

    identity: Identity
    chat_id: str
    opening: bytes  # its first lines, already stored
    echo: Message  # the question
    before: BeforeTurn | None  # None in a new chat
    remembered: bytes = b""  # what the analyst left there


def begin_turn(
    connection: Connection,
    parts: ServiceComponents,
    question: Question,
    identity: Identity,
    turn: TurnEncoder,
    is_worked_on: Callable[[str, str], bool],
) -> Begun | EarlierTurn:
    """Begin the turn, or find the one begun by an earlier request with the same messageId.

    Raises NotFound for a chat that is not the user's, and as `begin_run`.
    """
    account, now = parts.account.name, parts.clock()
    known = question.chat_id
    if known is not None and owner_of(connection, account, question.agent, known, now) != identity.user_id:
        raise chat_not_found()

    if (earlier := _sent_before(connection, parts, question, identity, is_worked_on)) is not None:
        return earlier

    chat_id = known or make_thread(connection, account, question.agent, identity.user_id, now)
    opening = encode_message(cutoff_message(chat_id, turn.next_sort()))
    echo = turn.user_echo(question.text)
    entry = _entry_of(echo)
    new = _new_run(parts.store.worker, question, identity, chat_id, entry, now)
    begin_run(connection, new, is_worked_on)
    if known is None:
        return Begun(identity, chat_id, opening + entry.line, echo, None)

    last = newest_place(connection, known).ordinal - 1
    before = before_turn(connection, parts.recent_chats, known, identity.fingerprint, last)
    left = remembered(connection, known, identity.fingerprint)
    return Begun(identity, chat_id, opening + entry.line, echo, before, left)


def _new_run(
    worker: str, question: Question, identity: Identity, chat_id: str, echo: Entry, now: float
) -> NewRun:
    return NewRun(
        run_id=question.run_id,
        chat_id=chat_id,
        worker=worker,
        fingerprint=identity.fingerprint,
        question=question.text,
        started_at=now,
        resend_id=question.message_id,
        session_hash=question.session_hash,
        in_new_chat=question.chat_id is None,
        echo=echo,
    )


def _sent_before(
    connection: Connection,
    parts: ServiceComponents,
    question: Question,
    identity: Identity,
    is_worked_on: Callable[[str, str], bool],
) -> EarlierTurn | None:
    """The turn that an earlier request with the same messageId has begun, if any."""
    if question.message_id is None:
        return None

    account, chat_id = parts.account.name, question.chat_id
    asked = Asked(account, question.agent, identity, question.message_id, question.text, chat_id)
    found = find_turn(connection, asked, is_worked_on, parts.clock())
    return None if found is None else _followed(connection, parts, found)


def _entry_of(echo: Message) -> Entry:
    sort = int(echo.sort or 0)
    return Entry(echo.id, sort, sort, whole=True, line=encode_message(echo))


def _followed(connection: Connection, parts: ServiceComponents, turn: EarlierTurn) -> EarlierTurn:
    """Add a follower if another worker streams the turn."""
    worker = parts.store.worker
    if turn.status is not RunStatus.RUNNING or turn.worker == worker or not parts.account.reattach_seconds:
        return turn

    return replace(turn, follower=add_follower(connection, turn.run_id, worker))
