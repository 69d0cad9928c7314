"""What a turn leaves for the next one: its analysis, what its words said, and the rows that it showed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.following.stored_tree import StoredTree
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Group, Quantity
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.semantic.query.query import Rows

MOST_ROWS = 50  # of a result, that a follow-up can refer to
_MOST_BYTES = 64_000
_ROLES = ("group", "quantity", "field")


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of a result: a group, a quantity, or a field of a record."""

    role: str
    of: Group | Quantity | Concept


@dataclass(frozen=True, slots=True)
class Shown:
    """A result as a follow-up sees it; `rows` are the first ones, `total` counts all."""

    uuid: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[tuple[object, ...], ...]
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether every row is here."""
        return self.total <= len(self.rows)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the readings that a clarification offers, as a complete question."""

    label: str
    question: str
    is_whole: bool = False  # it follows nothing that was said before


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the turn before."""

    analysis: Analysis  # what a follow-up edits
    said: Analysis = Analysis()  # what the words of that turn said, without the turns before it
    shown: tuple[Shown, ...] = ()  # its results, oldest first
    choices: tuple[Choice, ...] = ()  # offered by a clarification
    previous: Analysis | None = None  # what this turn has edited
    lost: tuple[str, ...] = ()  # words of refused turns that the analysis leaves out

    def packed(self) -> bytes:
        """As bytes for `unpacked`; a result too large to store is left out."""
        stored = StoredTree.packed(self)
        return stored if len(stored) <= _MOST_BYTES else StoredTree.packed(replace(self, shown=()))


def unpacked(stored: bytes, catalog: Catalog) -> Memory | None:
    """The memory that was packed; None if it is of another version or names what this model does not show."""
    found = StoredTree((Memory, Shown, ShownColumn, Choice), catalog).unpacked(stored)
    return found if isinstance(found, Memory) else None


def shown(planned: Planned, rows: Rows, uuid: str) -> Shown:
    """A result as follow-ups see it: without computed columns, which name nothing."""
    kept = [at for at, each in enumerate(planned.columns) if each.role in _ROLES]
    columns = tuple(_columns(planned, kept))
    cells = tuple(tuple(row[at] for at in kept) for row in rows.rows[:MOST_ROWS])
    return Shown(uuid, columns, cells, max(rows.total_rows, len(rows.rows)))


def _columns(planned: Planned, kept: Sequence[int]) -> Iterator[ShownColumn]:
    for at in kept:
        column = planned.columns[at]
        if isinstance(column.of, str):
            raise TypeError("a column that is kept has a meaning")

        yield ShownColumn(column.role, column.of)
