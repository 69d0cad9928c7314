"""The aggregates that a query is made of, and the meeting whose rows each is computed over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Measure
from svcchat_magic.semantic.query.expressions import members_of, parts_of
from svcchat_magic.semantic.query.query import Aggregate, Expression, FilteredMeasure, Member

COMPOSITE_TYPES = frozenset({"number", "string", "time", "boolean"})
_OVER_VALUES = frozenset({"min", "max", "count_distinct", "count_distinct_approx"})
_OF_CALLERS_OVER_VALUES = frozenset({"min", "max", "any", "all", "approximate_count"})


@dataclass(frozen=True, slots=True)
class MeasureAtom:
    """A measure of the model that one aggregate computes; `where` is a further condition of the caller."""

    path: Path
    measure: str
    where: Expression | None = None

    @property
    def computed(self) -> tuple[Expression, ...]:
        """What the caller has computed for each row."""
        return () if self.where is None else (self.where,)


@dataclass(frozen=True, slots=True)
class CallerAtom:
    """An aggregate that the caller writes over dimensions."""

    path: Path
    call: Aggregate

    @property
    def where(self) -> Expression | None:
        """The condition of its FILTER."""
        return self.call.where

    @property
    def computed(self) -> tuple[Expression, ...]:
        """What the caller has computed for each row."""
        return tuple(part for part in (self.call.operand, self.call.where) if part is not None)


Atom: TypeAlias = MeasureAtom | CallerAtom


class Atoms:
    """Finds the atoms of expressions in a query's join tree."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree) -> None:
        self._cubes = cubes
        self._tree = tree

    def of(self, expression: Expression) -> Iterator[Atom]:
        """The atoms that an expression over groups is computed from."""
        match expression:
            case Member(path, name, "measure"):
                yield from self.of_measure(path, name)
            case FilteredMeasure(Member(path, name), where):
                yield from self.of_measure(path, name, where)
            case Aggregate():
                yield self.of_call(expression)
            case _:
                for part in parts_of(expression):
                    yield from self.of(part)

    def of_measure(self, path: Path, name: str, where: Expression | None = None) -> Iterator[Atom]:
        """The atoms that a measure is made of."""
        measure = self._cubes[path[-1]].measures[name]
        if not is_composite(self._cubes, path[-1], measure):
            yield MeasureAtom(path, name, where)
            return

        for use in read_member_sql(measure.sql).uses():
            yield from self.of_measure(self.place(path, use), use.member, where)

    def defined_at(self, expression: Expression) -> Iterator[Path]:
        """Where the measures of an expression are defined, and those that they are made of.

        One that is made of other cubes' measures alone reads no row of its own cube.
        """
        for member in members_of(expression):
            if member.kind == "measure":
                yield from self._defined_at(member.path, member.name)

    def _defined_at(self, path: Path, name: str) -> Iterator[Path]:
        yield path
        measure = self._cubes[path[-1]].measures[name]
        if is_composite(self._cubes, path[-1], measure):
            for use in read_member_sql(measure.sql).uses():
                yield from self._defined_at(self.place(path, use), use.member)

    def of_call(self, call: Aggregate) -> CallerAtom:
        """An aggregate of the caller, at the cube whose rows it counts.

        Raises QueryRefused for an operand of several cubes none of which has one row of each other.
        """
        paths = tuple(member.path for member in members_of(call.operand)) if call.operand else ()
        if not paths:
            return CallerAtom((self._tree.root,), call)

        for path in paths:
            if all(self._tree.is_one(path, other) for other in paths):
                return CallerAtom(path, call)

        raise QueryRefused(
            "An aggregate reads dimensions of cubes that repeat each other's rows; aggregate them separately."
        )

    def place(self, path: Path, use: Use) -> Path:
        """Where the measure at a path finds another that it is made of."""
        return self._tree.rows(path, use.cube or path[-1])


def is_composite(cubes: Mapping[str, Cube], cube: str, measure: Measure) -> bool:
    """Whether a measure of a cube is computed from other measures."""
    if measure.type not in COMPOSITE_TYPES:
        return False

    uses = read_member_sql(measure.sql).uses()
    return any(use.member in cubes[use.cube or cube].measures for use in uses if use.member)


def counts_rows(cubes: Mapping[str, Cube], atom: Atom) -> bool:
    """Whether an atom is a count of rows: 0, not NULL, where there is none."""
    if isinstance(atom, CallerAtom):
        return atom.call.function == "count" and not atom.call.distinct

    return cubes[atom.path[-1]].measures[atom.measure].type == "count"


def counts(cubes: Mapping[str, Cube], atom: Atom) -> bool:
    """Whether an atom is 0 where there are no rows; other simple aggregates are NULL."""
    if isinstance(atom, CallerAtom):
        return atom.call.function in {"count", "approximate_count"}

    return cubes[atom.path[-1]].measures[atom.measure].type.startswith("count")


def is_written_out(cubes: Mapping[str, Cube], atom: Atom) -> bool:
    """Whether the model writes the aggregates of an atom itself, in SQL of any form."""
    if isinstance(atom, CallerAtom):
        return False

    return cubes[atom.path[-1]].measures[atom.measure].type in COMPOSITE_TYPES


def ignores_repetition(cubes: Mapping[str, Cube], atom: Atom) -> bool:
    """Whether an atom is the same when a row is read several times, a count taken by the primary key."""
    if counts_rows(cubes, atom):
        return sum(found.primary_key for found in cubes[atom.path[-1]].dimensions.values()) == 1

    if isinstance(atom, CallerAtom):
        repeated = {"median", "quantile"}
        return (atom.call.distinct and atom.call.function not in repeated) or (
            atom.call.function in _OF_CALLERS_OVER_VALUES
        )

    return cubes[atom.path[-1]].measures[atom.measure].type in _OVER_VALUES
