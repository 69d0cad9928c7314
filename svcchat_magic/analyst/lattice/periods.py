"""Stretches of time and hours of the day that words name."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from svcchat_magic.analyst.language.hours import hours_at
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.long_ago import so_long_ago
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.span_names import span_named
from svcchat_magic.analyst.language.time_phrases import TimeSpan, spans_at
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.time_words import Phrase as TimePhrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.ends import end_items
from svcchat_magic.analyst.lattice.spans import score_of, spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.list_values import Several
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Entity, OnPart

_TO_COME = (("still", "to", "come"), ("yet", "to", "come"))
_OF_TIMES = frozenset({"GRAIN", "GROWTH", "RUNNING", "MOVING"})
_EACH = frozenset({"by", "per", "each", "every", "a"})
_OPEN = frozenset({"on", "onward", "onwards", "and"})
_LONGEST_NOUN = 3
_NO_SEASONS = frozenset({"falls", "springs"})  # nouns of something else


def period_items(
    tokens: Sequence[Token], calendar: Calendar, verbs: Set[int], catalog: Catalog
) -> Iterator[Item]:
    """Stretches of time; `starting in 2025` is none where rows have a start that the verb names."""
    texts = tuple(token.text.lower() for token in tokens)
    forms = tuple(
        text if text in _NO_SEASONS else token.form for text, token in zip(texts, tokens, strict=True)
    )
    phrase = TimePhrase(texts, forms, calendar)
    ago = {at: found for at in range(len(tokens)) if (found := so_long_ago(phrase, at))}
    for at, (period, stop) in ago.items():
        yield Item("PERIOD", at, stop, TimeSpan(at, stop, period), score_of(stop - at, 0.9))

    yield from end_items(tokens, calendar, catalog)
    inside = {each for at, (_, stop) in ago.items() for each in range(at + 1, stop)}
    for at in (each for each in range(len(tokens)) if each not in inside):  # over a year ago is no year
        is_season = tokens[at].text.lower() not in _NO_SEASONS
        for span in spans_at(phrase, at) if at not in verbs and is_season else ():
            if _is_of_nothing(forms[span.start : span.stop]):
                continue

            told = _together(_of_rows(span, phrase, catalog), forms)
            yield Item("PERIOD", span.start, span.stop, told, score_of(span.stop - span.start, 0.9))

        for words in _TO_COME:
            if forms[at : at + len(words)] == words:
                span = TimeSpan(at, at + len(words), Period(calendar.today, None))
                yield Item("PERIOD", at, at + len(words), span, score_of(len(words), 0.9))

        if hours := hours_at(phrase, at):
            yield Item("CONDITION", at, hours[1], OnPart("hour", hours[0]), score_of(hours[1] - at, 0.9))


def _is_of_nothing(words: Sequence[str]) -> bool:
    """`count both the first and the last day`: those of each row, and no days of this month."""
    return {"first", "last"} <= {*words} and "of" not in words


def _of_rows(span: TimeSpan, phrase: TimePhrase, catalog: Catalog) -> TimeSpan:
    """`the orders from 2024` are those of that year; by month, or told otherwise, they are all since then.

    So is `revenue from 2024`, which is none of things that are of a year.
    """
    forms = phrase.form
    is_open = not _OPEN.isdisjoint(forms[span.stop - 1 : span.stop + 1])
    if forms[span.start] != "from" or span.period.end is not None or is_open or _asks_for_times(forms):
        return span

    inner = [each for each in spans_at(phrase, span.start + 1) if each.stop == span.stop]
    before = forms[max(span.start - _LONGEST_NOUN, 0) : span.start]
    nouns = (catalog.phrases.get(before[at:], ()) for at in range(len(before)))
    is_of_rows = any(isinstance(each.of, Entity) and each.weight >= OWN for named in nouns for each in named)
    is_whole = len(inner) == 1 and inner[0].period.end is not None
    return replace(inner[0], start=span.start) if is_of_rows and is_whole else span


def _asks_for_times(forms: Sequence[str]) -> bool:
    """Whether a question asks how something developed; the date of each row is no unit of time."""
    meanings = keywords().meanings
    return any(
        (kind in _OF_TIMES and (kind != "GRAIN" or stop > start + 1 or _is_unit(forms, start)))
        for start, stop in spans(len(forms), _LONGEST_NOUN)
        for kind, _ in meanings.get(tuple(forms[start:stop]), ())
    )


def _is_unit(forms: Sequence[str], at: int) -> bool:
    return forms[at].endswith("ly") or (at > 0 and forms[at - 1] in _EACH)


def _together(span: TimeSpan, forms: Sequence[str]) -> TimeSpan:
    """`in July or August` is one time, of which no part is told by itself."""
    is_either = span.grain and "or" in forms[span.start : span.stop]
    return replace(span, grain="", ends=None) if is_either else span


def without_terms(items: Iterator[Item], values: Values, tokens: Sequence[Token]) -> Iterator[Item]:
    """Stretches of time, but for those that a column of terms or seasons holds: fall 2024."""
    forms = tuple(each.form for each in tokens)
    terms = {phrase for phrase, named in values.items() if any(_is_span(value) for _, value in named)}
    taken = {at for start, stop in _places(forms, terms) for at in range(start, stop)}
    for item in items:
        if item.category != "PERIOD" or taken.isdisjoint(range(item.start, item.stop)):
            yield item


def _places(forms: Sequence[str], phrases: Set[Phrase]) -> Iterator[tuple[int, int]]:
    longest = max(map(len, phrases), default=0)
    return (
        (start, stop) for start, stop in spans(len(forms), longest) if tuple(forms[start:stop]) in phrases
    )


def _is_span(value: object) -> bool:
    first = value.values[0] if isinstance(value, Several) else value
    return span_named(str(first)) is not None
