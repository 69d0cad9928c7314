"""Tells results in words: what stands in the rows, checked against them sentence by sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.caveats import caveats, cut_rows
from svcchat_magic.analyst.evidence import Cell, Change, Sentence, Share, Sum, holds
from svcchat_magic.analyst.growth_told import grown, stepped
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.trends_told import course, series
from svcchat_magic.analyst.wording import Line, is_plural, kept, moment_name, subject, superlative, was
from svcchat_magic.semantic.model import Field


@dataclass(frozen=True, slots=True)
class Telling:
    """The paragraphs that stood the check, and how many sentences did not."""

    paragraphs: tuple[str, ...]
    withheld: int


def tell(results: Sequence[Result], today: date) -> Telling:
    """One paragraph for each question, then the warnings; the first sentence is bold."""
    rows = [each.rows for each in results]
    leading = [
        each for each in results if each.query.shape != "compared" and not _is_second_half(each, results)
    ]
    told = [_paragraph(each, results, today) for each in leading]
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
        return [_nothing(result)]

    if any(each.is_too_short for each in results if each.query.reading == result.query.reading):
        return [cut_rows(result, results)]

    return [*_TELLERS[_shape(result)](result, results), *caveats(result, results, today)]


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
    what = listed([line.name(lowered(each)) for each in result.query.measures])
    time, period = result.query.reading.time, result.query.period
    dated = f" with {line.name(lowered(time))} {line.name(period.phrase)}" if time and period else ""
    return line.sentence(f"There are no rows{kept(line, result.query.reading)}{dated}, so no {what}.")


def _total(result: Result, results: Sequence[Result]) -> list[Sentence]:
    return [_total_of(measure, result, results) for measure in result.query.measures]


def _total_of(measure: Field, result: Result, results: Sequence[Result]) -> Sentence:
    line = Line([each.rows for each in results])
    title = subject(line, result, measure, result.query.period)
    if not result.numbers(measure):
        return line.sentence(f"{title} {'have' if is_plural(measure) else 'has'} no value.")

    now = Cell(result.number, 0, measure.name)
    text = f"{title} {was(measure)} {line.number(now, measure)}"
    before = next((each for each in results if _is_before(each, result) and each.numbers(measure)), None)
    if before and before.query.period and before.numbers(measure)[0][1]:
        old = Cell(before.number, 0, measure.name)
        rate = line.change(Change(old, now), words=True)
        text += f", {rate} than {line.name(before.query.period.phrase)} ({line.number(old, measure)})"

    return line.sentence(f"{text}.")


def _is_before(other: Result, result: Result) -> bool:
    return other.query.shape == "compared" and other.query.reading == result.query.reading


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
    verb = "had" if result.query.grain or result.query.period else "has"
    when = f" {line.name(result.query.period.phrase)}" if result.query.period else ""
    filtered = kept(line, result.query.reading) if is_first else ""
    cell = Cell(result.number, row, measure.name)
    best = f"{_group(line, result, row, leads=True)} {verb} {superlative(line, measure, way)}{filtered}{when}"
    text = f"{best}: {line.number(cell, measure)}"
    all_positive = value > 0 and all(number >= 0 for _, number in numbers)
    if measure.name in result.additive and result.is_whole and len(numbers) > 1 and all_positive:
        total = Sum(result.number, measure.name)
        text += f", {line.share(Share(cell, total))} of {line.number(total, measure)}"

    first = line.sentence(f"{text}.")
    others = [row for row, _ in ordered[1:]] if is_first else []
    return [first, *_followers(result, results, measure, others)]


def _followers(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> list[Sentence]:
    if not rows:
        return []

    line = Line([each.rows for each in results])
    told = 4 if len(rows) <= 4 else 2
    next_ones = [f"{_group(line, result, row)} ({_shown(line, result, row, measure)})" for row in rows[:told]]
    text = f"Next {'come' if len(next_ones) > 1 else 'comes'} {listed(next_ones)}"
    if len(rows) > told and result.is_whole:
        last = rows[-1]
        text += f"; last is {_group(line, result, last)} ({_shown(line, result, last, measure)})"

    return [line.sentence(f"{text}.")]


def _shown(line: Line, result: Result, row: int, measure: Field) -> str:
    return line.number(Cell(result.number, row, measure.name), measure)


def _group(line: Line, result: Result, row: int, *, leads: bool = False) -> str:
    """The row's group; one that leads the sentence begins it: "The week of 8 July 2024"."""
    day = result.moment(row)
    when = moment_name(day, result.query.grain, one_year=False) if day else ""
    if leads and not result.query.dimensions:
        when = when[:1].upper() + when[1:]

    return line.name(", ".join(filter(None, (result.label(row), when))))


_Teller = Callable[[Result, Sequence[Result]], list[Sentence]]
_TELLERS: dict[str, _Teller] = {
    "total": _total,
    "trend": course,
    "series": series,
    "stepped": stepped,
    "breakdown": _breakdown,
    "growth": grown,
}
