"""A statement with its columns' meaning: what the words and the charts of an answer are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.participles import dated_text
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.tree import Quantity
from svcchat_magic.analyst.planning.planned import Latest
from svcchat_magic.analyst.telling.reading import Reading, counted
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
    differs: bool = False  # whether the difference of two quantities is asked for
    span: int = 0  # units of a moving average
    chart: str = ""  # a wish: bar, line, pie, table
    sql: str = ""
    name: str = ""  # a title of its own
    noun: str = ""  # what the rows of a list are, in the plural
    latest: Latest | None = None  # which figures of a level are meant
    hours_of: Field | None = None  # the time whose hours are asked for

    @property
    def words(self) -> AnswerWords:
        """The language of the answer."""
        return self.reading.words

    @property
    def measures(self) -> tuple[Field, ...]:
        """The asked quantities, in the order of their columns."""
        return self.reading.measures

    @property
    def title(self) -> str:
        """What the result is called; its variable is named after it."""
        if self.name:
            return self.name

        reading, words = self.reading, self.words
        values = [value for each in reading.filters if not each.negated for value in each.values]
        left_out = [value for each in reading.filters if each.negated for value in each.values]
        kept = f", {words.listed(values)}" if values else ""
        without = words.say("title without", values=words.listed(left_out)) if left_out else ""
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

        reading, words = self.reading, self.words
        time = words.lower(reading.time.title) if reading.time else ""
        when = f", {time} {self.when}" if self.period and reading.time else ""
        kept = "".join(f", {each.describe(words).replace('**', '')}" for each in reading.filters)
        kept += "".join(f", {each}" for each in (*reading.conditions, *reading.having))
        order = "lowest first" if self.ranked == "asc" else "highest first"
        how = words.say(order) if self.ranked else ""
        is_grouped = bool(self.grain or self.dimensions)
        return f"{self._subject() if is_grouped else self._titles()}{when}{kept}{how}."

    @property
    def when(self) -> str:
        """The asked time with its preposition: `in 2024`."""
        return self.period.named(self.words.dates)[0] if self.period else ""

    @property
    def period_name(self) -> str:
        """The asked time: `2024`."""
        return self.period.named(self.words.dates)[1] if self.period else ""

    @property
    def before_name(self) -> str:
        """What a change is against: `2023`."""
        return self.before.named(self.words.dates)[1] if self.before else ""

    @property
    def groups(self) -> list[str]:
        """What one row is, in lower case: `month`, `product`."""
        unit = self.reading.when if self.grain == self.reading.grain else self.words.unit(self.grain)
        when = [unit] if self.grain else []
        return [*when, *(self.words.lower(each.title) for each in self.dimensions)]

    def _subject(self) -> str:
        words, measures, by = self.words, self._titles(), self.words.listed(self.groups)
        if self.shape == "having" and len(self.groups) == 1:
            return words.plural(by)[:1].upper() + words.plural(by)[1:]

        if self.limit is not None and by and not self.reading.both:
            if self.reading.nth:
                told = words.nth(self.reading.nth, self._start_low(measures), is_high=self.ranked != "asc")
                return f"{words.say('by', what=told[:1].upper() + told[1:], groups=by)}"

            end = "bottom of" if self.ranked == "asc" else "top of"
            return words.say(end, count=self._counted(), what=self._start_low(measures))

        if by:
            has_both = bool(self.before and self.period)
            versus = words.say("versus", before=self.before_name, after=self.period_name) if has_both else ""
            return f"{words.say('by', what=measures, groups=by)}{versus}"

        if not self.period:
            return measures

        time = self.reading.time if self.reading.dated else None
        dated = dated_text(time.title, self.when, words) if time else self.when
        return f"{measures} {dated}"

    def _counted(self) -> str:
        """`5 products`, `2 products of each category`."""
        inner = [each for each in self.groups if each not in self.reading.within]
        outer = self.words.listed(self.reading.within)
        each = self.words.say("of each", groups=outer) if outer else ""
        return f"{counted(self.limit or 1, inner, self.words)}{each}"

    def _titles(self) -> str:
        shown = self.reading.shown
        titles = [each.title if at == 0 else self.words.lower(each.title) for at, each in enumerate(shown)]
        return self.words.listed(titles)

    def _start_low(self, title: str) -> str:
        is_kept = title[1:2].isupper() or self.words.keeps_case
        return title if is_kept else title[:1].lower() + title[1:]
