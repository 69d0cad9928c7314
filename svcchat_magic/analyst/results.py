"""A finished query with its rows, read by column name."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from svcchat_magic.analyst.evidence import column_at, exact
from svcchat_magic.analyst.periods import add
from svcchat_magic.analyst.planner import Query
from svcchat_magic.analyst.reading import lowered
from svcchat_magic.semantic.model.model import Field
from svcchat_magic.semantic.query.query import Rows

NO_VALUE = "(no value)"


@dataclass(frozen=True, slots=True)
class Result:
    """One query of a turn; `number` is its place among the turn's results."""

    number: int
    query: Query
    rows: Rows
    additive: frozenset[str] = frozenset()  # measures whose rows may be summed
    today: date = date.max  # what "not over yet" is read against

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell: no rows, or a total over no rows."""
        return not any(row[at] is not None for row in self.rows.rows for at in self._measure_columns())

    @property
    def is_cut(self) -> bool:
        """Whether rows beyond the cap, or beyond the asked limit, are missing."""
        return self.rows.total_rows > len(self.rows.rows)

    @property
    def is_whole(self) -> bool:
        """Whether the rows are all there are, so that sums and lowest values mean something."""
        return not self.is_cut and self.query.limit is None

    @property
    def is_too_short(self) -> bool:
        """Whether the missing rows may hold the highest and lowest: nothing but the lack can be told."""
        return self.is_cut and self.query.limit is None and self.query.shape in ("trend", "growth")

    def numbers(self, measure: Field) -> list[tuple[int, Decimal]]:
        """(row, number) wherever the measure has a value."""
        at = column_at(self.rows, measure.name)
        values = ((row, exact(cells[at])) for row, cells in enumerate(self.rows.rows))
        return [(row, number) for row, number in values if number is not None]

    def label(self, row: int) -> str:
        """The names of the row's group: `web`, `web, Europe`."""
        return ", ".join(self._told(row, each) for each in self.query.dimensions)

    def _told(self, row: int, dimension: Field) -> str:
        """A number or a truth value tells nothing without the name of its dimension."""
        value = self.value(row, dimension)
        if dimension.type == "boolean":
            return f"{lowered(dimension)}: {value}"

        return f"{lowered(dimension)} {value}" if dimension.type == "number" else value

    def value(self, row: int, dimension: Field) -> str:
        """The value of a dimension in a row, as text."""
        return text_of(self.cell(row, dimension.name))

    def moment(self, row: int) -> date | None:
        """The first day of the row's unit of time."""
        return day_of(self.cell(row, self.query.time_column)) if self.query.grain else None

    def cell(self, row: int, column: str) -> object:
        """A value of the result."""
        return self.rows.rows[row][column_at(self.rows, column)]

    def cut_moments(self, today: date) -> tuple[date, ...]:
        """Units of time that are not over, or that lie only partly in the period."""
        period = self.query.period
        days = sorted({day for row in range(len(self.rows.rows)) if (day := self.moment(row))})
        return tuple(
            day
            for day in days
            if (end := add(day, self.query.grain, 1)) > today
            or (period and ((period.start and day < period.start) or (period.end and end > period.end)))
        )

    def distinct(self, dimension: Field) -> tuple[str, ...]:
        """The values of a dimension in the order they come."""
        at = column_at(self.rows, dimension.name)
        return _once(text_of(row[at]) for row in self.rows.rows if row[at] is not None)

    def _measure_columns(self) -> list[int]:
        return [column_at(self.rows, each.name) for each in self.query.measures]


def text_of(value: object) -> str:
    """A dimension's value as a reader sees it."""
    if value is None or value == "":
        return NO_VALUE

    if isinstance(value, bool):
        return "yes" if value else "no"

    if isinstance(value, (float, Decimal)) and value == int(value):
        return str(int(value))

    return str(value)


def day_of(value: object) -> date | None:
    """The day of a time value, which may be a datetime, a date or ISO text."""
    if isinstance(value, datetime):
        return value.date()

    if isinstance(value, date):
        return value

    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
