"""The logical plan of a query: frozen nodes, from the tables that are read to the page that is given.

    Scan -> Join -> Filter -> Aggregation -> Merge -> Compose -> Page      one row for each group
    Scan -> Join -> Filter -> Project -> Page                              one row for each row of the root

Nothing takes rows but from a `Filter`, and there is no `Filter` that leaves a row rule out.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.planning.atoms import Atom
from svcchat_magic.semantic.planning.row_rules import RowRules
from svcchat_magic.semantic.query.query import Expression, Ordering, Output, Periods


@dataclass(frozen=True, slots=True)
class Scan:
    """All rows of the cube at one meeting."""

    path: Path

    @property
    def paths(self) -> tuple[Path, ...]:
        """The meetings whose rows are read."""
        return (self.path,)

    @property
    def kept_without(self) -> tuple[Path, ...]:
        """The meetings that may have no row."""
        return ()


@dataclass(frozen=True, slots=True)
class Join:
    """Each row of `source` with the rows that belong to it at one more meeting."""

    source: "Source"
    path: Path  # the meeting that is added
    step: Path  # the longer one of the two meetings that the join is between
    keeps_all: bool = True  # also the rows of `source` that nothing belongs to

    @property
    def paths(self) -> tuple[Path, ...]:
        """The meetings whose rows are read, in the order they are joined."""
        return (*self.source.paths, self.path)

    @property
    def kept_without(self) -> tuple[Path, ...]:
        """The meetings that may have no row."""
        return (*self.source.kept_without, self.path) if self.keeps_all else self.source.kept_without


Source: TypeAlias = Scan | Join


@dataclass(frozen=True, slots=True)
class SemiJoin:
    """A test of a row outside: whether a row of `source` belongs to it that meets the conditions."""

    source: Source
    step: Path  # the longer one of the two meetings that it belongs by
    rules: tuple[Expression, ...] = ()
    conditions: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """The rows that the viewer may see and that the caller asks for."""

    source: Source
    row_rules: RowRules
    rules: tuple[Expression, ...]  # of them those that are tested here; the semi-joins test the others
    conditions: tuple[Expression, ...] = ()
    semi_joins: tuple[SemiJoin, ...] = ()
    periods: Periods | None = None  # each row is there once for each of them, before it is tested

    def __post_init__(self) -> None:
        tested = {*self.rules, *(rule for each in self.semi_joins for rule in each.rules)}
        if tested != set(self.row_rules.conditions):
            raise ValueError("a plan tests every row rule of its query")

        sources = (self.source, *(each.source for each in self.semi_joins))
        kept = (path for source in sources for path in source.kept_without)
        if not self.row_rules.limited.isdisjoint(kept):
            raise ValueError("a plan keeps no row for which a cube with row rules has none")


class Strategy(Enum):
    """How an aggregation counts each row of a cube once."""

    DIRECT = "direct"  # the joins do not repeat its rows
    REROOTED = "re-rooted"  # it starts at that cube; what would repeat its rows only tests them
    INSENSITIVE = "insensitive"  # its rows are repeated, and the aggregates are the same
    DISTINCT_KEYS = "distinct keys"  # over the distinct pairs of group and primary key


@dataclass(frozen=True, slots=True)
class Value:
    """A number that an aggregation computes; `is_repeated` when the rows of its cube are."""

    atom: Atom
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Aggregation:
    """One row for each combination of keys, with numbers over the rows of the cube at one meeting."""

    rows: Filter
    at: Path
    keys: tuple[Expression, ...]
    values: tuple[Value, ...]
    strategy: Strategy
    has_all_groups: bool  # or only those that a row of its cube belongs to


@dataclass(frozen=True, slots=True)
class Merge:
    """Aggregations side by side, joined on their keys; NULL is equal to NULL."""

    parts: tuple[Aggregation, ...]

    def __post_init__(self) -> None:
        if self.keys and not self.parts[0].has_all_groups:
            raise ValueError("the first aggregation gives the groups")

    @property
    def keys(self) -> tuple[Expression, ...]:
        """What the rows are grouped by."""
        return self.parts[0].keys


@dataclass(frozen=True, slots=True)
class Compose:
    """The columns of the answer, computed from keys and numbers, for the groups that HAVING keeps."""

    merged: Merge
    outputs: tuple[Output, ...]
    having: Expression | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """The columns of the answer, computed for each row."""

    rows: Filter
    outputs: tuple[Output, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The answer in its order, cut; `counts_all` adds a last column: how many rows there are uncut."""

    source: Compose | Project
    order_by: tuple[Ordering, ...] = ()
    limit: int | None = None
    offset: int = 0
    counts_all: bool = False


@dataclass(frozen=True, slots=True)
class RowCount:
    """How many rows there are."""

    rows: Filter


Plan: TypeAlias = Page | RowCount
