"""Tells trends: the total with its peak and its low, and lines of several values side by side."""

from collections.abc import Sequence
from decimal import Decimal

from svcchat_magic.analyst.evidence import Cell, Change, Number, Sentence, Share, Sum
from svcchat_magic.analyst.results import Result, text_of
from svcchat_magic.analyst.wording import Line, dated, is_plural, kept, moment_name, subject, superlative, was
from svcchat_magic.semantic.model.model import Field

_Point = tuple[int, Decimal]  # a row and its number


def course(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """One line over time for each measure."""
    sentences = []
    for measure in result.query.measures:
        sentences += _measured(result, results, measure)

    return sentences


def _measured(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    line = Line([each.rows for each in results])
    points = _complete(result, measure)
    summed = _summed(result, results, measure)
    if not points:
        return summed

    high, low = (
        _point(line, result, measure, _highest(points)),
        _point(line, result, measure, _lowest(points)),
    )
    way = result.query.reading.order
    if way in ("desc", "asc"):
        when, number = high if way == "desc" else low
        name = when.partition(" ")[2] or when
        lead = f"{line.name(name[:1].upper() + name[1:])} had {superlative(line, measure, way)}: {number}."
        return [line.sentence(lead), *summed]

    if len(points) < 2:
        return summed

    if summed and not (len(points) == len(result.rows.rows) == 2):
        verb = "They" if is_plural(measure) else "It"
        text = f"{verb} peaked {high[0]} ({high[1]}) and {was(measure)} lowest {low[0]} ({low[1]})."
        return [*summed, line.sentence(text)]

    if len(points) == 2:
        title = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
        return [line.sentence(f"{title} {_from_to(line, result, measure, points)}."), *summed]

    title = subject(line, result, measure, result.query.period)
    return [
        line.sentence(
            f"{title} peaked {high[0]} at {high[1]} and {was(measure)} lowest {low[0]} at {low[1]}."
        )
    ]


def _from_to(line: Line, result: Result, measure: Field, points: list[_Point]) -> str:
    """`went from 4,684 in 2022 to 6,243 in 2023 (+33.3%)`."""
    (first, old), (last, new) = (_point(line, result, measure, point) for point in points)
    cells = [Cell(result.number, row, measure.name) for row, _ in points]
    return f"went from {old} {first} to {new} {last} ({line.change(Change(cells[0], cells[1]))})"


def _complete(result: Result, measure: Field) -> list[_Point]:
    """The points of units that are over and lie wholly in the period; all of them when none does."""
    cut = result.cut_moments(result.today)
    numbers = result.numbers(measure)
    return [point for point in numbers if result.moment(point[0]) not in cut] or numbers


def _point(line: Line, result: Result, measure: Field, point: _Point) -> tuple[str, str]:
    """(`in November`, the number) of a row."""
    days = [result.moment(row) for row in range(len(result.rows.rows))]
    one_year = len({day.year for day in days if day}) == 1
    day = result.moment(point[0])
    preposition = "on" if result.query.grain == "day" else "in"
    name = moment_name(day, result.query.grain, one_year=one_year) if day else ""
    return f"{preposition} {line.name(name)}", line.number(
        Cell(result.number, point[0], measure.name), measure
    )


def _summed(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    """The total of a trend whose rows may be summed, beside the period before where that was queried."""
    if measure.name not in result.additive or not result.is_whole:
        return []

    line = Line([each.rows for each in results])
    now = Sum(result.number, measure.name)
    text = f"{subject(line, result, measure, result.query.period)} {was(measure)} {line.number(now, measure)}"
    old, label = _queried_before(result, results, measure)
    if old and label:
        text += f", {line.change(Change(old, now), words=True)} than {line.name(label)}"

    return [line.sentence(f"{text}{'' if result.query.period else ' in all'}.")]


def _queried_before(result: Result, results: Sequence[Result], measure: Field) -> tuple[Number | None, str]:
    """The total of the period before, when a growth query of the same question holds it."""
    period = result.query.period
    before = period.before() if period else None
    for other in results:
        fits = other.query.shape == "growth" and other.query.grain and measure in other.query.measures
        same = (
            other.query.reading.period == period
            and other.query.reading.filters == result.query.reading.filters
        )
        if not (before and fits and same and other.is_whole and measure.name in other.additive):
            continue

        column = other.query.time_column
        cells = [
            other.cell(row, column) for row, _ in other.numbers(measure) if other.moment(row) == before.start
        ]
        if cells:
            return Sum(other.number, measure.name, ((column, cells[0]),)), before.phrase

    return None, ""


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

    row, _ = _highest(result.numbers(measure))
    line, day = Line([each.rows for each in results]), result.moment(row)
    when = line.name(moment_name(day, result.query.grain, one_year=False)) if day else ""
    number = line.number(Cell(result.number, row, measure.name), measure)
    sentences.append(
        line.sentence(f"The highest point is {line.name(result.label(row))} in {when}: {number}.")
    )
    return sentences


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
    name = line.name(text_of(best.where[0][1]))
    lead = f"{name} had {superlative(line, measure, 'desc')}{kept(line, result.query.reading)}{when}"
    text = f"{lead}: {line.number(best, measure)}"
    return [
        line.sentence(f"{text}, {line.share(Share(best, Sum(result.number, measure.name)))} of the total.")
    ]


def _highest(numbers: list[_Point]) -> _Point:
    return max(numbers, key=lambda pair: (pair[1], -pair[0]))


def _lowest(numbers: list[_Point]) -> _Point:
    return min(numbers, key=lambda pair: (pair[1], pair[0]))
