"""What the columns of a shown result are about, and the conditions that keep rows by their cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from svcchat_magic.analyst.following.memory import ShownColumn
from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.day_types import DAYS_OF
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Distinct,
    Group,
    IsIn,
    Missing,
    OnPart,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.banded import kept_in


@dataclass(frozen=True, slots=True)
class ColumnReader:
    """Reads the columns that one analysis showed."""

    analysis: Analysis
    catalog: Catalog

    def names_rows(self, column: ShownColumn) -> bool:
        """Whether the cells of a column tell its rows apart."""
        if column.role == "group":
            return True

        return isinstance(column.of, Concept) and any(
            column.of in (self.catalog.name_of(entity), self.catalog.key_of(entity))
            for entity in self.catalog.entities.values()
        )

    def is_of(self, column: ShownColumn, group: Group) -> bool:
        """Whether a column holds the groups that a reference names: `that month`, `this doctor`."""
        of = column.of
        match group:
            case ByTime():
                if isinstance(of, ByPart):
                    return of.part == group.grain or (of.part == "weekday" and group.grain == "day")

                return isinstance(of, ByTime) and of.grain == group.grain
            case ByPart():
                return isinstance(of, ByPart) and of.part == group.part
            case ByMember():
                return self.concept(of) == group.of
            case ByEntity():
                concept = self.concept(of)
                keys = (self.catalog.name_of(group.entity), self.catalog.key_of(group.entity))
                return concept is not None and concept in keys
            case _:
                return of == group

    def concept(self, of: object) -> Concept | None:
        """The dimension whose values are in a column."""
        match of:
            case ByMember():
                return of.of
            case ByEntity():
                return self.catalog.name_of(of.entity) or self.catalog.key_of(of.entity)
            case Concept():
                return of
            case _:
                return None

    def condition(self, of: object, cells: Sequence[object]) -> tuple[Condition, ...]:
        """What keeps rows with one of these cells in a column; empty where that cannot be said."""
        if isinstance(of, ByTime):
            return self._within(of, cells)

        if isinstance(of, ByPart):
            return (_on_part(of, cells),)

        if isinstance(of, ByBucket) and of.bands:
            return kept_in(of, cells[0]) if len(cells) == 1 else ()

        if isinstance(of, ByBucket) and len(cells) == 1:
            start = number(cells[0])
            return Compared(of.of, ">=", start), Compared(of.of, "<", start + of.width)

        concept = self.concept(of)
        if concept is None:
            return ()

        if all(each is None for each in cells):
            return (Missing(concept),)

        return (IsIn(concept, tuple(value(each) for each in cells if each is not None)),)

    def _within(self, of: ByTime, cells: Sequence[object]) -> tuple[Condition, ...]:
        days = sorted(day for each in cells if (day := _day(each)))
        if not days:
            return ()

        time = next((each.time for each in self.analysis.groups if isinstance(each, ByTime)), None)
        end = add(days[0], of.grain, len(days))
        is_gapless = add(days[-1], of.grain, 1) == end
        return (Within(Period(days[0], end, (of.grain, len(days))), time),) if is_gapless else ()

    def kept(self, group: Group | None) -> Condition | None:
        """`that month` after a question about March: what its conditions keep."""
        for each in self.analysis.where:
            match each, group:
                case Within(), ByTime() if each.period.unit == group.grain:
                    return each
                case IsIn(), ByMember() | ByEntity() if not each.negated and self.is_of(
                    ShownColumn("group", ByMember(each.of)), group
                ):
                    return each
                case OnPart(), ByPart() if each.part == group.part:
                    return each

        return None


def _on_part(of: ByPart, cells: Sequence[object]) -> OnPart:
    if of.part == "weekend":
        return OnPart("weekday", tuple(day for each in cells for day in DAYS_OF[str(each)]))

    return OnPart(of.part, tuple(int(str(each)) for each in cells if str(each).isdigit()))


def counted(group: Group, catalog: Catalog) -> Quantity | None:
    """How many there are of a group: rows of an entity where it tells them apart, else values."""
    match group:
        case ByEntity():
            return Counted(group.entity)
        case ByMember():
            entity = catalog.entities.get(group.of.cube)
            is_key = entity is not None and group.of in (catalog.name_of(entity), catalog.key_of(entity))
            return Counted(entity) if entity is not None and is_key else Distinct(group.of)
        case _:
            return None


def number(cell: object) -> Decimal:
    """A cell to order rows by; what is no number counts as 0."""
    try:
        return Decimal(str(cell))
    except ArithmeticError:
        return Decimal(0)


def value(cell: object) -> object:
    """A cell as a value of a condition; a fraction of floating point as the number it is written as."""
    return Decimal(str(cell)) if isinstance(cell, float) else cell


def _day(cell: object) -> date | None:
    if isinstance(cell, datetime):
        return cell.date()

    if isinstance(cell, date):
        return cell

    try:
        return date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None
