"""Builds one sentence of an answer, noting where each number in it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from svcchat_magic.analyst.evidence import Change, Claim, Difference, Sentence, Share, derive
from svcchat_magic.analyst.figures import percent, signed, written
from svcchat_magic.analyst.periods import MONTHS, Period, unit_name
from svcchat_magic.analyst.reading import Reading, listed, lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.words import plain_text, singular
from svcchat_magic.semantic.model.model import Field
from svcchat_magic.semantic.query.query import Rows


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
            self.percents.add(measure.name)

        exact = derive(claim, self.results)
        self.claims.append(claim)
        return "nothing" if exact is None else written(exact, measure.format)

    def change(self, claim: Change, *, words: bool = False) -> str:
        """`+14.2%`, or with words `14.2% more`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        if exact is None:
            return "no rate"

        return f"{percent(abs(exact))} {'more' if exact >= 0 else 'less'}" if words else signed(exact)

    def share(self, claim: Share) -> str:
        """`36.2%`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return percent(exact) if exact is not None else "no share"

    def difference(self, claim: Difference, measure: Field) -> str:
        """The size of a difference, without its sign."""
        exact = derive(claim, self.results)
        if measure.format == "percent":
            self.percents.add(measure.name)

        self.claims.append(claim)
        return written(abs(exact), measure.format) if exact is not None else "nothing"

    def name(self, label: str) -> str:
        """A value, a title or a period: digits in it are no figures; Markdown signs in it are plain."""
        self.labels.append(plain_text(label))
        return plain_text(label)

    def sentence(self, text: str) -> Sentence:
        """The finished sentence."""
        return Sentence(text, tuple(self.claims), tuple(self.labels), frozenset(self.percents))


def at_moment(day: date, grain: str, *, one_year: bool) -> str:
    """`in November`, `on 4 March 2024`."""
    return f"{'on' if grain == 'day' else 'in'} {moment_name(day, grain, one_year=one_year)}"


def subject(line: Line, result: Result, measure: Field, period: Period | None) -> str:
    """`Revenue for Web in 2024`."""
    reading = result.query.reading
    return f"{line.name(measure.title)}{kept(line, reading)}{dated(line, reading, period)}"


def kept(line: Line, reading: Reading) -> str:
    """The filters of a reading as words: ` for Web and Store`, ` among Web and Store`, ` without Phone`."""
    texts = []
    for each in reading.filters:
        inside = "among" if each.member in reading.dimensions and len(each.values) > 1 else "for"
        names = listed([line.name(value) for value in each.values])
        texts.append(f" {'without' if each.negated else inside} {names}")

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
    head = lowered(measure).split(" of ")[0].split(" per ")[0].split()
    if not head:
        return False

    last = head[0] if head[-1] == "sold" or head[-1].endswith("ed") else head[-1]
    return singular(last) != last


def superlative(line: Line, measure: Field, way: str) -> str:
    """`the highest revenue`, `the most orders`, `the fewest orders`."""
    words = ("the most", "the fewest") if is_plural(measure) else ("the highest", "the lowest")
    return f"{words[way == 'asc']} {line.name(lowered(measure))}"


def moment_name(day: date, grain: str, *, one_year: bool) -> str:
    """`November`, or `November 2024` where years could be confused."""
    return MONTHS[day.month - 1] if grain == "month" and one_year else unit_name(day, grain)
