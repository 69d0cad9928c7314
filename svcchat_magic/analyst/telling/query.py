"""A statement with its rows' meaning: what the telling and the charts know of a query."""

from dataclasses import dataclass

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.telling.reading import Reading, counted, listed, lowered
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Query:
    """One SELECT over a cube or view; `shape` says how its rows are told and drawn.

    Shapes: total, trend (time, perhaps times one dimension), breakdown, changed (two periods in
    columns beside each other), records (rows of an entity), values (of a dimension).
    """

    shape: str
    reading: Reading
    period: Period | None
    grain: str = ""
    dimensions: tuple[Field, ...] = ()
    ranked: str = ""  # "desc" or "asc" by the first measure; empty runs along the first column
    limit: int | None = None
    backwards: bool = False
    sql: str = ""
    name: str = ""  # a title of its own

    @property
    def measures(self) -> tuple[Field, ...]:
        """The measures, in the order of their columns."""
        return self.reading.measures

    @property
    def time_column(self) -> str:
        """The name of the column that holds the beginning of each unit of time."""
        taken = {each.name for each in (*self.dimensions, *self.measures)}
        return f"by_{self.grain}" if self.grain in taken else self.grain

    @property
    def title(self) -> str:
        """What the result is called; its variable is named after it."""
        if self.name:
            return self.name

        measures = listed([each.title if at == 0 else lowered(each) for at, each in enumerate(self.measures)])
        values = [value for each in self.reading.filters if not each.negated for value in each.values]
        left_out = [value for each in self.reading.filters if each.negated for value in each.values]
        kept = f", {listed(values)}" if values else ""
        without = f", without {listed(left_out)}" if left_out else ""
        also = "".join(f" {each}" for each in self.reading.conditions)
        return f"{self._subject(measures)}{kept}{without}{also}"

    def describe(self) -> str:
        """The reading in Markdown words."""
        return f"**{plain_text(self.name)}**" if self.name else self.reading.describe()

    @property
    def description(self) -> str:
        """What the query does, as one plain sentence."""
        if self.name:
            return f"{self.name}."

        when = (
            f", {lowered(self.reading.time)} {self.period.phrase}"
            if self.period and self.reading.time
            else ""
        )
        kept = "".join(f", {each.describe().replace('**', '')}" for each in self.reading.filters)
        kept += "".join(f", {each}" for each in self.reading.conditions)
        how = f", {'lowest' if self.ranked == 'asc' else 'highest'} first" if self.ranked else ""
        measures = listed([each.title if at == 0 else lowered(each) for at, each in enumerate(self.measures)])
        grouped = bool(self.grain or self.dimensions)
        return f"{self._subject(measures) if grouped else measures}{when}{kept}{how}."

    def _subject(self, measures: str) -> str:
        when = [self.reading.when if self.grain == self.reading.grain else self.grain] if self.grain else []
        names = [lowered(each) for each in self.dimensions]
        by = listed([*names, *when] if self.shape == "growth" else [*when, *names])
        if self.limit is not None and by:
            end = "Bottom" if self.ranked == "asc" else "Top"
            return f"{end} {counted(self.limit, [*when, *names])} by {_start_low(measures)}"

        if by and self.shape == "growth" and not self.grain and self.period:
            return f"{measures} by {by} {self.period.phrase}"

        if by:
            return f"{measures} by {by}"

        if not self.period:
            return measures

        dated = f" with {lowered(self.reading.time)}" if self.reading.dated and self.reading.time else ""
        return f"{measures}{dated} {self.period.phrase}"


def _start_low(title: str) -> str:
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]
