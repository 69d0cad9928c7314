"""Tells results in words: what the rows say, checked against them sentence by sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.telling.caveats import caveats, cut_rows
from svcchat_magic.analyst.telling.evidence import Sentence, holds
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.growth_told import changed, changes
from svcchat_magic.analyst.telling.leaders_told import within
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.rankings_told import breakdown, having
from svcchat_magic.analyst.telling.records_told import records, values
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.shares_told import share
from svcchat_magic.analyst.telling.totals_told import nothing, total
from svcchat_magic.analyst.telling.trends_told import course, moving, running, series
from svcchat_magic.analyst.telling.wording import Line


@dataclass(frozen=True, slots=True)
class Telling:
    """The paragraphs whose numbers match the rows, and how many sentences did not."""

    paragraphs: tuple[str, ...]
    withheld: int


def tell(results: Sequence[Result], today: date, extent: Extent | None = None, lead: str = "") -> Telling:
    """One paragraph for each question with its warnings; the first sentence is bold.

    `lead` begins the bold sentence: what of the question the numbers leave out. A paragraph whose
    own first sentence does not match the rows is dropped: the next one would pass for the answer.
    """
    rows = [each.rows for each in results]
    told = [_paragraph(each, results, today, extent) for each in results]
    checked = [[sentence for sentence in sentences if holds(sentence, rows)] for sentences in told]
    kept_ones = [
        sentences if sentences[:1] == all_of[:1] else [Sentence(each.query.words.say("unproven"))]
        for each, sentences, all_of in zip(results, checked, told, strict=True)
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

    if result.lacks_hours:
        return [Line([], query.words).told("no hours")]

    if any(each.is_too_short for each in results if each.query.reading == query.reading):
        return [cut_rows(result, results)]

    before = query.before
    if extent and extent.begins_inside(before):
        return [_no_comparison(extent, query)]

    ends = extent and query.period and extent.ends_inside(query.period)
    told = _TELLERS[_shape(result)](result, results) or [_shown(query)]
    sentences = [*told, *caveats(result, results, today)]
    return [*sentences, _data_end(extent, query.words)] if ends and extent else sentences


def _shown(query: Query) -> Sentence:
    """That there is a table, where its cells are dates and none leads: the first order of each customer."""
    line = Line([], query.words)
    titles = [line.name(line.lower(each)) for each in (*query.dimensions, *query.measures)]
    return line.told("shows them", titles=query.words.listed(titles))


def _no_comparison(extent: Extent, query: Query) -> Sentence:
    line = Line([], query.words)
    first = line.name(query.words.dates.day(extent.first))
    return line.told("data begin", first=first, before=line.name(query.before_name))


def _data_end(extent: Extent, words: AnswerWords) -> Sentence:
    line = Line([], words)
    return line.told("data end", last=line.name(words.dates.day(extent.last)))


def _shape(result: Result) -> str:
    query = result.query
    one_line = all(len(result.distinct(each)) == 1 for each in query.dimensions)
    return "series" if query.shape == "trend" and not one_line else query.shape


def _nothing(result: Result, extent: Extent | None) -> Sentence:
    line, period = Line([result.rows], result.query.words), result.query.period
    beyond = line.name(extent.beyond(period, line.words)) if extent and period else ""
    return nothing(result, line, beyond)


_Teller = Callable[[Result, Sequence[Result]], list[Sentence]]
_TELLERS: dict[str, _Teller] = {
    "total": total,
    "trend": course,
    "series": series,
    "running": running,
    "moving": moving,
    "changes": changes,
    "changed": changed,
    "breakdown": breakdown,
    "share": share,
    "within": within,
    "having": having,
    "records": records,
    "values": values,
}
