"""Read a chat's messages from the store a page at a time, so memory does not grow with the chat."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_messages import BYTES_A_LOOK, LAST_SORT, LINES_A_LOOK, newest_sort
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.threads import StoredLine, whole_messages

TURNS_A_LOOK = 64  # backwards from a question, which waits for it


@dataclass(frozen=True, slots=True)
class Place:
    """The position after a message: ordinal of its run, sort of its first line; 0 is the run's start."""

    ordinal: int = 0
    sort: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """Messages in order, and the position after them; `is_last` if none follow before the end."""

    messages: list[Message]
    at: Place
    is_last: bool


@dataclass(frozen=True, slots=True)
class LookBack:
    """Messages in order and the position before them; `is_first` if none that are wanted precede them."""

    messages: list[Message]
    at: Place
    is_first: bool


class TurnsStamp(NamedTuple):
    """The state of a chat's turns up to one of them: every change of their lines adds a higher sort."""

    last: int  # ordinal of the newest of these turns
    runs: int
    newest_sorts: int  # sum of each turn's


@dataclass(frozen=True, slots=True)
class _Run:
    id: str
    ordinal: int
    status: RunStatus
    fingerprint: str


class _Size(NamedTuple):
    """A message's place, the sort of its last line, and the size of its lines in bytes."""

    place: int
    last_sort: int
    size: int


def look_at(connection: Connection, chat_id: str, fingerprint: str, after: Place, end: Place) -> Look:
    """The next messages between two positions, assembled by `whole_messages`.

    They have at most LINES_A_LOOK lines and BYTES_A_LOOK bytes, unless a single message is longer. A message
    that is still growing is returned in its present state.
    """
    lines: list[StoredLine] = []
    at, room = after, BYTES_A_LOOK
    while (run := _run_from(connection, chat_id, at.ordinal, end.ordinal)) is not None:
        start = at.sort if run.ordinal == at.ordinal else 0
        up_to = end.sort if run.ordinal == end.ordinal else LAST_SORT
        found, are_all = _sizes(connection, run.id, start, up_to)
        taken = _that_fit(found, room, at_least=0 if lines else 1)
        if taken:
            at = Place(run.ordinal, taken[-1].place)
            lines += _lines(connection, run, start, taken)
            room -= sum(each.size for each in taken)

        if len(taken) < len(found) or not are_all:
            return Look(whole_messages(lines, fingerprint), at, is_last=False)

        at = Place(run.ordinal + 1)

    return Look(whole_messages(lines, fingerprint), at, is_last=True)


def look_back(
    connection: Connection, chat_id: str, fingerprint: str, before: Place, since: int = 0
) -> LookBack:
    """The newest messages before a position: whole turns, or a part of a turn that is too long.

    Only turns after the one with the ordinal `since` are read. The limits are those of `look_at`.
    """
    if before.ordinal <= since:
        return LookBack([], before, is_first=True)

    is_whole = before.sort == LAST_SORT
    first = _first_that_fits(connection, chat_id, since, before.ordinal) if is_whole else None
    if first is None:
        return _look_back_in_turn(connection, chat_id, fingerprint, before, since)

    lines = _lines_of_turns(connection, chat_id, first, before.ordinal)
    return LookBack(whole_messages(lines, fingerprint), turn_end(first - 1), is_first=first <= since + 1)


def turns_stamp(connection: Connection, chat_id: str, last: int) -> TurnsStamp:
    """The state of a chat's turns up to one of them, by its ordinal; it costs microseconds a turn."""
    runs, newest = connection.execute(
        """SELECT count(*), sum((SELECT max(sort) FROM messages WHERE run_id = runs.id))
        FROM runs WHERE thread_id = ? AND ordinal <= ?""",
        (chat_id, last),
    ).fetchone()
    return TurnsStamp(last, int(runs), int(newest or 0))


def turn_end(ordinal: int) -> Place:
    """The position after everything that a turn may contain."""
    return Place(ordinal, LAST_SORT)


def newest_place(connection: Connection, chat_id: str) -> Place:
    """The position after the newest message of a chat."""
    row = connection.execute(
        "SELECT id, ordinal FROM runs WHERE thread_id = ? ORDER BY ordinal DESC LIMIT 1", (chat_id,)
    ).fetchone()
    return Place(row[1], newest_sort(connection, row[0])) if row else Place()


def _run_from(connection: Connection, chat_id: str, ordinal: int, last: int) -> _Run | None:
    row = connection.execute(
        """SELECT id, ordinal, status, fingerprint FROM runs
        WHERE thread_id = ? AND ordinal >= ? AND ordinal <= ? ORDER BY ordinal LIMIT 1""",
        (chat_id, ordinal, last),
    ).fetchone()
    if row is None:
        return None

    run_id, ordinal, status, fingerprint = row
    return _Run(run_id, ordinal, RunStatus(status), fingerprint)


