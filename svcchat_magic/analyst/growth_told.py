"""Tells what grew or fell: one group against the others, or one unit of time against the one before."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.evidence import Cell, Change, Difference, Sentence
from svcchat_magic.analyst.periods import add, unit_name
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.wording import Line, kept, moment_name, was
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class _Step:
    """One group, or one unit of time, in the period before and in the period asked for."""

    name: str
    old: Cell
    new: Cell
    old_size: Decimal
    new_size: Decimal

    @property
    def rate(self) -> Decimal:
        return (self.new_size - self.old_size) / abs(self.old_size)

    @property
    def change(self) -> Change:
        return Change(self.old, self.new)


def grown(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Which group grew (or fell) the most, the others behind it, and who added the most in absolute terms."""
    measure = result.query.measures[0]
    steps, only_now = _steps(result, results, measure)
    rising = result.query.reading.growth == "up"
    ranked = sorted(steps, key=lambda step: (-step.rate if rising else step.rate, step.name))
    rows = [each.rows for each in results]
    if not ranked:
        line, what = Line(rows), lowered(measure)
        return [line.sentence(f"No growth of {line.name(what)} can be told: the period before has no rows.")]

    sentences = [_winner(Line(rows), ranked[0], measure, rising=rising), *_others(Line(rows), ranked[1:])]
    sentences += _absolute(Line(rows), steps, ranked[0], measure, rising=rising)
    if only_now:
        line = Line(rows)
        names = listed([line.name(name) for name in only_now[:3]])
        more = " and others" if len(only_now) > 3 else ""
        sentences.append(line.sentence(f"{names}{more} had nothing in the period before, so no rate."))

    return sentences


def versus(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A total in two periods, the one that was asked for first."""
    return [sentence for each in result.query.measures for sentence in _versus(result, results, each)]


def _versus(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    line, grain = Line([each.rows for each in results]), result.query.grain
    points = [(row, day) for row, _ in result.numbers(measure) if (day := result.moment(row))]
    if not points:
        return []

    old, new = (Cell(result.number, row, measure.name) for row, _ in (points[0], points[-1]))
    name = f"{line.name(measure.title)}{kept(line, result.query.reading)}"
    text = (
        f"{name} {was(measure)} {line.number(new, measure)} in {line.name(unit_name(points[-1][1], grain))}"
    )
    if len(points) == 2:
        before = line.name(unit_name(points[0][1], grain))
        text += (
            f", {line.change(Change(old, new), words=True)} than in {before} ({line.number(old, measure)})"
        )

    return [line.sentence(f"{text}.")]


def stepped(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The largest step of a trend from one unit of time to the next."""
    measure, grain = result.query.measures[0], result.query.grain
    moments = {day: (row, number) for row, number in result.numbers(measure) if (day := result.moment(row))}
    one_year = len({day.year for day in moments}) == 1
    steps = []
    for day, (row, number) in moments.items():
        row_before, number_before = moments.get(add(day, grain, -1), (0, Decimal(0)))
        if number_before:
            cells = Cell(result.number, row_before, measure.name), Cell(result.number, row, measure.name)
            steps.append(_Step(moment_name(day, grain, one_year=one_year), *cells, number_before, number))

    if not steps:
        return []

    rising = result.query.reading.growth == "up"
    best = max(steps, key=lambda step: step.rate) if rising else min(steps, key=lambda step: step.rate)
    line = Line([each.rows for each in results])
    verb = "grew" if rising else "fell"
    lead = f"{line.name(measure.title)} {verb} the most in {line.name(best.name)}: {line.change(best.change)}"
    old, new = line.number(best.old, measure), line.number(best.new, measure)
    return [line.sentence(f"{lead} against the {grain} before, from {old} to {new}.")]


def _winner(line: Line, best: _Step, measure: Field, *, rising: bool) -> Sentence:
    went_along = (best.rate > 0) == rising and best.rate != 0
    verb = ("grew" if rising else "fell") if went_along else ("fell" if rising else "grew")
    least = "the most" if went_along else "the least"
    none = "" if went_along else f"None {'grew' if rising else 'fell'}; "
    rate = line.change(best.change)
    old, new = line.number(best.old, measure), line.number(best.new, measure)
    return line.sentence(f"{none}{line.name(best.name)} {verb} {least}: {rate}, from {old} to {new}.")


def _others(line: Line, others: list[_Step]) -> list[Sentence]:
    if not others:
        return []

    told = others if len(others) <= 4 else others[:3]
    text = listed([f"{line.name(step.name)} ({line.change(step.change)})" for step in told])
    last = (
        f"; last is {line.name(others[-1].name)} ({line.change(others[-1].change)})"
        if len(others) > 4
        else ""
    )
    return [line.sentence(f"Behind it {'come' if len(told) > 1 else 'comes'} {text}{last}.")]


def _absolute(line: Line, steps: list[_Step], best: _Step, measure: Field, *, rising: bool) -> list[Sentence]:
    """Said only where the largest step in numbers is not the largest in percent."""
    sign = 1 if rising else -1
    largest = max(steps, key=lambda step: (sign * (step.new_size - step.old_size), step.name))
    moved = sign * (largest.new_size - largest.old_size)
    if largest.name == best.name or moved <= 0 or measure.agg_type not in ("sum", "count", "count_distinct"):
        return []

    size = line.difference(Difference(largest.old, largest.new), measure)
    verb = "added" if rising else "lost"
    return [line.sentence(f"In absolute terms {line.name(largest.name)} {verb} the most: {size}.")]


def _steps(result: Result, results: Sequence[Result], measure: Field) -> tuple[list[_Step], list[str]]:
    """Each group with both numbers, and the groups that have none in the period before."""
    now, before = _sides(result, results, measure)
    steps, only_now = [], []
    for name, (new, new_size) in now.items():
        old, old_size = before.get(name, (None, Decimal(0)))
        if old is None or not old_size:
            only_now.append(name)
        else:
            steps.append(_Step(name, old, new, old_size, new_size))

    gone = [name for name in before if name not in now and before[name][1]]
    return steps, [name for name in only_now if name not in gone]


_Side = dict[str, tuple[Cell, Decimal]]


def _sides(result: Result, results: Sequence[Result], measure: Field) -> tuple[_Side, _Side]:
    """(now, before): from one result that holds both periods, or from two."""
    if not result.query.grain:
        other = next(
            each
            for each in results
            if each.number > result.number and each.query.reading == result.query.reading
        )
        return _side(result, measure, None), _side(other, measure, None)

    start = result.query.period.start if result.query.period else None
    firsts = [row for row, _ in result.numbers(measure) if result.moment(row) == start]
    laters = [row for row, _ in result.numbers(measure) if result.moment(row) != start]
    return _side(result, measure, laters), _side(result, measure, firsts)


def _side(result: Result, measure: Field, rows: list[int] | None) -> _Side:
    return {
        result.label(row): (Cell(result.number, row, measure.name), number)
        for row, number in result.numbers(measure)
        if rows is None or row in rows
    }
