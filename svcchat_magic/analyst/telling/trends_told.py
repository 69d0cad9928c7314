"""Tells trends: the total with its peak and its low, and lines of several values side by side."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.telling.evidence import Cell, Sentence, Share, Sum
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    at_moment,
    capital,
    dated,
    in_moment,
    is_plural,
    kept,
    line_of,
    subject,
    superlative,
    was,
)
from svcchat_magic.semantic.model.model import Field

_Point = tuple[int, Decimal]  # a row and its number
_PAIR = 2


def course(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """One line over time for each measure."""
    sentences = []
    for measure in result.query.measures:
        sentences += _measured(result, results, measure)

    return sentences


def _measured(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    points = sorted(_told(result, measure), key=lambda each: _moment(result, each))
    summed = _summed(result, results, measure)
    line = line_of(result, results)
    if len(points) < 2:
        return summed or [_single(line, result, measure, each) for each in points]

    if len(points) == 2 and (not summed or len(result.rows.rows) == 2):
        title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
        return [line.told("did", title=title, does=_from_to(line, result, measure, points)), *summed]

    if summed:
        return [
            *summed,
            line.told("peaked with", It=_it(line, measure), **_ends(line, result, measure, points)),
        ]

    title = subject(line, result, measure, result.query.period)
    first = line.told("peaked at", title=title, **_ends(line, result, measure, points))
    second = line_of(result, results)
    way = _from_to(second, result, measure, [points[0], points[-1]])
    return [first, second.told("did then", It=_it(second, measure), does=way)]


def _it(line: Line, measure: Field) -> str:
    return line.say("They" if is_plural(measure) else "It")


def _ends(line: Line, result: Result, measure: Field, points: list[_Point]) -> dict[str, str]:
    """The highest and the lowest point, as the parts of a sentence."""
    ends = (_peak(result, measure, points), _lowest(points))
    high, low = (_point(line, result, measure, each) for each in ends)
    be = was(line, measure)
    return {"high_when": high[0], "high": high[1], "low_when": low[0], "low": low[1], "be": be}


def _single(line: Line, result: Result, measure: Field, point: _Point) -> Sentence:
    """The only unit of time that there is."""
    when, number = _point(line, result, measure, point)
    title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
    return line.told("single point", title=title, when=when, be=was(line, measure), number=number)


def _from_to(line: Line, result: Result, measure: Field, points: list[_Point]) -> str:
    """`went from 4,684 in 2022 to 6,243 in 2023 (+33.3%)`."""
    (first, old), (last, new) = (_point(line, result, measure, point) for point in points)
    cells = [Cell(result.number, row, measure.name) for row, _ in points]
    step = line.step(cells[0], cells[1], measure)
    return line.say("from to", old=old, first=first, new=new, last=last, step=step)


def _complete(result: Result, measure: Field) -> list[_Point]:
    """The points of units that are over and lie wholly in the period; all of them when none does.

    Rows without a time are no point of a trend.
    """
    cut = result.cut_moments(result.today)
    every = result.numbers(measure)
    numbers = [point for point in every if result.moment(point[0]) is not None] or every
    return [point for point in numbers if result.moment(point[0]) not in cut] or numbers


def _told(result: Result, measure: Field) -> list[_Point]:
    """The complete points; of two alone both, the one that is not over too: they are what is compared."""
    every = [point for point in result.numbers(measure) if result.moment(point[0]) is not None]
    return every if len(every) == len(result.rows.rows) == _PAIR else _complete(result, measure)


def _peak(result: Result, measure: Field, points: list[_Point]) -> _Point:
    """The highest point; a unit that is not over counts where its number can only grow."""
    may_grow = measure.name in result.additive
    return _highest(
        [pair for pair in result.numbers(measure) if result.moment(pair[0])] if may_grow else points
    )


def _point(line: Line, result: Result, measure: Field, point: _Point) -> tuple[str, str]:
    """(`in November`, the number) of a row."""
    number = line.number(Cell(result.number, point[0], measure.name), measure)
    return _place(line, result, point), number


def _place(line: Line, result: Result, point: _Point) -> str:
    """`in November`; with its year where the rows are of several."""
    days = [result.moment(row) for row in range(len(result.rows.rows))]
    one_year = len({day.year for day in days if day}) == 1
    day, grain = result.moment(point[0]), result.query.grain
    return in_moment(line, day, grain, one_year=one_year) if day else ""


def _summed(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    """The total of a trend whose rows may be summed."""
    if measure.name not in result.additive or not result.is_whole or _are_compared(result.query.period):
        return []

    line = line_of(result, results)
    number = line.number(Sum(result.number, measure.name), measure)
    title = subject(line, result, measure, result.query.period)
    in_all = "" if result.query.period else line.say("in all")
    return [line.told("summed", title=title, be=was(line, measure), number=number, in_all=in_all)]


def _are_compared(period: Period | None) -> bool:
    """Whether periods of several years lie apart: Q4 2024 and Q4 2025 are nothing together."""
    if period is None or period.hole is None or period.start is None or period.end is None:
        return False

    return period.start.year < (period.end - timedelta(days=1)).year


def series(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A trend for each value: who has the most in all, and the single highest point."""
    measure, dimension = result.query.measures[0], result.query.dimensions[0]
    if not (complete := _complete(result, measure)):
        return []

    sentences = []
    if measure.name in result.additive and result.is_whole and len(result.query.dimensions) == 1:
        cells = {result.cell(row, dimension.name) for row, _ in result.numbers(measure)}
        sums = [
            Sum(result.number, measure.name, ((dimension.name, cell),)) for cell in sorted(cells, key=str)
        ]
        sentences += _leaders(result, results, measure, sums)

    row, _ = _peak(result, measure, complete)
    line, day = line_of(result, results), result.moment(row)
    when = at_moment(line, day, result.query.grain) if day else ""
    number = line.number(Cell(result.number, row, measure.name), measure)
    name = line.name(result.label(row))
    if sentences:
        unit = line.words.unit(result.query.grain)
        sentences.append(line.told("highest single", unit=unit, name=name, when=when, number=number))
    else:
        best = f"{superlative(line, measure, 'desc')}{kept(line, result.query.reading)}"
        sentences.append(line.told("had at", name=name, best=best, number=number, when=when))

    return sentences


