"""What a statement computes, in the words of the telling."""

from dataclasses import dataclass

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import plain_text, plural
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
class Reading:
    """The measures, groups and conditions of one statement; columns are told by the names they have in it."""

    table: str
    measures: tuple[Field, ...]
    dimensions: tuple[Field, ...] = ()
    time: Field | None = None
    grain: str = ""
    period: Period | None = None
    filters: tuple[Filter, ...] = ()
    conditions: tuple[str, ...] = ()  # others, in words: "with age over 30"
    order: str = ""  # "desc", "asc", "newest" (a trend backwards) or empty
    limit: int | None = None
    growth: str = ""
    before: Period | None = None  # the period that a change is against
    assumed: bool = False  # the measure was not named; the sentence says so
    dated: bool = False  # `time` is not the one that dates the rows unless a question names another
    derived: tuple[Field, ...] = ()  # what is asked for in place of the measures: their share, change ...
    having: tuple[str, ...] = ()  # conditions on the measures: "with more than 5 orders"
    within: tuple[str, ...] = ()  # groups that each have a ranking of their own

    @property
    def shown(self) -> tuple[Field, ...]:
        """The numbers that were asked for."""
        return self.derived or self.measures

    def describe(self) -> str:
        """The reading in Markdown words: `**revenue** by **month**, order date in **2024**`."""
        subject = listed([f"**{lowered(each)}**" for each in self.shown])
        by = [f"**{lowered(each)}**" for each in self.dimensions] + (
            [f"**{self.when}**"] if self.grain else []
        )
        parts = [
            self._headline(subject, listed(by)),
            *(each.describe() for each in self.filters),
            *self.conditions,
            *self.having,
        ]
        if self.period and self.time:
            preposition, _, label = self.period.phrase.partition(" ")
            said = f" ({self.period.said})" if self.period.said else ""
            against = f" against **{self.before.label}**" if self.before else ""
            parts.insert(1, f"{lowered(self.time)} {preposition} **{label}**{said}{against}")

        if self.assumed:
            parts.append(f"no measure was named, so taken as **{lowered(self.measures[0])}**")

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
        if self.limit is not None:
            end = "bottom" if self.order == "asc" else "top"
            inner = [each for each in self.groups if each not in self.within]
            each = f" of each {listed(list(self.within))}" if self.within else ""
            return f"the {end} **{counted(self.limit, inner)}**{each} by {subject}"

        ordered = {"asc": ", lowest first", "newest": ", newest first"}.get(self.order, "")
        return f"{subject} by {by}{ordered}" if by else subject


def counted(count: int, names: list[str]) -> str:
    """`5 products and categories`; a single one needs no number: `product`."""
    return listed(names) if count == 1 else f"{count} {listed([plural(name) for name in names])}"


def lowered(member: Field) -> str:
    """A title inside a sentence: lower case unless it is an abbreviation."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in member.title.split())


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
