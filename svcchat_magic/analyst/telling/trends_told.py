"""Tells trends: the total with its peak and its low, and lines of several values side by side."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.telling.evidence import Cell, Sentence, Share, Sum
from svcchat_magic.analyst.telling.reading import lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    at_moment,
    capital,
    dated,
    is_plural,
    kept,
    moment_name,
    subject,
    superlative,
    was,
)
from svcchat_magic.semantic.model.model import Field

_Point = tuple[int, Decimal]  # a row and its number


def course(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """One line over time for each measure."""
    sentences = []
    for measure in result.query.measures:
        sentences += _measured(result, results, measure)

    return sentences


def _measured(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    points = sorted(_complete(result, measure), key=lambda each: _moment(result, each))
    summed = _summed(result, results, measure)
    line = Line([each.rows for each in results])
    verb = "They" if is_plural(measure) else "It"
    if len(points) < 2:
        return summed or [_single(line, result, measure, each) for each in points]

    if len(points) == 2 and (not summed or len(result.rows.rows) == 2):
        title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
        return [line.sentence(f"{title} {_from_to(line, result, measure, points)}."), *summed]

    high, low = (_point(line, result, measure, each) for each in (_highest(points), _lowest(points)))
    if summed:
        text = f"{verb} peaked {high[0]} ({high[1]}) and {was(measure)} lowest {low[0]} ({low[1]})."
        return [*summed, line.sentence(text)]

    title = subject(line, result, measure, result.query.period)
    first = line.sentence(
        f"{title} peaked {high[0]} at {high[1]} and {was(measure)} lowest {low[0]} at {low[1]}."
    )
    second = Line([each.rows for each in results])
    way = _from_to(second, result, measure, [points[0], points[-1]])
    return [first, second.sentence(f"{verb} {way}.")]


def _single(line: Line, result: Result, measure: Field, point: _Point) -> Sentence:
    """The only unit of time that there is."""
    when, number = _point(line, result, measure, point)
    return line.sentence(
        f"{line.name(measure.title)}{kept(line, result.query.reading)} {when} {was(measure)} {number}."
    )


def _from_to(line: Line, result: Result, measure: Field, points: list[_Point]) -> str:
    """`went from 4,684 in 2022 to 6,243 in 2023 (+33.3%)`."""
    (first, old), (last, new) = (_point(line, result, measure, point) for point in points)
    cells = [Cell(result.number, row, measure.name) for row, _ in points]
    return f"went from {old} {first} to {new} {last} ({line.step(cells[0], cells[1], measure)})"


def _complete(result: Result, measure: Field) -> list[_Point]:
    """The points of units that are over and lie wholly in the period; all of them when none does."""
    cut = result.cut_moments(result.today)
    numbers = result.numbers(measure)
    return [point for point in numbers if result.moment(point[0]) not in cut] or numbers


def _point(line: Line, result: Result, measure: Field, point: _Point) -> tuple[str, str]:
    """(`in November`, the number) of a row."""
    number = line.number(Cell(result.number, point[0], measure.name), measure)
    return _place(line, result, point), number


def _place(line: Line, result: Result, point: _Point) -> str:
    """`in November`; with its year where the rows are of several."""
    days = [result.moment(row) for row in range(len(result.rows.rows))]
    one_year = len({day.year for day in days if day}) == 1
    day, grain = result.moment(point[0]), result.query.grain
    name = moment_name(day, grain, one_year=one_year) if day else ""
    return f"{'on' if grain == 'day' else 'in'} {line.name(name)}"


def _summed(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    """The total of a trend whose rows may be summed."""
    if measure.name not in result.additive or not result.is_whole:
        return []

    line = Line([each.rows for each in results])
    now = Sum(result.number, measure.name)
    text = f"{subject(line, result, measure, result.query.period)} {was(measure)} {line.number(now, measure)}"
    return [line.sentence(f"{text}{'' if result.query.period else ' in all'}.")]


def series(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A trend for each value: who has the most in all, and the single highest point."""
    measure, dimension = result.query.measures[0], result.query.dimensions[0]
    sentences = []
    if measure.name in result.additive and result.is_whole and len(result.query.dimensions) == 1:
        cells = {result.cell(row, dimension.name) for row, _ in result.numbers(measure)}
        sums = [
            Sum(result.number, measure.name, ((dimension.name, cell),)) for cell in sorted(cells, key=str)
        ]
        sentences += _leaders(result, results, measure, sums)

    row, _ = _highest(_complete(result, measure))
    line, day = Line([each.rows for each in results]), result.moment(row)
    when = at_moment(line, day, result.query.grain) if day else ""
    number = line.number(Cell(result.number, row, measure.name), measure)
    name = line.name(result.label(row))
    if sentences:
        sentences.append(
            line.sentence(f"The highest single {result.query.grain} is {name} {when} ({number}).")
        )
    else:
        best = f"{superlative(line, measure, 'desc')}{kept(line, result.query.reading)}"
        sentences.append(line.sentence(f"{name} had {best}: {number} {when}."))

    return sentences


