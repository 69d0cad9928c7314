"""A chat's messages in the store, some at a time: what one look holds does not grow with the chat."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.database import Connection
from svcchat_magic.service.run_records import BYTES_A_LOOK, LAST_SORT, LINES_A_LOOK, newest_sort
from svcchat_magic.service.threads import StoredLine, whole_messages


@dataclass(frozen=True, slots=True)
class Place:
    """Behind a message of a chat: its run's ordinal, and the sort of its first line; 0 is the run's start."""

    ordinal: int = 0
    sort: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """Messages in their order, and the place behind them; `is_last` when nothing follows up to the end."""

    messages: list[Message]
    at: Place
    is_last: bool


@dataclass(frozen=True, slots=True)
class _Run:
    id: str
    ordinal: int
    is_running: bool
    fingerprint: str


def look_at(connection: Connection, chat_id: str, fingerprint: str, after: Place, end: Place) -> Look:
    """The next messages between two places, made whole as `whole_messages` does it.

    Their lines are at most LINES_A_LOOK and BYTES_A_LOOK, but for a message that is longer. One that goes on
    between two looks is given as it stands at its own.
    """
    lines: list[StoredLine] = []
    at, room = after, BYTES_A_LOOK
    while (run := _run_from(connection, chat_id, at.ordinal, end.ordinal)) is not None:
        start = at.sort if run.ordinal == at.ordinal else 0
        up_to = end.sort if run.ordinal == end.ordinal else LAST_SORT
        sizes, are_all = _sizes(connection, run.id, start, up_to)
        fitting = bisect_right(list(accumulate(sizes.values())), room)
        taken = list(sizes)[: fitting if lines else max(1, fitting)]
        if taken:
            at = Place(run.ordinal, taken[-1])
            lines += _lines(connection, run, start, at.sort)
            room -= sum(sizes[place] for place in taken)

        if len(taken) < len(sizes) or not are_all:
            return Look(whole_messages(lines, fingerprint), at, is_last=False)

        at = Place(run.ordinal + 1)

    return Look(whole_messages(lines, fingerprint), at, is_last=True)


def newest_place(connection: Connection, chat_id: str) -> Place:
    """Behind the newest message that a chat has now."""
    row = connection.execute(
        "SELECT id, ordinal FROM runs WHERE thread_id = ? ORDER BY ordinal DESC LIMIT 1", (chat_id,)
    ).fetchone()
    return Place(row[1], newest_sort(connection, row[0])) if row else Place()


def _run_from(connection: Connection, chat_id: str, ordinal: int, last: int) -> _Run | None:
    row = connection.execute(
        """SELECT id, ordinal, status = 'running', fingerprint FROM runs
        WHERE thread_id = ? AND ordinal >= ? AND ordinal <= ? ORDER BY ordinal LIMIT 1""",
        (chat_id, ordinal, last),
    ).fetchone()
    return _Run(row[0], row[1], bool(row[2]), row[3]) if row else None


def _sizes(connection: Connection, run_id: str, start: int, up_to: int) -> tuple[dict[int, int], bool]:
    """The bytes of the next messages by their place, in order; and whether they are all of the run's.

    The lines themselves stay in the store. A message's lines have no lower sort than its place.
    """
    rows = connection.execute(
        """SELECT place, length(line) FROM messages
        WHERE run_id = ? AND sort > ? AND place > ? AND place <= ? ORDER BY place, sort LIMIT ?""",
        (run_id, start, start, up_to, LINES_A_LOOK + 1),
    ).fetchall()
    sizes: dict[int, int] = {}
    for place, size in rows:
        sizes[place] = sizes.get(place, 0) + size

    are_all = len(rows) <= LINES_A_LOOK
    if not are_all and len(sizes) > 1:
        sizes.popitem()  # more of it may follow

    return sizes, are_all


def _lines(connection: Connection, run: _Run, start: int, up_to: int) -> list[StoredLine]:
    rows = connection.execute(
        """SELECT message_id, line FROM messages
        WHERE run_id = ? AND sort > ? AND place > ? AND place <= ? ORDER BY place, sort""",
        (run.id, start, start, up_to),
    )
    return [StoredLine(run.id, run.is_running, run.fingerprint, key, line) for key, line in rows]
