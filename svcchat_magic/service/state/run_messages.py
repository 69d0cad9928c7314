"""The stored lines of runs."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from svcchat_magic.service.state.database import Connection

Value = TypeVar("Value")

LAST_SORT = 2**31 - 1  # the largest INTEGER of every database
LINES_A_LOOK = 1024  # the most that a reader gets from the store at once
BYTES_A_LOOK = 256 * 1024
ROWS_A_STATEMENT = 32


class Entry(NamedTuple):
    """A line to store; a `whole` one replaces the stored lines of its message id."""

    message_id: str
    place: int  # sort of the first line of that message id
    sort: int
    whole: bool
    line: bytes
    plain: bytes = b""  # the line for a reader without the additions, if it differs

    @property
    def sent(self) -> bytes:
        """What the run's readers get."""
        return self.plain or self.line


class Append(NamedTuple):
    """A run's next lines."""

    run_id: str
    entries: Sequence[Entry]


def lines_after(
    connection: Connection, run_id: str, sort: int, up_to: int = LAST_SORT
) -> list[tuple[int, bytes]]:
    """The next stored lines of a run after a sort; empty if there are no more.

    Pieces of one message that were stored together come together, with the sort of the last. At most
    LINES_A_LOOK of these and BYTES_A_LOOK bytes, unless one is longer. Pieces that a whole line has replaced
    are left out.
    """
    sizes = connection.execute(
        """SELECT sort, length(line) FROM messages
        WHERE run_id = ? AND sort > ? AND sort <= ? ORDER BY sort LIMIT ?""",
        (run_id, sort, up_to, LINES_A_LOOK),
    ).fetchall()
    if not sizes:
        return []

    total = list(accumulate(size for _, size in sizes))
    fitting = max(1, bisect_right(total, BYTES_A_LOOK))
    rows = connection.execute(
        "SELECT sort, line FROM messages WHERE run_id = ? AND sort > ? AND sort <= ? ORDER BY sort",
        (run_id, sort, sizes[fitting - 1][0]),
    )
    return [(int(at), bytes(line)) for at, line in rows]


def newest_sort(connection: Connection, run_id: str) -> int:
    """The sort of a run's newest stored line; 0 without any."""
    (sort,) = connection.execute("SELECT max(sort) FROM messages WHERE run_id = ?", (run_id,)).fetchone()
    return int(sort or 0)


def insert_lines(connection: Connection, appends: Iterable[Append]) -> None:
    """Store the next lines of runs, in few statements; each number of rows is prepared once."""
    rows = [row for each in appends for row in _rows(each)]
    for at in range(0, len(rows), ROWS_A_STATEMENT):
        some = rows[at : at + ROWS_A_STATEMENT]
        connection.execute(
            "INSERT INTO messages (run_id, sort, place, message_id, line) VALUES "
            + ", ".join(["(?, ?, ?, ?, ?)"] * len(some)),
            [value for row in some for value in row],
        )


def _rows(append: Append) -> list[tuple[str, int, int, str, bytes]]:
    """The rows of a chunk: successive pieces of one message share a row, with the sort of the last."""
    if len(append.entries) == 1:  # most chunks of a stream that is not in a hurry
        (only,) = append.entries
        return [(append.run_id, only.sort, only.place, only.message_id, only.line)]

    last_whole = {entry.message_id: entry.sort for entry in append.entries if entry.whole}
    rows: list[tuple[str, int, int, str, bytes]] = []
    pieces: list[bytes] = []
    for at, entry in enumerate(append.entries):
        if last_whole and entry.sort < last_whole.get(entry.message_id, -1):
            continue

        pieces.append(entry.line)
        if not _goes_on(entry, append.entries, at + 1):
            rows.append((append.run_id, entry.sort, entry.place, entry.message_id, b"".join(pieces)))
            pieces.clear()

    return rows


def _goes_on(entry: Entry, entries: Sequence[Entry], after: int) -> bool:
    """Whether the next entry is another piece of the same message."""
    if entry.whole or after == len(entries):
        return False

    following = entries[after]
    return following.message_id == entry.message_id and not following.whole


def powers_of_two(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Split into groups of 128, 64, ... or 1 in order, so that few statements need preparing."""
    at, size = 0, 128
    while at < len(values):
        while size > len(values) - at:
            size //= 2

        yield values[at : at + size]
        at += size


def to_a_power_of_two(values: Sequence[Value]) -> Sequence[Value]:
    """The same set of values, at least one, for a statement of which few lengths are prepared."""
    missing = (1 << (len(values) - 1).bit_length()) - len(values)
    return [*values, *[values[-1]] * missing]