def _first_that_fits(connection: Connection, chat_id: str, since: int, last: int) -> int | None:
    """The earliest turn from which all turns up to `last` fit into a page; None if `last` does not."""
    rows = connection.execute(
        """SELECT ordinal, count(*), sum(length(line)) FROM runs JOIN messages ON run_id = runs.id
        WHERE thread_id = ? AND ordinal > ? AND ordinal <= ? GROUP BY ordinal ORDER BY ordinal DESC""",
        (chat_id, max(since, last - TURNS_A_LOOK), last),
    )
    first, lines, room = None, LINES_A_LOOK, BYTES_A_LOOK
    for ordinal, count, size in rows:
        lines, room = lines - count, room - size
        if lines < 0 or room < 0:
            break

        first = int(ordinal)

    return first


def _lines_of_turns(connection: Connection, chat_id: str, first: int, last: int) -> list[StoredLine]:
    rows = connection.execute(
        """SELECT runs.id, status, fingerprint, message_id, line FROM runs JOIN messages ON run_id = runs.id
        WHERE thread_id = ? AND ordinal >= ? AND ordinal <= ? ORDER BY ordinal, place, sort""",
        (chat_id, first, last),
    )
    return [
        StoredLine(run_id, status == RunStatus.RUNNING, rights, key, line)
        for run_id, status, rights, key, line in rows
    ]


def _look_back_in_turn(
    connection: Connection, chat_id: str, fingerprint: str, before: Place, since: int
) -> LookBack:
    run = _run_from(connection, chat_id, before.ordinal, before.ordinal)
    if run is None:
        return LookBack([], before, is_first=True)

    found, are_all = _sizes_back(connection, run.id, before.sort)
    taken = _that_fit(found, BYTES_A_LOOK, at_least=1)
    begins = are_all and len(taken) == len(found)
    at = turn_end(run.ordinal - 1) if begins else Place(run.ordinal, taken[-1].place)
    lines = _lines(connection, run, taken[-1].place - 1, taken[::-1]) if taken else []
    is_first = begins and run.ordinal <= since + 1
    return LookBack(whole_messages(lines, fingerprint), at, is_first)


def _sizes(connection: Connection, run_id: str, start: int, up_to: int) -> tuple[list[_Size], bool]:
    """The sizes of the next messages in order, and whether these are all messages of the run.

    The lines themselves are not read. No line of a message has a lower sort than the message's place.
    """
    rows = connection.execute(
        """SELECT place, sort, length(line) FROM messages
        WHERE run_id = ? AND sort > ? AND place > ? AND place <= ? ORDER BY place, sort LIMIT ?""",
        (run_id, start, start, up_to, LINES_A_LOOK + 1),
    ).fetchall()
    return _by_message(rows)


def _sizes_back(connection: Connection, run_id: str, end: int) -> tuple[list[_Size], bool]:
    """The same for the messages before a position, newest first."""
    rows = connection.execute(
        """SELECT place, sort, length(line) FROM messages
        WHERE run_id = ? AND place < ? ORDER BY place DESC, sort DESC LIMIT ?""",
        (run_id, end, LINES_A_LOOK + 1),
    ).fetchall()
    return _by_message(rows)


def _by_message(rows: Sequence[tuple[int, int, int]]) -> tuple[list[_Size], bool]:
    by_place = [list(lines) for _, lines in groupby(rows, key=itemgetter(0))]
    found = [
        _Size(lines[0][0], max(sort for _, sort, _ in lines), sum(size for *_, size in lines))
        for lines in by_place
    ]
    if len(rows) <= LINES_A_LOOK:
        return found, True

    # The last message may have more lines.
    return (found[:-1] if len(found) > 1 else [found[0]._replace(last_sort=LAST_SORT)]), False


def _that_fit(found: Sequence[_Size], room: int, at_least: int) -> Sequence[_Size]:
    fitting = bisect_right(list(accumulate(each.size for each in found)), room)
    return found[: max(at_least, fitting)]


def _lines(connection: Connection, run: _Run, start: int, messages: Sequence[_Size]) -> list[StoredLine]:
    rows = connection.execute(
        """SELECT message_id, line FROM messages
        WHERE run_id = ? AND sort > ? AND sort <= ? AND place > ? AND place <= ? ORDER BY place, sort""",
        (run.id, start, max(each.last_sort for each in messages), start, messages[-1].place),
    )
    is_running = run.status is RunStatus.RUNNING
    return [StoredLine(run.id, is_running, run.fingerprint, key, line) for key, line in rows]
