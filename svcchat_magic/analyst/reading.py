"""What a question was read as: the values that stand between words and queries."""

from dataclasses import dataclass

from svcchat_magic.analyst.periods import Period
from svcchat_magic.analyst.words import plain_text, plural
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Filter:
    """A string dimension is, or is not, one of these values."""

    member: Field
    values: tuple[str, ...]
    negated: bool = False

    def describe(self) -> str:
        """`channel web or store`, `channel not store`."""
        values = " or ".join(f"**{plain_text(value)}**" for value in self.values)
        return f"{lowered(self.member)} {'not ' if self.negated else ''}{values}"


@dataclass(frozen=True, slots=True)
class Clause:
    """What the words of one clause said, and nothing more: what they left open is empty."""

    measures: tuple[Field, ...] = ()
    dimensions: tuple[Field, ...] = ()
    released: tuple[Field, ...] = ()  # "all channels": no filter on these
    time: Field | None = None
    grain: str = ""  # a unit, "auto" for "over time", or empty
    period: Period | None = None
    filters: tuple[Filter, ...] = ()
    order: str = ""  # "desc", "asc" or empty
    limit: int | None = None
    growth: str = ""  # "up" or "down" when it asks what grew or fell the most
    marks: frozenset[str] = frozenset()  # joiner, opener, same, instead, add, all_time, drop, flip

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read at all."""
        return self == Clause(marks=self.marks) and not self.marks & {"drop", "flip", "all_time"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause made complete: enough to write its queries from."""

    table: str
    measures: tuple[Field, ...]
    dimensions: tuple[Field, ...] = ()
    time: Field | None = None
    grain: str = ""
    period: Period | None = None
    filters: tuple[Filter, ...] = ()
    order: str = ""  # "desc", "asc", "newest" (a trend backwards) or empty
    limit: int | None = None
    growth: str = ""
    assumed: bool = False  # the measure was not named; the sentence says so
    dated: bool = False  # `time` is not the one that dates the rows unless a question names another

    def describe(self) -> str:
        """The reading in Markdown words: `**revenue** by **month**, order date in **2024**`."""
        subject = listed([f"**{lowered(each)}**" for each in self.measures])
        by = [f"**{lowered(each)}**" for each in self.dimensions] + (
            [f"**{self.when}**"] if self.grain else []
        )
        parts = [self._headline(subject, listed(by)), *(each.describe() for each in self.filters)]
        if self.period and self.time:
            preposition, _, label = self.period.phrase.partition(" ")
            said = f" ({self.period.said})" if self.period.said else ""
            before = self.period.before() if self.growth and not self.grain else None
            against = f" against **{before.label}**" if before else ""
            parts.insert(1, f"{lowered(self.time)} {preposition} **{label}**{said}{against}")

        if self.assumed:
            parts.append(f"no measure was named, so taken as {subject}")

        return ", ".join(parts)

    @property
    def when(self) -> str:
        """`month`, or `month of sign-up date` where time is read from another dimension than usual."""
        return f"{self.grain} of {lowered(self.time)}" if self.dated and self.time else self.grain

    @property
    def groups(self) -> list[str]:
        """What the rows are, in lower case: `month`, `product`."""
        return [*([self.grain] if self.grain else []), *map(lowered, self.dimensions)]

    def _headline(self, subject: str, by: str) -> str:
        if self.growth:
            change = "growth" if self.growth == "up" else "decline"
            return f"{change} of {subject} by {by}" if by else f"{change} of {subject}"

        if self.limit is not None:
            end = "bottom" if self.order == "asc" else "top"
            return f"the {end} **{counted(self.limit, self.groups)}** by {subject}"

        ordered = {"asc": ", lowest first", "newest": ", newest first"}.get(self.order, "")
        return f"{subject} by {by}{ordered}" if by else subject


def counted(count: int, names: list[str]) -> str:
    """`5 products and categories`, `1 product`."""
    return f"{count} {listed(names if count == 1 else [plural(name) for name in names])}"


def lowered(member: Field) -> str:
    """A title inside a sentence: lower case unless it is an abbreviation."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in member.title.split())


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
