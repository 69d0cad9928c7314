"""References to the result before: `that month`, `them`, `the second`, `the worst one`, as conditions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.following.column_reader import ColumnReader, number, value
from svcchat_magic.analyst.following.memory import Memory, Shown, ShownColumn
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Condition,
    Counted,
    DatedLast,
    Distinct,
    Group,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.meaning.unwanted import is_unwanted
from svcchat_magic.analyst.planning.belonging import told_beside

_MOST_OFFERED = 4
_EXTREMES = ("desc", "asc", "best", "worst")


@dataclass(frozen=True, slots=True)
class Bound:
    """What a reference stands for: conditions that keep those rows, and the groups that tell them apart."""

    conditions: tuple[Condition, ...]
    groups: tuple[Group, ...] = ()
    is_one: bool = False  # a single row


@dataclass(frozen=True, slots=True)
class _Found:
    """A result with the columns of it that a reference is about."""

    result: Shown
    places: tuple[int, ...]

    @property
    def columns(self) -> tuple[ShownColumn, ...]:
        return tuple(self.result.columns[at] for at in self.places)

    def cells(self, row: Sequence[object]) -> tuple[object, ...]:
        return tuple(row[at] for at in self.places)


@dataclass(frozen=True, slots=True)
class References:
    """Binds references to what one memory holds."""

    memory: Memory
    catalog: Catalog

    @property
    def columns(self) -> ColumnReader:
        """What the columns of its results are about."""
        return ColumnReader(self.memory.analysis, self.catalog)

    def bound(self, reference: Reference) -> tuple[Bound, ...]:
        """The rows that are meant: one reading, several where it is open which, none where there are none."""
        if reference.way == "time":
            periods = _periods(self.memory.analysis)
            return (Bound(periods),) if periods else ()

        for result in reversed(self.memory.shown):
            places = self._places(result, reference)
            found = self._rows(_Found(result, places), reference) if places else ()
            if told := tuple(each for each in found if each.conditions or not each.is_one):
                return told

        if reference.way in ("several", "them") and self._is_a_count():
            return (Bound(()),)

        kept = self.columns.kept(reference.group)
        return (Bound((kept,), is_one=True),) if kept and reference.way in ("one", "it") else ()

    def _is_a_count(self) -> bool:
        """`how many of those` behind a single count: the rows that its conditions keep."""
        analysis = self.memory.analysis
        counts = (isinstance(each, Counted) or _counts(each) for each in analysis.quantities)
        return bool(analysis.quantities) and all(counts) and not (analysis.groups or analysis.derived)

    def _places(self, result: Shown, reference: Reference) -> tuple[int, ...]:
        """The columns that are meant; a row that is named by its place is told by all of its groups."""
        named = [at for at, each in enumerate(result.columns) if self.columns.names_rows(each)]
        if reference.group is not None:
            of_kind = [at for at in named if self.columns.is_of(result.columns[at], reference.group)]
            return tuple(of_kind[:1])

        if reference.way == "nth" or reference.way in _EXTREMES:
            return tuple(at for at in named if result.columns[at].role == "group") or tuple(named[:1])

        beside = set(told_beside(_groups_shown(result), self.catalog))
        told = [at for at in named if result.columns[at].of not in beside]
        told = [at for at in told if not isinstance(result.columns[at].of, ByTime | ByPart)] or named
        if result.columns and result.columns[0].role == "field":
            return tuple(told[:1])

        return tuple(told[-1:])

    def _rows(self, found: _Found, reference: Reference) -> tuple[Bound, ...]:
        rows = found.result.rows
        match reference.way:
            case "nth":
                return tuple(self._one(found, row) for row in _row_at(found.result, reference.number))
            case "desc" | "asc" | "best" | "worst":
                return tuple(self._one(found, row) for row in self._extreme(found.result, reference.way))
            case "others":
                return self._without(found)
            case "one" | "it":
                return self._single(found, needs_one=reference.way == "it")
            case _:
                return self._several(found, rows[: reference.number or None], reference.asks)

    def _one(self, found: _Found, row: Sequence[object]) -> Bound:
        pairs = zip(found.columns, found.cells(row), strict=True)
        conditions = [one for column, cell in pairs for one in self.columns.condition(column.of, (cell,))]
        return Bound(tuple(conditions), self._groups(found), is_one=True)

    def _single(self, found: _Found, *, needs_one: bool) -> tuple[Bound, ...]:
        """`that doctor`: the only one, the first of a ranking, else one of several."""
        rows = list({found.cells(row): row for row in reversed(found.result.rows)}.values())[::-1]
        is_ranked = self.memory.analysis.rank is not None or _seeks_extreme(self.memory.analysis)
        if len(rows) == 1 or (rows and is_ranked and not needs_one):
            return (self._one(found, rows[0]),)

        if needs_one:
            return ()

        return tuple(self._one(found, row) for row in self._noted(found.result, rows)[:_MOST_OFFERED])

    def _noted(self, result: Shown, rows: Sequence[Sequence[object]]) -> list[Sequence[object]]:
        """The rows that someone may mean, the highest first; of a course in time the last one too."""
        at = _quantity_at(result)
        if at is None:
            return list(rows)

        falling = sorted(rows, key=lambda row: -number(row[at]))
        if any(isinstance(each.of, ByTime) for each in result.columns):
            falling = [falling[0], rows[-1], falling[-1]]

        return list(dict.fromkeys(map(tuple, falling)))

    def _several(self, found: _Found, rows: Sequence[Sequence[object]], asks: str = "") -> tuple[Bound, ...]:
        analysis = self.memory.analysis
        is_chosen = bool(analysis.having or (analysis.rank and analysis.rank.limit))
        if analysis.rows_of is not None and not is_chosen and len(rows) == len(found.result.rows):
            return (Bound((), self._groups(found)),)  # those are the rows that the conditions kept

        if not found.result.is_whole and rows == found.result.rows:
            return () if is_chosen else (Bound((), self._groups(found)),)

        column = found.columns[0]
        cells = tuple(dict.fromkeys(found.cells(row)[0] for row in rows))
        if is_chosen and asks == "which" and len(cells) == 1:
            return (Bound((), self._groups(found)),)  # the least of one is no question: of all of its kind

        conditions = self.columns.condition(column.of, cells)
        return (Bound(conditions, self._groups(found)),) if conditions else ()

    def _without(self, found: _Found) -> tuple[Bound, ...]:
        """`the others`: every row but those."""
        concept = self.columns.concept(found.columns[0].of)
        cells = tuple(dict.fromkeys(found.cells(row)[0] for row in found.result.rows))
        if concept is None or not found.result.is_whole or None in cells:
            return ()

        return (Bound((IsIn(concept, tuple(map(value, cells)), negated=True),), self._groups(found)),)

    def _extreme(self, result: Shown, way: str) -> Iterator[Sequence[object]]:
        at = _quantity_at(result)
        numbered = [row for row in result.rows if at is not None and row[at] is not None]
        if at is None or not numbered or not (result.is_whole or self.memory.analysis.rank):
            return

        highest = way in ("desc", "best")
        of = result.columns[at].of
        if way in ("best", "worst") and _is_unwanted(of):
            highest = not highest

        chosen = max if highest else min
        yield chosen(numbered, key=lambda row: number(row[at]))

    def _groups(self, found: _Found) -> tuple[Group, ...]:
        return tuple(_as_group(each.of) for each in found.columns)


def _groups_shown(result: Shown) -> list[Group]:
    return [_as_group(each.of) for each in result.columns if each.role == "group"]


def _periods(analysis: Analysis) -> tuple[Condition, ...]:
    return tuple(replace(each, time=None) for each in analysis.where if isinstance(each, Within))


def _seeks_extreme(analysis: Analysis) -> bool:
    return analysis.derived is not None and analysis.derived.descending is not None


def _counts(quantity: Quantity) -> bool:
    return isinstance(quantity, Measured) and quantity.measure.agg_type == "count"


def _row_at(result: Shown, number: int) -> Sequence[Sequence[object]]:
    if number == -1:
        return result.rows[-1:] if result.is_whole else ()

    return result.rows[number - 1 : number]


def _quantity_at(result: Shown) -> int | None:
    return next((at for at, each in enumerate(result.columns) if each.role == "quantity"), None)


def _is_unwanted(of: object) -> bool:
    """Whether less of it is better: the worst delay is the longest."""
    if not isinstance(of, Measured | Counted | Distinct | Aggregated | Ratio | OverGroups | DatedLast):
        return False

    return is_unwanted(of)


def _as_group(of: Any) -> Group:
    return ByMember(of) if isinstance(of, Concept) else of
