"""Runs in the store: one question each, with one terminal state that is set once."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from svcchat_magic.errors import TooBusy

RUNNING = "running"
COMPLETE = "complete"
ABORTED = "aborted"
FAILED = "failed"
INTERRUPTED = "interrupted"
STREAMING_ALREADY = "Streaming for thread is in progress"


@dataclass(frozen=True, slots=True)
class NewRun:
    """A question about to be asked."""

    run_id: str
    chat_id: str
    worker: str
    fingerprint: str
    question: str
    started_at: float
    resend_id: str | None = None  # messageId, by which a resend finds this run (ruling 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line to keep; a `whole` one replaces what was kept under its message id."""

    message_id: str
    place: int  # sort of the first line of that message id
    sort: int
    whole: bool
    line: bytes


def begin_run(connection: sqlite3.Connection, new: NewRun, is_alive: Callable[[str, str], bool]) -> None:
    """Begin a run; `is_alive(worker, run_id)` tells whether a run still has someone working on it.

    Raises TooBusy (409) while another run of the chat is streaming.
    """
    interrupt_dead_runs(connection, is_alive, new.started_at, chat_id=new.chat_id)
    if running_run(connection, new.chat_id) is not None:
        raise TooBusy(STREAMING_ALREADY, status=409)

    connection.execute(
        """INSERT INTO runs
        (id, thread_id, ordinal, status, worker, fingerprint, question, started_at, resend_id) VALUES
        (?, ?, (SELECT coalesce(max(ordinal), 0) + 1 FROM runs WHERE thread_id = ?), ?, ?, ?, ?, ?, ?)""",
        (
            new.run_id,
            new.chat_id,
            new.chat_id,
            RUNNING,
            new.worker,
            new.fingerprint,
            new.question,
            new.started_at,
            new.resend_id,
        ),
    )


def append_lines(connection: sqlite3.Connection, run_id: str, entries: Sequence[Entry]) -> str | None:
    """Keep a chunk of lines; the run's status, or None when it is gone with its user."""
    status = status_of(connection, run_id)
    if status is None:
        return None

    whole = [(run_id, entry.message_id) for entry in entries if entry.whole]
    connection.executemany("DELETE FROM messages WHERE run_id = ? AND message_id = ?", whole)
    last_whole = {entry.message_id: entry.sort for entry in entries if entry.whole}
    connection.executemany(
        "INSERT INTO messages (run_id, sort, place, message_id, line) VALUES (?, ?, ?, ?, ?)",
        [
            (run_id, entry.sort, entry.place, entry.message_id, entry.line)
            for entry in entries
            if entry.sort >= last_whole.get(entry.message_id, -1)
        ],
    )
    return status


def end_run(connection: sqlite3.Connection, run_id: str, status: str, now: float) -> str | None:
    """Set the terminal state unless one is set; the state the run has, or None when it is gone."""
    connection.execute(
        "UPDATE runs SET status = ?, ended_at = ? WHERE id = ? AND status = ?", (status, now, run_id, RUNNING)
    )
    return status_of(connection, run_id)


def status_of(connection: sqlite3.Connection, run_id: str) -> str | None:
    """The state a run has, or None when it is gone with its user."""
    row = connection.execute("SELECT status FROM runs WHERE id = ?", (run_id,)).fetchone()
    return str(row[0]) if row else None


def running_run(connection: sqlite3.Connection, chat_id: str) -> str | None:
    """The run of a chat that is streaming now."""
    row = connection.execute(
        "SELECT id FROM runs WHERE thread_id = ? AND status = ?", (chat_id, RUNNING)
    ).fetchone()
    return str(row[0]) if row else None


def interrupt_dead_runs(
    connection: sqlite3.Connection,
    is_alive: Callable[[str, str], bool],
    now: float,
    chat_id: str | None = None,
) -> None:
    """Mark runs that nobody works on any more; of one chat, or of all."""
    running = connection.execute(
        "SELECT id, worker FROM runs WHERE status = ? AND (? IS NULL OR thread_id = ?)",
        (RUNNING, chat_id, chat_id),
    ).fetchall()
    for run_id, worker in running:
        if not is_alive(worker, run_id):
            end_run(connection, run_id, INTERRUPTED, now)
