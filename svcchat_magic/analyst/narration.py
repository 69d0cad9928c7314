"""Tells results in words: what stands in the rows, checked against them sentence by sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.evidence import Cell, Change, Sentence, Share, Sum, holds
from svcchat_magic.analyst.growth_told import grown, stepped
from svcchat_magic.analyst.periods import add
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.trends_told import course, series
from svcchat_magic.analyst.wording import Line, kept, moment_name, subject, superlative, was
from svcchat_magic.semantic.model import Field


@dataclass(frozen=True, slots=True)
class Telling:
    """The paragraphs that stood the check, and how many sentences did not."""

    paragraphs: tuple[str, ...]
    withheld: int


def tell(results: Sequence[Result], today: date) -> Telling:
    """One paragraph for each question, then the warnings; the first sentence is bold."""
    rows = [each.rows for each in results]
    told = [_paragraph(each, results, today) for each in results if each.query.shape != "compared"]
    told = [sentences for sentences in told if sentences]
    checked = [[sentence for sentence in sentences if holds(sentence, rows)] for sentences in told]
    withheld = sum(map(len, told)) - sum(map(len, checked))
    kept_ones = [sentences for sentences in checked if sentences]
    texts = [" ".join(sentence.text for sentence in sentences) for sentences in kept_ones]
    if texts:
        first = kept_ones[0][0].text
        texts[0] = f"**{first}**{texts[0].removeprefix(first)}"

    return Telling(tuple(texts), withheld)


def _paragraph(result: Result, results: Sequence[Result], today: date) -> list[Sentence]:
    if result.is_empty:
        return [] if _is_second_half(result, results) else [_nothing(result)]

    sentences = list(_TELLERS[_shape(result)](result, results))
    return [*sentences, *_warnings(result, today)]


def _shape(result: Result) -> str:
    query = result.query
    if query.shape == "trend" and query.reading.growth and not query.dimensions:
        return "stepped"

    return "series" if query.shape == "trend" and query.dimensions else query.shape


def _is_second_half(result: Result, results: Sequence[Result]) -> bool:
    """The period before of a growth question is told with the period itself."""
    return result.query.shape == "growth" and any(
        each.query.reading == result.query.reading and each.number < result.number for each in results
    )


def _nothing(result: Result) -> Sentence:
    line = Line([])
    when = f" {line.name(result.query.period.phrase)}" if result.query.period else ""
    what = listed([line.name(lowered(each)) for each in result.query.measures])
    time = result.query.reading.time
    dated = f" by {line.name(lowered(time))}" if time and when else ""
    return line.sentence(f"There are no rows for {what}{kept(line, result.query.reading)}{when}{dated}.")


def _total(result: Result, results: Sequence[Result]) -> list[Sentence]:
    before = next(
        (
            each
            for each in results
            if each.query.shape == "compared" and each.query.reading == result.query.reading
        ),
        None,
    )
    sentences = []
    for measure in result.query.measures:
        line = Line([each.rows for each in results])
        now = Cell(result.number, 0, measure.name)
        text = f"{subject(line, result, measure, result.query.period)} {was(measure)} {line.number(now, measure)}"
        old = Cell(before.number, 0, measure.name) if before and before.numbers(measure) else None
        if not result.numbers(measure):
            text = f"{subject(line, result, measure, result.query.period)} has no value"
        elif old and before and before.query.period and before.numbers(measure)[0][1]:
            rate = line.change(Change(old, now), words=True)
            text += f", {rate} than {line.name(before.query.period.phrase)} ({line.number(old, measure)})"

        sentences.append(line.sentence(f"{text}."))

    return sentences


def _breakdown(result: Result, results: Sequence[Result]) -> list[Sentence]:
    sentences = []
    for measure in result.query.measures:
        sentences += _ranking(result, results, measure, is_first=measure == result.query.measures[0])

    return sentences


def _ranking(result: Result, results: Sequence[Result], measure: Field, *, is_first: bool) -> list[Sentence]:
    numbers = result.numbers(measure)
    if not numbers:
        return []

    way = result.query.ranked or "desc"
    ordered = sorted(numbers, key=lambda pair: pair[1], reverse=way == "desc")
    line = Line([each.rows for each in results])
    row, value = ordered[0]
    verb = "had" if result.query.grain else "has"
    when = f" {line.name(result.query.period.phrase)}" if result.query.period else ""
    filtered = kept(line, result.query.reading) if is_first else ""
    cell = Cell(result.number, row, measure.name)
    text = f"{_group(line, result, row)} {verb} {superlative(line, measure, way)}{filtered}{when}: {line.number(cell, measure)}"
    if measure.name in result.additive and result.is_whole and len(numbers) > 1 and value > 0:
        whole = Sum(result.number, measure.name)
        text += f", {line.share(Share(cell, whole))} of {line.number(whole, measure)}"

    first = [line.sentence(f"{text}.")]
    return (
        [*first, *_followers(result, results, measure, [row for row, _ in ordered[1:]])]
        if is_first
        else first
    )


def _followers(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> list[Sentence]:
    if not rows:
        return []

    line = Line([each.rows for each in results])
    next_ones = [f"{_group(line, result, row)} ({_shown(line, result, row, measure)})" for row in rows[:2]]
    text = f"Next {'come' if len(next_ones) > 1 else 'comes'} {listed(next_ones)}"
    if len(rows) > 2 and result.is_whole:
        last = rows[-1]
        text += f"; last is {_group(line, result, last)} ({_shown(line, result, last, measure)})"

    return [line.sentence(f"{text}.")]


def _shown(line: Line, result: Result, row: int, measure: Field) -> str:
    return line.number(Cell(result.number, row, measure.name), measure)


def _group(line: Line, result: Result, row: int) -> str:
    day = result.moment(row)
    when = moment_name(day, result.query.grain, one_year=False) if day else ""
    return line.name(", ".join(filter(None, (result.label(row), when))))


def _warnings(result: Result, today: date) -> list[Sentence]:
    """What keeps the numbers from being the whole truth: cut rows, units that are not over."""
    found: list[Sentence] = []
    if result.is_cut and result.query.limit is None:
        found.append(_cut(result))

    days = [day for row in range(len(result.rows.rows)) if (day := result.moment(row))]
    running = [day for day in days if day <= today < add(day, result.query.grain, 1)]
    line, period = Line([]), result.query.period
    if running:
        name = line.name(moment_name(running[0], result.query.grain, one_year=False))
        found.append(line.sentence(f"Note that {name} is not over."))
    elif (
        period
        and period.is_running(today)
        and (period.days() or 0) > 1
        and period.until_today(today) != period
    ):
        found.append(line.sentence(f"Note that {line.name(period.label)} is not over."))

    return found


def _cut(result: Result) -> Sentence:
    shown, total = f"{len(result.rows.rows):,}", f"{result.rows.total_rows:,}"
    return Sentence(
        f"Only {shown} of {total} rows came, so this tells what stands in those.", labels=(shown, total)
    )


_Teller = Callable[[Result, Sequence[Result]], list[Sentence]]
_TELLERS: dict[str, _Teller] = {
    "total": _total, "trend": course, "series": series, "stepped": stepped, "breakdown": _breakdown, "growth": grown,
}  # fmt: skip