def running(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Where the running total stands in the end, and the unit that added the most."""
    measure, member = result.query.measures[0], result.query.derived["running"]
    ends = sorted(result.numbers(member), key=lambda each: (_moment(result, each), each[1]))
    if not ends:
        return []

    line, (row, _) = line_of(result, results), ends[-1]
    name = line.say("of name", name=line.name(result.label(row))) if result.query.dimensions else ""
    title = f"{line.name(measure.title)}{kept(line, result.query.reading)}{name}"
    number = line.number(Cell(result.number, row, member.name), member)
    day = result.moment(row)
    when = line.name(line.words.dates.unit(day, result.query.grain)) if day else ""
    first = line.told("added up by" if day else "added up", title=title, number=number, when=when)
    return [first, *_most_added(result, results, measure)]


def _most_added(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    points = [each for each in result.numbers(measure) if result.moment(each[0]) is not None]
    if result.query.dimensions or len(points) < 2:
        return []

    line, (row, _) = line_of(result, results), _highest(points)
    day = result.moment(row)
    name = line.name(capital(line.words.dates.unit(day, result.query.grain))) if day else ""
    number = line.number(Cell(result.number, row, measure.name), measure)
    return [line.told("added most", name=name, number=number)]


def moving(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The latest moving average, its peak and low; the first units average over fewer and do not count."""
    member = result.query.derived["moving"]
    ordered = sorted(_complete(result, member), key=lambda each: _moment(result, each))
    short = 0 if result.query.dimensions or _is_led_in(result, ordered) else result.query.span - 1
    full = ordered[short:] or ordered
    if not full:
        return []

    line = line_of(result, results)
    last, number = _point(line, result, member, full[-1])
    name = line.say("of name", name=line.name(result.label(full[-1][0]))) if result.query.dimensions else ""
    title = f"{line.lower(member)}{kept(line, result.query.reading)}{name}"
    first = line.told("moving was", title=title, number=number, when=last)
    if len(full) < 3 or result.query.dimensions:
        return [first]

    second = line_of(result, results)
    ends = {**_ends(second, result, member, full), "be": second.say("was")}
    return [first, second.told("peaked with", It=second.say("It"), **ends)]


def _is_led_in(result: Result, points: list[_Point]) -> bool:
    """Whether the first average is of units before it too: then it is not the unit's own number."""
    own = dict(result.numbers(result.query.measures[0]))
    return bool(points) and points[0][0] in own and own[points[0][0]] != points[0][1]


def _moment(result: Result, point: _Point) -> date:
    return result.moment(point[0]) or date.min


def _leaders(result: Result, results: Sequence[Result], measure: Field, sums: list[Sum]) -> list[Sentence]:
    numbers = dict(result.numbers(measure))
    totals = {
        each: sum(
            number
            for row, number in numbers.items()
            if result.cell(row, each.where[0][0]) == each.where[0][1]
        )
        for each in sums
    }
    ranked = sorted(sums, key=lambda each: (-totals[each], str(each.where[0][1])))
    line, best = line_of(result, results), ranked[0]
    total = Sum(result.number, measure.name)
    return [
        line.told(
            "leads with",
            name=line.name(result.text(best.where[0][1], result.query.dimensions[0])),
            best=superlative(line, measure, "desc"),
            kept=kept(line, result.query.reading),
            when=dated(line, result.query.reading, result.query.period),
            number=line.number(best, measure),
            share=line.share(Share(best, total)),
        )
    ]


def _highest(numbers: list[_Point]) -> _Point:
    return max(numbers, key=lambda pair: (pair[1], -pair[0]))


def _lowest(numbers: list[_Point]) -> _Point:
    return min(numbers, key=lambda pair: (pair[1], pair[0]))
