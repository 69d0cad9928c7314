"""Tells what grew or fell: two periods beside each other, or units of time one after the other."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.telling.evidence import Cell, Sentence
from svcchat_magic.analyst.telling.growth_steps import Step, amounts, others_told
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, capital, kept, line_of, moment_name, was


def changed(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A quantity in two periods beside each other: in all, or group by group."""
    now, steps = result.query.measures[0], _steps(result)
    line = line_of(result, results)
    if not steps:
        return [line.told("not in both", what=line.lower(now))]

    if not result.query.dimensions:
        return [_in_all(line, steps[0], result)]

    is_rising = result.query.sought is not False
    ranked = sorted(steps, key=lambda step: (-step.difference if is_rising else step.difference, step.name))
    return [
        _winner(line, ranked[0], result, is_rising=is_rising),
        *others_told(line_of(result, results), ranked[0], ranked[1:], now),
        *_new(result, results),
    ]


def changes(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Each unit of time beside an earlier one: what changed last, and the largest rise and drop."""
    line, steps = line_of(result, results), _steps(result)
    if not steps:
        return [line.told("no earlier", what=line.lower(result.query.measures[0]))]

    over = result.cut_moments(result.today)
    whole = [step for step in steps if step.day not in over] or steps
    latest = max(whole, key=_moment)
    is_single = not result.query.dimensions or len(result.distinct(result.query.dimensions[0])) == 1
    last = [_last(line, latest, result)] if is_single else []
    other = line_of(result, results)
    if result.query.sought is not None and (len(whole) > 1 or result.query.limit is not None):
        return [_sought(other, whole, steps, result), *(last if len(whole) > 1 else [])]

    if len(whole) == 1 and last:
        return last

    return [*last, *_extremes(other, whole, steps, result, latest if last else None)]


def _rising(whole: list[Step], steps: list[Step], result: Result) -> list[Step]:
    """The steps of whole units, and that of the unit that is not over where it can only grow."""
    over = result.cut_moments(result.today)
    if result.query.measures[0].name not in result.additive:
        return whole

    grain = result.query.grain
    begun = [each for each in steps if each.day in over and add(each.day, grain, -1) not in over]
    return [*whole, *(each for each in begun if each not in whole)]


def _steps(result: Result) -> list[Step]:
    """The rows that have a number now and before."""
    now, before = result.query.measures[0], result.query.derived["before"]
    old = dict(result.numbers(before))
    return [
        Step(
            _name(result, row),
            Cell(result.number, row, before.name),
            Cell(result.number, row, now.name),
            number - old[row],
            result.moment(row),
        )
        for row, number in result.numbers(now)
        if row in old
    ]


def _name(result: Result, row: int) -> str:
    day, words = result.moment(row), result.query.words
    if not day:
        return result.label(row)

    when = moment_name(day, result.query.grain, words, one_year=_one_year(result))
    return words.say("name in time", name=result.label(row), when=when) if result.label(row) else when


def _one_year(result: Result) -> bool:
    return len({day.year for row in range(len(result.rows.rows)) if (day := result.moment(row))}) == 1


def _in_all(line: Line, step: Step, result: Result) -> Sentence:
    """`Revenue in 2024 was 5.42 million, 13.4% more than in 2023 (4.78 million)`."""
    query = result.query
    when = f" {line.name(query.when)}" if query.period else ""
    return _risen(line, step, result, when, _before(line, result))


def _before(line: Line, result: Result) -> str:
    """What a change is against: `in 2023`, or `for 2023/24`, which is no period; empty without a name."""
    before, since = result.query.before, result.query.reading.since
    if before:
        return line.name(before.named(line.words.dates)[0])

    return line.say("for", values=line.name(since)) if since else ""


def _risen(line: Line, step: Step, result: Result, when: str, before: str) -> Sentence:
    """The number now against the one before; `before` names its time, if it has a name."""
    now = result.query.measures[0]
    parts = {
        "title": f"{line.name(now.title)}{kept(line, result.query.reading)}",
        "when": when,
        "be": was(line, now),
        "new": line.number(step.new, now),
    }
    old = line.number(step.old, now)
    more = line.risen(step.old, step.new, now)
    if not more:
        return line.told("the same as", before=before or line.say("before"), **parts)

    than = line.say("than", before=before) if before else line.say("than before")
    return line.told("risen", more=more, than=than, old=old, **parts)


def _last(line: Line, step: Step, result: Result) -> Sentence:
    """The latest unit of time against the one it is compared with."""
    grain, day = result.query.grain, step.day
    name = line.words.dates.unit(day, grain) if day else step.name
    when = line.words.dates.say(f"in_{grain}", name=line.name(name))
    if result.query.against == "year" and grain != "year":
        return _risen(line, step, result, f" {when}", line.say("a year before"))

    earlier = _earlier(result, step)
    short = line.name(_short(earlier, day, grain, line.words)) if earlier else ""
    before = line.words.dates.say(f"in_{grain}", name=short) if earlier else ""
    return _risen(line, step, result, f" {when}", before)


def _short(earlier: date, day: date | None, grain: str, words: AnswerWords) -> str:
    """A month without its year where that is the one told just before."""
    return moment_name(earlier, grain, words, one_year=day is not None and day.year == earlier.year)


def _earlier(result: Result, step: Step) -> date | None:
    """The unit of time that a row is compared with: the one before, or that of the row before."""
    if step.day and result.query.against in ("", result.query.grain):
        return add(step.day, result.query.grain, -1)

    days = sorted({day for row in range(len(result.rows.rows)) if (day := result.moment(row))})
    before = [day for day in days if step.day and day < step.day]
    return before[-1] if before else add(step.day, result.query.grain, -1) if step.day else None


def _sought(line: Line, whole: list[Step], steps: list[Step], result: Result) -> Sentence:
    """The largest rise, or drop, where that was asked for."""
    measure, is_rising, size = result.query.measures[0], result.query.sought is not False, _size(result)
    best = max(_rising(whole, steps, result), key=size) if is_rising else min(whole, key=size)
    title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
    if best.is_rise is not is_rising or not best.difference:
        verb, unit = line.say("rose" if is_rising else "fell"), line.words.unit(result.query.grain)
        return line.told("never did", title=title, verb=verb, unit=unit)

    verb = line.say("grew" if is_rising else "fell")
    place, sized = _place(line, best, result), _sized(line, best, result)
    return line.told("did the most", title=title, verb=verb, place=place, sized=sized)


def _extremes(
    line: Line, whole: list[Step], steps: list[Step], result: Result, latest: Step | None
) -> list[Sentence]:
    """The largest rise and the largest drop, beside the step that was told already."""
    size = _size(result)
    rise, drop = max(_rising(whole, steps, result), key=size), min(whole, key=size)
    found = [("largest rise", rise)] * (rise.difference > 0) + [("largest drop", drop)] * (
        drop.difference < 0
    )
    told = [line.say(f"{kind} here") for kind, step in found if step == latest]
    told += [
        line.say(kind, place=_place(line, step, result), sized=_sized(line, step, result))
        for kind, step in found
        if step != latest
    ]
    return [line.sentence(f"{capital('; '.join(told))}.")] if told else []


def _place(line: Line, step: Step, result: Result) -> str:
    """`in November`, `for Furniture in November`."""
    if result.query.dimensions:
        return line.say("for group", name=line.name(step.name))

    return line.words.dates.say(f"in_{result.query.grain}", name=line.name(step.name))


def _size(result: Result) -> Callable[[Step], Decimal]:
    """How large a change is: in percent, or in units for rates and where units were asked for."""
    now, old = (
        dict(result.numbers(result.query.measures[0])),
        dict(result.numbers(result.query.derived["before"])),
    )
    in_units = result.query.is_absolute or result.query.measures[0].format == "percent"
    if in_units or any(old.get(row, Decimal(1)) <= 0 for row in now):
        return lambda step: step.difference

    return lambda step: step.difference / old[step.old.row]


def _sized(line: Line, step: Step, result: Result) -> str:
    """`+23.1%, from 466,537 to 574,114`."""
    measure = result.query.measures[0]
    size = line.step(step.old, step.new, measure, absolute=result.query.is_absolute)
    old, new = line.number(step.old, measure), line.number(step.new, measure)
    return line.say("sized", size=size, old=old, new=new)


def _winner(line: Line, best: Step, result: Result, *, is_rising: bool) -> Sentence:
    """`Revenue grew the most for Web: +12 (+12.6%), from 95 in 2023 to 107 in 2024`."""
    query, measure = result.query, result.query.measures[0]
    verb = "grew" if best.is_rise else "fell" if best.difference else "stayed the same"
    least = " the most" if best.is_rise is is_rising else " the least"
    none = line.say("none grew" if is_rising else "none fell") if best.is_rise is not is_rising else ""
    title = line.lower(measure) if none else line.name(measure.title)
    units, rate = amounts(line, best, measure)
    return line.told(
        "winner",
        none=none,
        title=f"{title}{kept(line, query.reading)}",
        verb=line.say(verb),
        least=line.say(least) if best.difference else "",
        name=line.name(best.name),
        units=f"{units}{f' ({rate})' if rate else ''}",
        old=line.number(best.old, measure),
        new=line.number(best.new, measure),
        before=f" {_before(line, result)}" if _before(line, result) else "",
        now=f" {line.name(query.when)}" if query.period else "",
    )


def _new(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Groups that had nothing before have no rate, and are named."""
    now, before = result.query.measures[0], result.query.derived["before"]
    old = dict(result.numbers(before))
    rows = [row for row, _ in result.numbers(now) if row not in old][:4]
    if not rows:
        return []

    line = line_of(result, results)
    names = line.listed([line.name(result.label(row)) for row in rows])
    return [line.told("none before", be=was(line, now), what=line.lower(now), names=names)]


def _moment(step: Step) -> date:
    return step.day or date.min