def running(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Where the running total stands in the end, and the unit that added the most."""
    measure, member = result.query.measures[0], result.query.derived["running"]
    ends = sorted(result.numbers(member), key=lambda each: (_moment(result, each), each[1]))
    if not ends:
        return []

    line, (row, _) = Line([each.rows for each in results]), ends[-1]
    day = result.moment(row)
    place = f"by {line.name(moment_name(day, result.query.grain, one_year=False))}" if day else "in all"
    name = f" for {line.name(result.label(row))}" if result.query.dimensions else ""
    title = f"{line.name(measure.title)}{kept(line, result.query.reading)}{name}"
    number = line.number(Cell(result.number, row, member.name), member)
    first = line.sentence(f"{title} had added up to {number} {place}.")
    return [first, *_most_added(result, results, measure)]


def _most_added(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    points = result.numbers(measure)
    if result.query.dimensions or len(points) < 2:
        return []

    line, (row, _) = Line([each.rows for each in results]), _highest(points)
    day = result.moment(row)
    name = line.name(capital(moment_name(day, result.query.grain, one_year=False))) if day else ""
    return [
        line.sentence(
            f"{name} added the most: {line.number(Cell(result.number, row, measure.name), measure)}."
        )
    ]


def moving(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The latest moving average, its peak and low; the first units average over fewer and do not count."""
    member = result.query.derived["moving"]
    ordered = sorted(_complete(result, member), key=lambda each: _moment(result, each))
    full = ordered if result.query.dimensions else ordered[result.query.span - 1 :] or ordered
    if not full:
        return []

    line = Line([each.rows for each in results])
    last, number = _point(line, result, member, full[-1])
    name = f" for {line.name(result.label(full[-1][0]))}" if result.query.dimensions else ""
    text = f"The {line.name(lowered(member))}{kept(line, result.query.reading)}{name} was {number} {last}."
    if len(full) < 3 or result.query.dimensions:
        return [line.sentence(text)]

    second = Line([each.rows for each in results])
    high, low = (_point(second, result, member, each) for each in (_highest(full), _lowest(full)))
    peak = f"It peaked {high[0]} ({high[1]}) and was lowest {low[0]} ({low[1]})."
    return [line.sentence(text), second.sentence(peak)]


def _moment(result: Result, point: _Point) -> date:
    return result.moment(point[0]) or date.min


def _leaders(result: Result, results: Sequence[Result], measure: Field, sums: list[Sum]) -> list[Sentence]:
    rows = [each.rows for each in results]
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
    line, best = Line(rows), ranked[0]
    when = dated(line, result.query.reading, result.query.period)
    name = line.name(result.text(best.where[0][1], result.query.dimensions[0]))
    lead = f"{name} had {superlative(line, measure, 'desc')}{kept(line, result.query.reading)}{when}"
    text = f"{lead}: {line.number(best, measure)}"
    return [
        line.sentence(f"{text}, {line.share(Share(best, Sum(result.number, measure.name)))} of the total.")
    ]


def _highest(numbers: list[_Point]) -> _Point:
    return max(numbers, key=lambda pair: (pair[1], -pair[0]))


def _lowest(numbers: list[_Point]) -> _Point:
    return min(numbers, key=lambda pair: (pair[1], pair[0]))
