"""Tells trends: the total with its peak and its low, and lines of several values side by side."""

from collections.abc import Sequence
from decimal import Decimal

from svcchat_magic.analyst.evidence import Cell, Change, Extreme, Number, Sentence, Share, Sum
from svcchat_magic.analyst.results import Result, text_of
from svcchat_magic.analyst.wording import Line, is_plural, kept, moment_name, subject, superlative, was
from svcchat_magic.semantic.model import Field


def course(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """One line over time for each measure."""
    sentences = []
    for measure in result.query.measures:
        sentences += _measured(result, results, measure)

    return sentences


def _measured(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    line = Line([each.rows for each in results])
    peaks = _peak_and_low(result, line, measure)
    if result.query.reading.order in ("desc", "asc") and peaks:
        which = peaks[0] if result.query.reading.order == "desc" else peaks[1]
        best = superlative(line, measure, result.query.reading.order)
        led = [line.sentence(f"{which[0].capitalize()} had {best}: {which[1]}.")]
        return [*led, *_summed(result, results, measure)]

    summed = _summed(result, results, measure)
    if not peaks or len(result.numbers(measure)) < 2:
        return summed

    (peak, high), (low, least) = peaks
    verb = "They" if is_plural(measure) else "It"
    if not summed:
        title = subject(line, result, measure, result.query.period)
        return [
            line.sentence(
                f"{title} peaked in {peak} at {high} and {was(measure)} lowest in {low} at {least}."
            )
        ]

    return [
        *summed,
        line.sentence(f"{verb} peaked in {peak} ({high}) and {was(measure)} lowest in {low} ({least})."),
    ]


def _peak_and_low(result: Result, line: Line, measure: Field) -> list[tuple[str, str]]:
    """(unit of time, number) of the highest and the lowest row."""
    numbers = result.numbers(measure)
    if not numbers:
        return []

    moments = [result.moment(row) for row, _ in numbers]
    one_year = len({day.year for day in moments if day}) == 1
    found = []
    for way, (row, _) in (("max", _highest(numbers)), ("min", _lowest(numbers))):
        day = result.moment(row)
        label = moment_name(day, result.query.grain, one_year=one_year) if day else ""
        found.append((line.name(label), line.number(Extreme(result.number, measure.name, way), measure)))

    return found


def _summed(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    """The total of a trend, only where its rows may be summed, beside the period before where that was queried."""
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
    when = f" {line.name(result.query.period.phrase)}" if result.query.period else ""
    name = line.name(text_of(best.where[0][1]))
    text = f"{name} has {superlative(line, measure, 'desc')}{kept(line, result.query.reading)}{when}: {line.number(best, measure)}"
    return [
        line.sentence(f"{text}, {line.share(Share(best, Sum(result.number, measure.name)))} of the total.")
    ]


def _highest(numbers: list[tuple[int, Decimal]]) -> tuple[int, Decimal]:
    return max(numbers, key=lambda pair: (pair[1], -pair[0]))


def _lowest(numbers: list[tuple[int, Decimal]]) -> tuple[int, Decimal]:
    return min(numbers, key=lambda pair: (pair[1], pair[0]))
