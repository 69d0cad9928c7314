"""Stored runs: one question each, with a final status that is set once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from svcchat_magic.errors import NotAuthenticated, TooBusy
from svcchat_magic.protocol.messages import USAGE, Message, Usage, decode_message, encode_message
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_messages import (
    Append,
    Entry,
    insert_lines,
    powers_of_two,
    to_a_power_of_two,
)
from svcchat_magic.service.state.run_status import IS_RUNNING, RunStatus

STREAMING_ALREADY = "Streaming for thread is in progress"


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run about to be stored."""

    run_id: str
    chat_id: str
    worker: str
    fingerprint: str
    question: str
    started_at: float
    resend_id: str | None = None  # the messageId that identifies a resend (decisions/readers-and-runs)
    session_hash: bytes | None = None  # the embed session it is asked in
    in_new_chat: bool = False  # this transaction creates the chat, so no other run can be streaming
    echo: Entry | None = None  # the question as the run's first message


def begin_run(connection: Connection, new: NewRun, is_alive: Callable[[str, str], bool]) -> None:
    """Store a new run; `is_alive(worker, run_id)` returns whether a worker is still working on a run.

    Raises TooBusy (409) while another run of the chat is streaming, and NotAuthenticated if the session was
    just revoked.
    """
    if new.session_hash is not None and not is_going_on(connection, new.session_hash, new.started_at):
        raise NotAuthenticated("This session is over. Create a new one.", status=401)

    if not new.in_new_chat:
        interrupt_dead_runs(connection, is_alive, new.started_at, chat_id=new.chat_id)
        if running_run(connection, new.chat_id) is not None:
            raise TooBusy(STREAMING_ALREADY, status=409)

    connection.execute(
        """INSERT INTO runs
        (id, thread_id, ordinal, status, worker, fingerprint, question, started_at, resend_id, session_hash)
        VALUES
        (?, ?, (SELECT coalesce(max(ordinal), 0) + 1 FROM runs WHERE thread_id = ?), ?, ?, ?, ?, ?, ?, ?)""",
        (
            new.run_id,
            new.chat_id,
            new.chat_id,
            RunStatus.RUNNING,
            new.worker,
            new.fingerprint,
            new.question,
            new.started_at,
            new.resend_id,
            new.session_hash,
        ),
    )
    if new.echo is not None:
        insert_lines(connection, [Append(new.run_id, [new.echo])])


def is_going_on(connection: Connection, session_hash: bytes, now: float) -> bool:
    """Whether the page of an embed session may still ask questions."""
    found = connection.execute(
        "SELECT 1 FROM page_tokens WHERE session_hash = ? AND expires_at > ?", (session_hash, now)
    )
    return found.fetchone() is not None


def append_lines(connection: Connection, run_id: str, entries: Sequence[Entry]) -> RunStatus:
    """Store a chunk of lines and return the run's status."""
    (status,) = append_all(connection, [Append(run_id, entries)])
    return status


def append_all(
    connection: Connection, appends: Sequence[Append], now: float | None = None
) -> list[RunStatus]:
    """Store a chunk for each of several runs in few statements and return the status of each.

    With `now`, a run counts as gone once its user has expired, even if its rows are still there.
    """
    statuses = _statuses(connection, [each.run_id for each in appends], now)
    there = [each for each, status in zip(appends, statuses, strict=True) if status is not RunStatus.GONE]
    whole = [
        (each.run_id, entry.place, entry.sort, entry.message_id)
        for each in there
        for entry in each.entries
        if entry.whole and entry.place < entry.sort
    ]
    if whole:
        connection.executemany(
            "DELETE FROM messages WHERE run_id = ? AND sort >= ? AND sort < ? AND message_id = ?", whole
        )

    insert_lines(connection, there)
    return statuses


def end_run(connection: Connection, run_id: str, status: RunStatus, now: float) -> RunStatus:
    """Set the final status unless one is set, and return the status that the run has now."""
    connection.execute(
        f"UPDATE runs SET status = ?, ended_at = ? WHERE id = ? AND {IS_RUNNING}", (status, now, run_id)
    )
    return status_of(connection, run_id)


def store_usage(connection: Connection, run_id: str, usage: Usage) -> None:
    """Store what the language model of a run took, as the line that says it."""
    line = encode_message(Message(id=USAGE, usage=usage)).decode()
    connection.execute("UPDATE runs SET usage = ? WHERE id = ?", (line, run_id))


def stored_usage(connection: Connection, chat_id: str, ordinal: int) -> Usage | None:
    """What the language model of a turn took; None if none was stored."""
    turn = (chat_id, ordinal)
    row = connection.execute("SELECT usage FROM runs WHERE thread_id = ? AND ordinal = ?", turn).fetchone()
    return decode_message(row[0].encode()).usage if row is not None and row[0] else None


