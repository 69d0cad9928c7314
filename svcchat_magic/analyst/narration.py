"""Tells results in words: what stands in the rows, checked against them sentence by sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.caveats import caveats, cut_rows
from svcchat_magic.analyst.evidence import Cell, Change, Sentence, Share, Sum, holds
from svcchat_magic.analyst.extent import Extent
from svcchat_magic.analyst.growth_told import grown, stepped, versus
from svcchat_magic.analyst.periods import Period, day_name
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.trends_told import course, series
from svcchat_magic.analyst.wording import Line, dated, is_plural, kept, moment_name, subject, superlative, was
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Telling:
    """The paragraphs that stood the check, and how many sentences did not."""

    paragraphs: tuple[str, ...]
    withheld: int


def tell(results: Sequence[Result], today: date, extent: Extent | None = None, lead: str = "") -> Telling:
    """One paragraph for each question with its warnings; the first sentence is bold.

    `lead` begins the bold sentence: what of the question the numbers leave out. A paragraph whose
    own first sentence did not stand the check is dropped: the next one would pass for the answer.
    """
    rows = [each.rows for each in results]
    leading = [
        each for each in results if each.query.shape != "compared" and not _is_second_half(each, results)
    ]
    told = [_paragraph(each, results, today, extent) for each in leading]
    checked = [[sentence for sentence in sentences if holds(sentence, rows)] for sentences in told]
    kept_ones = [
        sentences if sentences[:1] == all_of[:1] else [Sentence(_UNPROVEN)]
        for sentences, all_of in zip(checked, told, strict=True)
        if all_of
    ]
    texts = [" ".join(sentence.text for sentence in sentences) for sentences in kept_ones]
    if texts:
        first = kept_ones[0][0].text
        texts[0] = f"**{lead}{first}**{texts[0].removeprefix(first)}"

    return Telling(tuple(texts), sum(map(len, told)) - sum(map(len, checked)))


def _paragraph(
    result: Result, results: Sequence[Result], today: date, extent: Extent | None
) -> list[Sentence]:
    query = result.query
    if result.is_empty:
        return [_nothing(result, extent)]

    if any(each.is_too_short for each in results if each.query.reading == query.reading):
        return [cut_rows(result, results)]

    if extent and query.reading.growth and not query.reading.grain:
        compared = query.reading.period.until_today(today) if query.reading.period else None
        if compared and extent.lacks_comparison(compared):
            return [_no_comparison(extent, compared)]

    ends = extent and query.period and extent.ends_inside(query.period)
    sentences = [*_TELLERS[_shape(result)](result, results), *caveats(result, results, today)]
    return [*sentences, _data_end(extent)] if ends and extent else sentences


def _no_comparison(extent: Extent, period: Period) -> Sentence:
    line, before = Line([]), period.before()
    first, against = line.name(day_name(extent.first)), line.name(before.label) if before else ""
    return line.sentence(f"The data begin on {first}, so there is no full {against} to compare with.")


def _data_end(extent: Extent) -> Sentence:
    line = Line([])
    return line.sentence(f"Note that the data end on {line.name(day_name(extent.last))}.")


def _shape(result: Result) -> str:
    query = result.query
    one_line = all(len(result.distinct(each)) == 1 for each in query.dimensions)
    if query.shape == "trend" and query.reading.growth and not query.dimensions:
        return "stepped" if query.reading.grain else "versus"

    return "series" if query.shape == "trend" and not one_line else query.shape


def _is_second_half(result: Result, results: Sequence[Result]) -> bool:
    """The period before of a growth question is told with the period itself."""
    return result.query.shape == "growth" and any(
        each.query.reading == result.query.reading and each.number < result.number for each in results
    )


def _nothing(result: Result, extent: Extent | None) -> Sentence:
    line = Line([])
    what = listed([line.name(lowered(each)) for each in result.query.measures])
    time, period = result.query.reading.time, result.query.period
    when = f" with {line.name(lowered(time))} {line.name(period.phrase)}" if time and period else ""
    text = f"There are no rows{kept(line, result.query.reading)}{when}, so no {what}"
    beyond = line.name(extent.beyond(period)) if extent and period else ""
    return line.sentence(f"{text}: {beyond}." if beyond else f"{text}.")


def _total(result: Result, results: Sequence[Result]) -> list[Sentence]:
    return [_total_of(measure, result, results) for measure in result.query.measures]


def _total_of(measure: Field, result: Result, results: Sequence[Result]) -> Sentence:
    line = Line([each.rows for each in results])
    title = subject(line, result, measure, result.query.period)
    if not result.numbers(measure):
        return line.sentence(f"{title} {'have' if is_plural(measure) else 'has'} no value.")

    now = Cell(result.number, 0, measure.name)
    number = line.number(now, measure)
    text = f"{title} {was(measure)} {number}"
    if is_plural(measure) and measure.agg_type in _COUNTS and not result.query.period:
        text = f"There are {number} {line.name(lowered(measure))}{kept(line, result.query.reading)}"

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
    over = result.cut_moments(result.today)  # units that are not whole are no lowest
    numbers = [pair for pair in numbers if result.moment(pair[0]) not in over] or numbers
    ordered = sorted(numbers, key=lambda pair: pair[1], reverse=way == "desc")
    line = Line([each.rows for each in results])
    row, value = ordered[0]
    verb = "had" if result.query.grain or result.query.period else "has"
    when = dated(line, result.query.reading, result.query.period)
    filtered = kept(line, result.query.reading) if is_first else ""
    cell = Cell(result.number, row, measure.name)
    if len(result.rows.rows) == 1 and result.is_whole:
        title = subject(line, result, measure, result.query.period)
        named = "" if filtered else f"{_group(line, result, row)} is the only one: "
        return [line.sentence(f"{named}{title} {was(measure)} {_shown(line, result, row, measure)}.")]

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
    name = ", ".join(filter(None, (result.label(row), when)))
    is_value = bool(result.query.dimensions) and result.query.dimensions[0].type == "string"
    return line.name(name[:1].upper() + name[1:] if leads and not is_value else name)


_COUNTS = ("count", "count_distinct")
_UNPROVEN = "I left out an answer here: it did not stand the check against the rows."
_Teller = Callable[[Result, Sequence[Result]], list[Sentence]]
_TELLERS: dict[str, _Teller] = {
    "total": _total,
    "trend": course,
    "series": series,
    "stepped": stepped,
    "versus": versus,
    "breakdown": _breakdown,
    "growth": grown,
}
