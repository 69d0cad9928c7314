"""Builds one sentence of an answer, noting where each number in it comes from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from svcchat_magic.analyst.language.periods import MONTHS, Period, unit_name
from svcchat_magic.analyst.language.words import plain_text, singular
from svcchat_magic.analyst.telling.evidence import (
    Change,
    Claim,
    Count,
    Day,
    Difference,
    Number,
    Points,
    Sentence,
    Share,
    column_of,
    derive,
    derived_day,
)
from svcchat_magic.analyst.telling.figures import percent, signed, written
from svcchat_magic.analyst.telling.reading import Reading, listed, lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field
from svcchat_magic.semantic.query.query import Rows

_BEHIND_HEAD = re.compile(r" (?:of|per|for|with|without|in|on|from|since|before|after|as)\b| \(")


@dataclass(slots=True)
class Line:
    """A sentence in the making: `number` and `name` give its pieces and remember them."""

    results: Sequence[Rows]
    claims: list[Claim] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    percents: set[str] = field(default_factory=set)

    def number(self, claim: Claim, measure: Field) -> str:
        """A claimed number, written in the measure's format."""
        if measure.format == "percent":
            self.percents.add(column_of(claim))

        exact = derive(claim, self.results)
        self.claims.append(claim)
        return "nothing" if exact is None else written(exact, measure.format)

    def change(self, claim: Change) -> str:
        """`+14.2%`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return signed(exact) if exact is not None else "no rate"

    def share(self, claim: Share) -> str:
        """`36.2%`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return percent(exact) if exact is not None else "no share"

    def difference(self, claim: Difference, measure: Field) -> str:
        """The size of a difference, without its sign."""
        exact = derive(claim, self.results)
        if measure.format == "percent":
            self.percents.add(column_of(claim))

        self.claims.append(claim)
        return written(abs(exact), measure.format) if exact is not None else "nothing"

    def points(self, claim: Points) -> str:
        """`1.6 points`, without its sign."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return "no points" if exact is None else f"{percent(abs(exact)).removesuffix('%')} points"

    def risen(self, old: Number, new: Number, measure: Field) -> str:
        """`13.4% more`; `1.6 points higher` for a rate, and an amount where nothing was there before."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None:
            return "unknown"

        if before == now:
            return "the same"

        if measure.format == "percent":
            return f"{self.points(Points(old, new))} {'higher' if now > before else 'lower'}"

        more = "more" if now > before else "less"
        if before > 0:
            return f"{self.change(Change(old, new)).lstrip('+−')} {more}"

        return f"{self.difference(Difference(old, new), measure)} {more}"

    def step(self, old: Number, new: Number, measure: Field, *, absolute: bool = False) -> str:
        """`+13.4%`, `+171,993` when absolute, `+1.6 points` for a rate."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None:
            return "unknown"

        sign = "+" if now >= before else "−"
        if measure.format == "percent":
            return sign + self.points(Points(old, new))

        if absolute or before <= 0:
            return sign + self.difference(Difference(old, new), measure)

        return self.change(Change(old, new))

    def day(self, claim: Day) -> str:
        """`31 December 2024`."""
        self.claims.append(claim)
        return derived_day(claim, self.results) or "no date"

    def count(self, claim: Count) -> str:
        """How many rows there are."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return f"{exact:,}"

    def name(self, label: str) -> str:
        """A value, a title or a period: digits in it are no figures; Markdown signs in it are plain."""
        self.labels.append(plain_text(label))
        return plain_text(label)

    def sentence(self, text: str) -> Sentence:
        """The finished sentence."""
        return Sentence(text, tuple(self.claims), tuple(self.labels), frozenset(self.percents))


def at_moment(line: Line, day: date, grain: str) -> str:
    """`in November 2024`, `on 4 March 2024`."""
    return f"{'on' if grain == 'day' else 'in'} {line.name(moment_name(day, grain, one_year=False))}"


def subject(line: Line, result: Result, measure: Field, period: Period | None) -> str:
    """`Revenue for Web in 2024`."""
    reading = result.query.reading
    return f"{line.name(measure.title)}{kept(line, reading)}{dated(line, reading, period)}"


def kept(line: Line, reading: Reading, *, having: bool = False) -> str:
    """The filters of a reading as words: ` for Web and Store`, ` among Web and Store`, ` without Phone`."""
    texts = []
    for each in reading.filters:
        inside = "among" if each.member in reading.dimensions and len(each.values) > 1 else "for"
        names = listed([line.name(value) for value in each.values])
        texts.append(f" {'without' if each.negated else inside} {names}")

    conditions = (*reading.conditions, *(reading.having if having else ()))
    texts += [f" {line.name(each)}" for each in conditions]
    return "".join(texts)


def dated(line: Line, reading: Reading, period: Period | None) -> str:
    """` in 2024`; ` with sign-up date in 2024` where that is not what dates the rows as a rule."""
    unusual = line.name(lowered(reading.time)) if reading.dated and reading.time else ""
    if not period:
        return f" by {unusual}" if unusual and reading.grain else ""

    return f" with {unusual} {line.name(period.phrase)}" if unusual else f" {line.name(period.phrase)}"


def was(measure: Field) -> str:
    """`was` or `were`, as the measure's title needs."""
    return "were" if is_plural(measure) else "was"


def is_plural(measure: Field) -> bool:
    """Whether a title names many things: Orders, Units sold, Order lines."""
    head = _BEHIND_HEAD.split(lowered(measure))[0].split()
    if not head:
        return False

    last = head[0] if head[-1] == "sold" or head[-1].endswith("ed") else head[-1]
    return singular(last) != last


def has(result: Result) -> str:
    """`had` where a stretch of time is told, else `has`."""
    return "had" if result.query.grain or result.query.period else "has"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def superlative(line: Line, measure: Field, way: str) -> str:
    """`the highest revenue`, `the most orders`, `the fewest orders`."""
    is_count = is_plural(measure) and measure.format not in ("currency", "percent")
    words = ("the most", "the fewest") if is_count else ("the highest", "the lowest")
    return f"{words[way == 'asc']} {line.name(lowered(measure))}"


def lowest_first(result: Result) -> bool:
    """Whether the low end was asked for."""
    return result.query.ranked == "asc"


def moment_name(day: date, grain: str, *, one_year: bool) -> str:
    """`November`, or `November 2024` where years could be confused."""
    return MONTHS[day.month - 1] if grain == "month" and one_year else unit_name(day, grain)