def remember(connection: Connection, run_id: str, content: bytes) -> None:
    """Store what the analyst remembers of a run; it is never part of a stream."""
    connection.execute("UPDATE runs SET remembered = ? WHERE id = ?", (content, run_id))


def remembered(connection: Connection, chat_id: str, fingerprint: str) -> bytes:
    """What the analyst remembers of the chat's newest run that left something.

    Empty if it was left under other rights, because it may contain rows and names of members.
    """
    row = connection.execute(
        """SELECT fingerprint, remembered FROM runs WHERE thread_id = ? AND remembered IS NOT NULL
        ORDER BY ordinal DESC LIMIT 1""",
        (chat_id,),
    ).fetchone()
    return bytes(row[1]) if row is not None and row[0] == fingerprint else b""


def status_of(connection: Connection, run_id: str) -> RunStatus:
    """Return the status of a run."""
    row = connection.execute("SELECT status FROM runs WHERE id = ?", (run_id,)).fetchone()
    return RunStatus(row[0]) if row else RunStatus.GONE


def ended_runs(connection: Connection, run_ids: Iterable[str], now: float) -> dict[str, RunStatus]:
    """The runs among these that have ended or whose user has expired, with their status.

    Usually none has, and one counting row shows it: every row fetched delays the streams.
    """
    ended: dict[str, RunStatus] = {}
    for some in powers_of_two(list(run_ids)):
        going_on = f"""FROM runs JOIN threads ON threads.id = thread_id JOIN users ON users.id = user_id
        WHERE runs.id IN ({", ".join("?" * len(some))}) AND {IS_RUNNING}
        AND (expires_at IS NULL OR expires_at > ?)"""
        values = (*some, now)
        (count,) = connection.execute(f"SELECT count(*) {going_on}", values).fetchone()
        if count < len(some):
            rows = connection.execute(f"SELECT runs.id {going_on}", values).fetchall()
            there = {str(run_id) for (run_id,) in rows}
            ended.update((each, status_of(connection, each)) for each in some if each not in there)

    return ended


def running_run(connection: Connection, chat_id: str) -> str | None:
    """The run of a chat that is streaming now, if any."""
    row = connection.execute(
        f"SELECT id FROM runs WHERE thread_id = ? AND {IS_RUNNING}", (chat_id,)
    ).fetchone()
    return str(row[0]) if row else None


def interrupt_dead_runs(
    connection: Connection,
    is_alive: Callable[[str, str], bool],
    now: float,
    chat_id: str | None = None,
) -> None:
    """Mark runs without a worker as interrupted, in one chat or in all."""
    of_chat, chat = ("", ()) if chat_id is None else (" AND thread_id = ?", (chat_id,))
    running = connection.execute(f"SELECT id, worker FROM runs WHERE {IS_RUNNING}{of_chat}", chat).fetchall()
    dead = [run_id for run_id, worker in running if not is_alive(worker, run_id)]
    for some in powers_of_two(dead):
        places = ", ".join("?" * len(some))
        connection.execute(
            f"UPDATE runs SET status = ?, ended_at = ? WHERE {IS_RUNNING} AND id IN ({places})",
            (RunStatus.INTERRUPTED, now, *some),
        )


def _statuses(connection: Connection, run_ids: Sequence[str], now: float | None) -> list[RunStatus]:
    """The status of each run; usually all are running and no user has expired, as one row shows.

    One statement, because each is a switch to another thread.
    """
    some = to_a_power_of_two(run_ids)
    running, has_expired = connection.execute(
        f"""SELECT (SELECT count(*) FROM runs WHERE {IS_RUNNING} AND id IN ({", ".join("?" * len(some))})),
        EXISTS (SELECT 1 FROM users WHERE expires_at <= ?)""",
        (*some, 0.0 if now is None else now),
    ).fetchone()
    gone = _gone(connection, run_ids, now) if has_expired and now is not None else frozenset()
    if running == len(run_ids) and not gone:
        return [RunStatus.RUNNING] * len(run_ids)

    return [RunStatus.GONE if each in gone else status_of(connection, each) for each in run_ids]


def _gone(connection: Connection, run_ids: Sequence[str], now: float) -> frozenset[str]:
    """The runs among these whose user has expired, which is rare."""
    gone: set[str] = set()
    for some in powers_of_two(run_ids):
        rows = connection.execute(
            f"""SELECT runs.id FROM runs
            JOIN threads ON threads.id = thread_id JOIN users ON users.id = user_id
            WHERE runs.id IN ({", ".join("?" * len(some))}) AND expires_at <= ?""",
            (*some, now),
        )
        gone.update(str(run_id) for (run_id,) in rows)

    return frozenset(gone)
