"""A statement with its columns' meaning: what the words and the charts of an answer are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import plain_text, plural
from svcchat_magic.analyst.meaning.tree import Quantity
from svcchat_magic.analyst.telling.reading import Reading, counted, listed, lowered
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Query:
    """One SELECT over a cube or view; `shape` says how its rows are told and drawn.

    Shapes: total, trend (time, perhaps times one dimension), breakdown, within (a ranking in each group),
    having (groups that fulfil a condition), share, running, moving, changes (each unit of time beside an
    earlier one), changed (two periods in columns beside each other), records (rows of an entity), values
    (of a dimension).
    """

    shape: str
    reading: Reading
    period: Period | None
    grain: str = ""
    time_column: str = ""  # holds the first day of each unit of time
    dimensions: tuple[Field, ...] = ()
    quantities: tuple[Quantity, ...] = ()  # what the measures compute, in their order
    derived: Mapping[str, Field] = field(
        default_factory=dict
    )  # by role: share, before, change, percent, running, moving
    fields: tuple[str, ...] = ()  # titles of the columns of records
    parts: Mapping[str, str] = field(
        default_factory=dict
    )  # dimensions that are a part of the calendar, and which
    widths: Mapping[str, Decimal] = field(default_factory=dict)  # dimensions that are stretches of a number
    ranked: str = ""  # "desc" or "asc" by the first measure; empty runs along the first column
    limit: int | None = None
    backwards: bool = False
    before: Period | None = None  # what a change is against; none where each row has its own
    against: str = ""  # "year" where each unit of time is compared with the same one a year earlier
    sought: bool | None = None  # whether the largest rise (or drop) was asked for
    is_absolute: bool = False  # whether a change is meant in units, not in percent
    span: int = 0  # units of a moving average
    chart: str = ""  # a wish: bar, line, pie, table
    sql: str = ""
    name: str = ""  # a title of its own
    noun: str = ""  # what the rows of a list are, in the plural

    @property
    def measures(self) -> tuple[Field, ...]:
        """The asked quantities, in the order of their columns."""
        return self.reading.measures

    @property
    def title(self) -> str:
        """What the result is called; its variable is named after it."""
        if self.name:
            return self.name

        reading = self.reading
        values = [value for each in reading.filters if not each.negated for value in each.values]
        left_out = [value for each in reading.filters if each.negated for value in each.values]
        kept = f", {listed(values)}" if values else ""
        without = f", without {listed(left_out)}" if left_out else ""
        also = "".join(f" {each}" for each in (*reading.conditions, *reading.having))
        return f"{self._subject()}{kept}{without}{also}"

    def describe(self) -> str:
        """The reading in Markdown words."""
        return f"**{plain_text(self.name)}**" if self.name else self.reading.describe()

    @property
    def description(self) -> str:
        """What the query does, as one plain sentence."""
        if self.name:
            return f"{self.name}."

        reading = self.reading
        when = f", {lowered(reading.time)} {self.period.phrase}" if self.period and reading.time else ""
        kept = "".join(f", {each.describe().replace('**', '')}" for each in reading.filters)
        kept += "".join(f", {each}" for each in (*reading.conditions, *reading.having))
        how = f", {'lowest' if self.ranked == 'asc' else 'highest'} first" if self.ranked else ""
        is_grouped = bool(self.grain or self.dimensions)
        return f"{self._subject() if is_grouped else _titles(reading.shown)}{when}{kept}{how}."

    @property
    def groups(self) -> list[str]:
        """What one row is, in lower case: `month`, `product`."""
        when = [self.reading.when if self.grain == self.reading.grain else self.grain] if self.grain else []
        return [*when, *map(lowered, self.dimensions)]

    def _subject(self) -> str:
        measures, by = _titles(self.reading.shown), listed(self.groups)
        if self.shape == "having" and len(self.groups) == 1:
            return plural(by)[:1].upper() + plural(by)[1:]

        if self.limit is not None and by:
            return (
                f"{'Bottom' if self.ranked == 'asc' else 'Top'} {self._counted()} by {_start_low(measures)}"
            )

        if by:
            versus = f", {self.before.label} to {self.period.label}" if self.before and self.period else ""
            return f"{measures} by {by}{versus}"

        if not self.period:
            return measures

        dated = f" with {lowered(self.reading.time)}" if self.reading.dated and self.reading.time else ""
        return f"{measures}{dated} {self.period.phrase}"

    def _counted(self) -> str:
        """`5 products`, `2 products of each category`."""
        inner = [each for each in self.groups if each not in self.reading.within]
        each = f" of each {listed(list(self.reading.within))}" if self.reading.within else ""
        return f"{counted(self.limit or 1, inner)}{each}"


def _titles(members: tuple[Field, ...]) -> str:
    return listed([each.title if at == 0 else lowered(each) for at, each in enumerate(members)])


def _start_low(title: str) -> str:
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]
