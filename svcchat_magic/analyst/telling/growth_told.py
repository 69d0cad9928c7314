"""Tells what grew or fell: two periods beside each other, or units of time one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.telling.evidence import Cell, Sentence
from svcchat_magic.analyst.telling.reading import listed, lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, capital, is_plural, kept, moment_name, was
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class _Step:
    """A quantity before and now: of one group, or of one unit of time."""

    name: str
    old: Cell
    new: Cell
    difference: Decimal
    day: date | None = None

    @property
    def is_rise(self) -> bool:
        return self.difference > 0


def changed(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A quantity in two periods beside each other: in all, or group by group."""
    now, rows = result.query.measures[0], [each.rows for each in results]
    steps = _steps(result)
    if not steps:
        line = Line(rows)
        return [line.sentence(f"There is no {line.name(lowered(now))} in both periods, so no change.")]

    if not result.query.dimensions:
        return [_in_all(Line(rows), steps[0], result)]

    is_rising = result.query.sought is not False
    ranked = sorted(steps, key=lambda step: (-step.difference if is_rising else step.difference, step.name))
    return [
        _winner(Line(rows), ranked[0], result, is_rising=is_rising),
        *_others(Line(rows), ranked[1:], now),
        *_new(result, results),
    ]


def changes(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Each unit of time beside an earlier one: what changed last, and the largest rise and drop."""
    rows, steps = [each.rows for each in results], _steps(result)
    if not steps:
        line = Line(rows)
        title = line.name(lowered(result.query.measures[0]))
        return [line.sentence(f"There is no earlier {title} to compare with.")]

    over = result.cut_moments(result.today)
    whole = [step for step in steps if step.day not in over] or steps
    latest = max(whole, key=_moment)
    is_single = not result.query.dimensions or len(result.distinct(result.query.dimensions[0])) == 1
    last = [_last(Line(rows), latest, result)] if is_single else []
    if result.query.sought is not None and (len(whole) > 1 or result.query.limit is not None):
        return [_sought(Line(rows), whole, result), *(last if len(whole) > 1 else [])]

    return (
        last
        if len(whole) == 1 and last
        else [*last, *_extremes(Line(rows), whole, result, latest if last else None)]
    )


def _steps(result: Result) -> list[_Step]:
    """The rows that have a number now and before."""
    now, before = result.query.measures[0], result.query.derived["before"]
    old = dict(result.numbers(before))
    return [
        _Step(
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
    day = result.moment(row)
    when = moment_name(day, result.query.grain, one_year=_one_year(result)) if day else ""
    return " in ".join(filter(None, (result.label(row), when)))


def _one_year(result: Result) -> bool:
    return len({day.year for row in range(len(result.rows.rows)) if (day := result.moment(row))}) == 1


def _in_all(line: Line, step: _Step, result: Result) -> Sentence:
    """`Revenue in 2024 was 5.42 million, 13.4% more than in 2023 (4.78 million)`."""
    query = result.query
    when = f" {line.name(query.period.phrase)}" if query.period else ""
    than = f"than {line.name(query.before.phrase)}" if query.before else "than before"
    return line.sentence(f"{_risen(line, step, result, when, than)}.")


def _risen(line: Line, step: _Step, result: Result, when: str, than: str) -> str:
    now = result.query.measures[0]
    title = f"{line.name(now.title)}{kept(line, result.query.reading)}"
    new, old = line.number(step.new, now), line.number(step.old, now)
    more = line.risen(step.old, step.new, now)
    how = f"the same as {than.removeprefix('than ')}" if more == "the same" else f"{more} {than} ({old})"
    return f"{title}{when} {was(now)} {new}, {how}"


def _last(line: Line, step: _Step, result: Result) -> Sentence:
    """The latest unit of time against the one it is compared with."""
    grain, day = result.query.grain, step.day
    name = moment_name(day, grain, one_year=False) if day else step.name
    place = "on" if grain == "day" else "in"
    if result.query.against == "year" and grain != "year":
        than = "than a year before"
    else:
        earlier = _earlier(result, step)
        than = f"than {place} {line.name(_short(earlier, day, grain))}" if earlier else "than before"

    return line.sentence(f"{_risen(line, step, result, f' {place} {line.name(name)}', than)}.")


def _short(earlier: date, day: date | None, grain: str) -> str:
    """A month without its year where that is the one told just before."""
    return moment_name(earlier, grain, one_year=day is not None and day.year == earlier.year)


def _earlier(result: Result, step: _Step) -> date | None:
    """The unit of time in the row before."""
    days = sorted({day for row in range(len(result.rows.rows)) if (day := result.moment(row))})
    before = [day for day in days if step.day and day < step.day]
    return before[-1] if before else add(step.day, result.query.grain, -1) if step.day else None


def _sought(line: Line, steps: list[_Step], result: Result) -> Sentence:
    """The largest rise, or drop, where that was asked for."""
    measure, is_rising, size = result.query.measures[0], result.query.sought is not False, _size(result)
    best = max(steps, key=size) if is_rising else min(steps, key=size)
    title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
    if best.is_rise is not is_rising or not best.difference:
        verb = "rose" if is_rising else "fell"
        return line.sentence(f"{title} never {verb} from one {result.query.grain} to the next.")

    verb = "grew" if is_rising else "fell"
    place = _place(line, best, result)
    return line.sentence(f"{title} {verb} the most {place}: {_sized(line, best, result)}.")


def _extremes(line: Line, steps: list[_Step], result: Result, latest: _Step | None) -> list[Sentence]:
    """The largest rise and the largest drop, beside the step that was told already."""
    size = _size(result)
    rise, drop = max(steps, key=size), min(steps, key=size)
    found = [("rise", rise)] * (rise.difference > 0) + [("drop", drop)] * (drop.difference < 0)
    told = [f"this was the largest {kind}" for kind, step in found if step == latest]
    told += [
        f"the largest {kind} was {_place(line, step, result)} ({_sized(line, step, result)})"
        for kind, step in found
        if step != latest
    ]
    return [line.sentence(f"{capital('; '.join(told))}.")] if told else []


def _place(line: Line, step: _Step, result: Result) -> str:
    """`in November`, `for Furniture in November`."""
    if result.query.dimensions:
        return f"for {line.name(step.name)}"

    return f"{'on' if result.query.grain == 'day' else 'in'} {line.name(step.name)}"


def _size(result: Result) -> Callable[[_Step], Decimal]:
    """How large a change is: in percent, or in units for rates and where units were asked for."""
    now, old = (
        dict(result.numbers(result.query.measures[0])),
        dict(result.numbers(result.query.derived["before"])),
    )
    in_units = result.query.is_absolute or result.query.measures[0].format == "percent"
    if in_units or any(old.get(row, Decimal(1)) <= 0 for row in now):
        return lambda step: step.difference

    return lambda step: step.difference / old[step.old.row]


def _sized(line: Line, step: _Step, result: Result) -> str:
    """`+23.1%, from 466,537 to 574,114`."""
    measure = result.query.measures[0]
    size = line.step(step.old, step.new, measure, absolute=result.query.is_absolute)
    return f"{size}, from {line.number(step.old, measure)} to {line.number(step.new, measure)}"


def _winner(line: Line, best: _Step, result: Result, *, is_rising: bool) -> Sentence:
    """`Revenue grew the most for Web: +12 (+12.6%), from 95 in 2023 to 107 in 2024`."""
    query, measure = result.query, result.query.measures[0]
    verb = "grew" if best.is_rise else "fell" if best.difference else "stayed the same"
    least = (
        " the most"
        if best.is_rise is is_rising and best.difference
        else " the least"
        if best.difference
        else ""
    )
    none = f"None {'grew' if is_rising else 'fell'}; " if best.is_rise is not is_rising else ""
    title = line.name(lowered(measure) if none else measure.title)
    lead = f"{none}{title}{kept(line, query.reading)} {verb}{least} for {line.name(best.name)}"
    old, new = line.number(best.old, measure), line.number(best.new, measure)
    before = f" {line.name(query.before.phrase)}" if query.before else ""
    now = f" {line.name(query.period.phrase)}" if query.period else ""
    units, rate = _amount(line, best, measure)
    return line.sentence(f"{lead}: {units}{f' ({rate})' if rate else ''}, from {old}{before} to {new}{now}.")


def _amount(line: Line, step: _Step, measure: Field) -> tuple[str, str]:
    """(`+171,993`, `+12.6%`); points alone for a rate."""
    units = line.step(step.old, step.new, measure, absolute=True)
    rate = line.step(step.old, step.new, measure)
    return units, "" if units == rate else rate


def _bracketed(line: Line, step: _Step, measure: Field) -> str:
    return f"{line.name(step.name)} ({', '.join(filter(None, _amount(line, step, measure)))})"


def _others(line: Line, others: list[_Step], measure: Field) -> list[Sentence]:
    if not others:
        return []

    told = others if len(others) <= 4 else others[:2]
    text = listed([_bracketed(line, step, measure) for step in told])
    last = f"; last is {_bracketed(line, others[-1], measure)}" if len(others) > 4 else ""
    return [line.sentence(f"Next {'come' if len(told) > 1 else 'comes'} {text}{last}.")]


def _new(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Groups that had nothing before have no rate, and are named."""
    now, before = result.query.measures[0], result.query.derived["before"]
    old = dict(result.numbers(before))
    rows = [row for row, _ in result.numbers(now) if row not in old][:4]
    if not rows:
        return []

    line = Line([each.rows for each in results])
    names = listed([line.name(result.label(row)) for row in rows])
    verb = "were" if is_plural(now) else "was"
    return [line.sentence(f"There {verb} no {line.name(lowered(now))} before for {names}.")]


def _moment(step: _Step) -> date:
    return step.day or date.min
