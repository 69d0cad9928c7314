"""A finished query with its rows, read by column name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.linking.whole_names import are_one_name
from svcchat_magic.analyst.meaning.titles import part_value
from svcchat_magic.analyst.telling.evidence import column_at, day_of, exact
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.semantic.model.model import Field
from svcchat_magic.semantic.query.query import Rows

NO_VALUE = answer_words().say("no value")
_ALONG_TIME = ("trend", "changes", "changed", "running", "moving")


@dataclass(frozen=True, slots=True)
class Result:
    """One query of a turn; `number` is its place among the turn's results."""

    number: int
    query: Query
    rows: Rows
    additive: frozenset[str] = frozenset()  # measures whose rows may be summed
    today: date = date.max  # what "not over yet" is read against
    latest: date | None = None  # the moment that its figures are of, where they are those of a level
    has_no_hours: bool = False  # of a first hour that is asked for: whether every row is at midnight

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell: no rows, or a total over no rows."""
        if self.query.shape in ("records", "values"):
            return not self.rows.rows

        return not any(
            self._is_told(row[at], each) for row in self.rows.rows for at, each in self._measure_columns()
        )

    @property
    def lacks_hours(self) -> bool:
        """Whether hours are asked of dates that have no time of day: all of them are midnight."""
        return self.is_at_midnight and (self.query.limit is None or self.has_no_hours)

    @property
    def is_at_midnight(self) -> bool:
        """Whether all hours in its rows are midnight; the first of all may well be."""
        hours = [column_at(self.rows, name) for name, part in self.query.parts.items() if part == "hour"]
        return {row[at] for row in self.rows.rows for at in hours} == {0}

    @property
    def is_cut(self) -> bool:
        """Whether rows beyond the cap, or beyond the asked limit, are missing."""
        return self.rows.total_rows > len(self.rows.rows)

    @property
    def is_whole(self) -> bool:
        """Whether the rows are all there are, so that sums and lowest values mean something."""
        return not self.is_cut and self.query.limit is None and not self.query.reading.having

    @property
    def is_too_short(self) -> bool:
        """Whether the missing rows may hold the highest and lowest: nothing but the lack can be told."""
        return self.is_cut and self.query.limit is None and self.query.shape in _ALONG_TIME

    def numbers(self, measure: Field) -> list[tuple[int, Decimal]]:
        """(row, number) wherever the measure has a value."""
        at = column_at(self.rows, measure.name)
        values = ((row, exact(cells[at])) for row, cells in enumerate(self.rows.rows))
        return [(row, number) for row, number in values if number is not None]

    def label(self, row: int) -> str:
        """The names of the row's group: `Web`, `Web / Europe`, `Ellen Reed`."""
        return self.names(row, self.query.dimensions)

    def names(self, row: int, dimensions: Sequence[Field]) -> str:
        """Several values of a row; a first and a last name are one."""
        told = ""
        for before, each in zip((None, *dimensions), dimensions, strict=False):
            is_one = before is not None and are_one_name(before.member, each.member)
            told += (" " if is_one else " / " if before else "") + self.named(row, each)

        return told

    def named(self, row: int, dimension: Field) -> str:
        """A value in a sentence: a number tells nothing without the name of its dimension."""
        value = self.value(row, dimension)
        words = self.query.words
        if dimension.type == "number" and value != words.say("no value"):
            return f"{words.lower(dimension.title)} {value}"

        return value

    def value(self, row: int, dimension: Field) -> str:
        """The value of a dimension in a row, as text: `Web`, `Monday`, `20 to 29`, `not discounted`."""
        return self.text(self.cell(row, dimension.name), dimension)

    def text(self, value: object, dimension: Field) -> str:
        """A value of a dimension, as text."""
        number = exact(value)
        if number is not None and (part := self.query.parts.get(dimension.name)):
            return part_value(part, int(number), self.query.words)

        if number is not None and (width := self.query.widths.get(dimension.name)):
            return stretch_text(number, width, dimension.format, self.query.words)

        if isinstance(value, bool) and dimension.type == "boolean":
            title = self.query.words.lower(dimension.title)
            return title if value else self.query.words.say("not", what=title)

        return text_of(value, self.query.words)

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

    def raw(self, dimension: Field, names: Sequence[str]) -> list[object]:
        """The values of the rows that have these names: a chart compares numbers with numbers."""
        at = column_at(self.rows, dimension.name)
        cells = {self.text(row[at], dimension): row[at] for row in self.rows.rows if row[at] is not None}
        return [
            cell if isinstance(cell := cells.get(name, name), bool | int | float) else name for name in names
        ]

    def distinct(self, dimension: Field) -> tuple[str, ...]:
        """The values of a dimension in the order they come."""
        at = column_at(self.rows, dimension.name)
        return _once(self.text(row[at], dimension) for row in self.rows.rows if row[at] is not None)

    def _measure_columns(self) -> list[tuple[int, Field]]:
        return [(column_at(self.rows, each.name), each) for each in self.query.measures]

    def _is_told(self, value: object, measure: Field) -> bool:
        """A total count of nothing is no answer worth a number: there are none."""
        is_count = self.query.shape == "total" and measure.agg_type in ("count", "count_distinct")
        return value is not None and not (is_count and value == 0)


def stretch_text(start: Decimal, width: Decimal, form: str, words: AnswerWords) -> str:
    """`20 to 29`; `20 to under 30` for what need not be whole: money."""
    if (
        form in ("currency", "percent")
        or width != width.to_integral_value()
        or start != start.to_integral_value()
    ):
        ends = [words.written(f"{each.normalize():,f}") for each in (start, start + width)]
        return words.say("stretch under", first=ends[0], last=ends[1])

    first, last = (words.digits(each, 0) for each in (start, start + width - 1))
    return first if width == 1 else words.say("stretch", first=first, last=last)


def text_of(value: object, words: AnswerWords) -> str:
    """A dimension's value as a reader sees it."""
    if value is None or value == "":
        return words.say("no value")

    if isinstance(value, bool):
        return words.say("yes" if value else "no")

    if isinstance(value, (float, Decimal)) and value == int(value):
        return str(int(value))

    return str(value)


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
