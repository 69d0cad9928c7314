"""Builds one sentence of an answer, noting where each number in it comes from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.language.participles import made_title, time_title
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import is_several, plain_text
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
from svcchat_magic.analyst.telling.figures import signed, written
from svcchat_magic.analyst.telling.reading import Reading
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field
from svcchat_magic.semantic.query.query import Rows

ENGLISH = answer_words()
_BEHIND_HEAD = re.compile(r" (?:of|per|for|with|without|in|on|from|since|before|after|as)\b| \(")


@dataclass(slots=True)
class Line:
    """A sentence in the making: `number` and `name` give its pieces and remember them."""

    results: Sequence[Rows]
    words: AnswerWords = ENGLISH
    claims: list[Claim] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    percents: set[str] = field(default_factory=set)

    def number(self, claim: Claim, measure: Field) -> str:
        """A claimed number, written in the measure's format."""
        if measure.format == "percent":
            self.percents.add(column_of(claim))

        exact = derive(claim, self.results)
        self.claims.append(claim)
        return self.say("nothing") if exact is None else written(exact, measure.format, self.words)

    def change(self, claim: Change) -> str:
        """`+14.2%`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return signed(exact, self.words) if exact is not None else self.say("nothing")

    def share(self, claim: Share) -> str:
        """`36.2%`."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return self.words.percents(exact) if exact is not None else self.say("nothing")

    def difference(self, claim: Difference, measure: Field) -> str:
        """The size of a difference, without its sign."""
        exact = derive(claim, self.results)
        if measure.format == "percent":
            self.percents.add(column_of(claim))

        self.claims.append(claim)
        return written(abs(exact), measure.format, self.words) if exact is not None else self.say("nothing")

    def points(self, claim: Points) -> str:
        """`1.6 points`, without its sign."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        if exact is None:
            return self.say("nothing")

        return self.say("points", number=self.words.percents(abs(exact)).removesuffix(self.words.percent))

    def risen(self, old: Number, new: Number, measure: Field) -> str:
        """`13.4% more`; `1.6 points higher` for a rate; an amount where nothing was; empty if equal."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None:
            return self.say("unknown")

        if before == now:
            return ""

        if measure.format == "percent":
            way = "higher by" if now > before else "lower by"
            return self.say(way, step=self.points(Points(old, new)))

        way = "more by" if now > before else "less by"
        if before > 0:
            return self.say(way, step=self.change(Change(old, new)).lstrip("+−"))

        return self.say(way, step=self.difference(Difference(old, new), measure))

    def apart(self, old: Number, new: Number, measure: Field) -> str:
        """`980 more than`, `1.6 points lower than`; empty where a number is unknown."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None or before == now:
            return self.say("equal to")

        if measure.format == "percent":
            return self.say(
                "higher than" if now > before else "lower than", step=self.points(Points(old, new))
            )

        way = "more than" if now > before else "less than"
        return self.say(way, step=self.difference(Difference(old, new), measure))

    def behind(self, old: Number, new: Number, measure: Field) -> str:
        """`, 980 less`; empty where a number is unknown."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None or before == now:
            return ""

        is_rate = measure.format == "percent"
        step = self.points(Points(old, new)) if is_rate else self.difference(Difference(old, new), measure)
        ways = ("higher by", "lower by") if is_rate else ("more by", "less by")
        return f", {self.say(ways[0] if now > before else ways[1], step=step)}"

    def step(self, old: Number, new: Number, measure: Field, *, absolute: bool = False) -> str:
        """`+13.4%`, `+171,993` when absolute, `+1.6 points` for a rate."""
        before, now = derive(old, self.results), derive(new, self.results)
        if before is None or now is None:
            return self.say("unknown")

        sign = "+" if now >= before else "−"
        if measure.format == "percent":
            return sign + self.points(Points(old, new))

        if absolute or before <= 0:
            return sign + self.difference(Difference(old, new), measure)

        return self.change(Change(old, new))

    def day(self, claim: Day) -> str:
        """`31 December 2024`."""
        self.claims.append(claim)
        return derived_day(claim, self.results, self.words) or self.say("unknown")

    def count(self, claim: Count) -> str:
        """How many rows there are."""
        exact = derive(claim, self.results)
        self.claims.append(claim)
        return self.words.written(f"{exact:,}")

    def name(self, label: str) -> str:
        """A value, a title or a period: digits in it are no figures; Markdown signs in it are plain."""
        self.labels.append(plain_text(label))
        return plain_text(label)

    def sentence(self, text: str) -> Sentence:
        """The finished sentence."""
        text = text[:-1] if text.endswith("..") else text  # an abbreviation ends the sentence
        return Sentence(text, tuple(self.claims), tuple(self.labels), frozenset(self.percents), self.words)

    def say(self, phrase: str, **parts: object) -> str:
        """A phrase of the answer's language."""
        return self.words.say(phrase, **parts)

    def told(self, phrase: str, **parts: object) -> Sentence:
        """A phrase as the finished sentence, with a capital."""
        return self.sentence(capital(self.say(phrase, **parts)))

    def lower(self, member: Field) -> str:
        """The title of a member inside a sentence."""
        return self.name(self.words.lower(member.title))

    def listed(self, parts: Sequence[str], joint: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`."""
        return self.words.listed(parts, joint)


def line_of(result: Result, results: Sequence[Result]) -> Line:
    """A sentence about a result, over the rows of all."""
    return Line([each.rows for each in results], result.query.words)


def at_moment(line: Line, day: date, grain: str) -> str:
    """`in November 2024`, `on 4 March 2024`."""
    return in_moment(line, day, grain, one_year=False)


def in_moment(line: Line, day: date, grain: str, *, one_year: bool) -> str:
    """`in November`, or `in November 2024` where years could be confused."""
    name = line.name(moment_name(day, grain, line.words, one_year=one_year))
    return line.words.dates.say(f"in_{grain}", name=name)


def subject(line: Line, result: Result, measure: Field, period: Period | None) -> str:
    """`Revenue for Web in 2024`."""
    reading = result.query.reading
    return f"{line.name(measure.title)}{kept(line, reading)}{dated(line, reading, period)}"


def kept(line: Line, reading: Reading, *, having: bool = False) -> str:
    """The filters of a reading as words: ` for Web and Store`, ` among Web and Store`, ` without Phone`."""
    texts, joined = [], reading.joined_values
    if joined:
        texts.append(f" {line.say('for', values=line.listed([line.name(each) for each in joined]))}")

    for each in reading.filters:
        if joined and not each.negated:
            continue

        is_among = each.member in reading.dimensions and len(each.values) > 1
        form = "without values" if each.negated else "among" if is_among else "for"
        names = line.listed([line.name(value) for value in each.values])
        texts.append(f" {line.say(form, values=names)}")

    conditions = (*reading.conditions, *(reading.having if having else ()))
    texts += [f" {line.name(each)}" for each in conditions]
    return "".join(texts)


def dated(line: Line, reading: Reading, period: Period | None) -> str:
    """` in 2024`; ` booked in 2024`, ` with sign-up date in 2024` where another time is usual."""
    title = reading.time.title if reading.dated and reading.time else ""
    unusual = line.name(time_title(title, line.words)) if title else ""
    if not period:
        return f" {line.say('by group', groups=unusual)}" if unusual and reading.grain else ""

    when = line.name(period.named(line.words.dates)[0])
    measure = reading.measures[0].title if reading.measures else ""
    if done := made_title(title, measure, line.words):
        told = f"{line.name(done)} {when}"
        return f" {told}" if _is_close(reading) else f" ({told})"

    return f" {line.say('dated', time=unusual, when=when)}" if unusual else f" {when}"


def _is_close(reading: Reading) -> bool:
    """Whether what was done follows on its noun: `tickets opened`, not `average hours opened`."""
    if not reading.measures or len(reading.measures) > 1:
        return True

    is_part = reading.measures[0].format == "percent" and not reading.dimensions
    is_apart = bool(reading.conditions) or any(each.negated for each in reading.filters)
    is_count = reading.measures[0].agg_type in ("count", "count_distinct")
    return not is_apart and (is_part or is_count)


def was(line: Line, measure: Field) -> str:
    """`was` or `were`, as the measure's title needs."""
    return line.say("were" if is_plural(measure) else "was")


def is_plural(measure: Field) -> bool:
    """Whether a title names many things: Orders, Units sold, Order lines."""
    head = head_of(ENGLISH.lower(measure.title)).split()
    if not head:
        return False

    last = head[0] if head[-1] == "sold" or head[-1].endswith("ed") else head[-1]
    return is_several(last.lower())


def head_of(title: str) -> str:
    """The words before what is said of them: `order lines` of `order lines with refunds`."""
    return _BEHIND_HEAD.split(title)[0]


def has(line: Line, result: Result) -> str:
    """`had` where a stretch of time is told, else `has`."""
    return line.say("had" if result.query.grain or result.query.period else "has")


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def superlative(line: Line, measure: Field, way: str) -> str:
    """`the highest revenue`, `the most orders`, `the fewest orders`."""
    is_count = is_plural(measure) and measure.format not in ("currency", "percent")
    forms = ("most", "fewest") if is_count else ("highest", "lowest")
    form, what = forms[way == "asc"], line.lower(measure)
    end = ("highest", "lowest")[way == "asc"]
    said = f"{line.say(end, what='').split()[-1]} "  # the highest of `highest temperature` is said once
    return line.say(end if what.startswith(said) else form, what=what.removeprefix(said))


def lowest_first(result: Result) -> bool:
    """Whether the low end was asked for."""
    return result.query.ranked == "asc"


def moment_name(day: date, grain: str, words: AnswerWords, *, one_year: bool) -> str:
    """`November`, or `November 2024` where years could be confused."""
    return (
        words.dates.months[day.month - 1] if grain == "month" and one_year else words.dates.unit(day, grain)
    )
