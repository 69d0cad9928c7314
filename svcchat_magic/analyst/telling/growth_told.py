"""Tells what grew or fell: one group against the others, or one unit of time against the one before."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.telling.evidence import Cell, Change, Sentence
from svcchat_magic.analyst.telling.reading import listed, lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, kept, moment_name, was
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


def changed(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """A quantity in two periods beside each other: in all, or group by group."""
    now, before = _columns(result)
    steps = [
        _Step(result.label(row), Cell(result.number, row, before.name), Cell(result.number, row, now.name), old, new)
        for row, (old, new) in _pairs(result, now, before).items()
    ]
    rows = [each.rows for each in results]
    line = Line(rows)
    if not steps:
        return [line.sentence(f"There is no {line.name(lowered(now))} in both periods, so no change.")]

    if not result.query.dimensions:
        return [_in_all(line, steps[0], result, now)]

    rising = result.query.reading.growth == "up"
    ranked = sorted(steps, key=lambda step: (step.old_size - step.new_size if rising else step.new_size - step.old_size, step.name))
    return [_winner(line, ranked[0], now, rising=rising), *_others(Line(rows), ranked[1:])]


def _columns(result: Result) -> tuple[Field, Field]:
    now, before, *_ = result.query.measures
    return now, before


def _pairs(result: Result, now: Field, before: Field) -> dict[int, tuple[Decimal, Decimal]]:
    """The rows that have a number in both periods."""
    old = dict(result.numbers(before))
    return {row: (old[row], number) for row, number in result.numbers(now) if old.get(row)}


def _in_all(line: Line, step: _Step, result: Result, now: Field) -> Sentence:
    period = result.query.period
    when = f" {line.name(period.phrase)}" if period else ""
    before = period.before() if period else None
    than = f"than {line.name(before.phrase)}" if before else "than before"
    title = f"{line.name(now.title)}{kept(line, result.query.reading)}"
    rate = line.change(step.change, words=True)
    new, old = line.number(step.new, now), line.number(step.old, now)
    return line.sentence(f"{title}{when} {was(now)} {new}, {rate} {than} ({old}).")


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
