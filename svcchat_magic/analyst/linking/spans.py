"""Which values of the data seasons and terms of a question are, told from the day that it is asked on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.span_names import SpanName, span_named
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.span_phrases import Counted, Named
from svcchat_magic.analyst.meaning.tree import Concept

MOST_VALUES = 200  # of a column of stretches of time


@dataclass(frozen=True, slots=True)
class Span:
    """A value that is a stretch of time, and the first day of its rows where they have one."""

    value: object
    name: SpanName
    first: date | None = None

    @property
    def begins(self) -> date:
        """When it begins: a season by its rows, a term not before its months."""
        if self.first is None:
            return self.name.start

        return (
            self.first if self.name.kind in ("years", "year", "fiscal") else max(self.first, self.name.start)
        )


@dataclass(frozen=True, slots=True)
class SpanColumn:
    """A column whose values are stretches of time, in their order."""

    of: Concept
    spans: tuple[Span, ...]

    def of_kind(self, kind: str) -> "SpanColumn":
        """Those of one kind of term, all of them where none is named."""
        return replace(self, spans=tuple(each for each in self.spans if kind in ("", each.name.kind)))

    def begun(self, today: date) -> int:
        """The place behind the last one that has begun."""
        return sum(each.begins <= today for each in self.spans)

    def is_running(self, place: int, today: date) -> bool:
        """Whether the one at a place has begun and may go on."""
        return 0 <= place < len(self.spans) and self.spans[place].begins <= today < self.spans[place].name.end


def column_of(of: Concept, rows: Sequence[Sequence[object]]) -> SpanColumn | None:
    """The column with its values and their first days; None unless every value is a stretch of time."""
    found = [_span(row) for row in rows if row[0] is not None]
    spans = [each for each in found if each is not None]
    if not spans or len(spans) < len(found) or len(found) > MOST_VALUES:
        return None

    return SpanColumn(of, tuple(sorted(spans, key=lambda each: (each.name.start, each.name.months))))


def _span(row: Sequence[object]) -> Span | None:
    name = span_named(str(row[0]))
    first = row[1] if len(row) > 1 else None
    day = first.date() if isinstance(first, datetime) else first
    if isinstance(day, str):
        day = date.fromisoformat(day[:10])

    return Span(row[0], name, day if isinstance(day, date) else None) if name else None


def may_be_meant(concept: Concept, phrases: Sequence[Named | Counted]) -> bool:
    """Whether a column may hold what the phrases say: a noun has to be in its name."""
    if concept.kind != "dimension" or concept.type not in ("string", "number") or concept.primary_key:
        return False

    words = {*phrase_of(concept.name.replace("_", " ")), *phrase_of(concept.title)}
    told = any(isinstance(each, Counted) and _is_called(words, each.nouns) for each in phrases)
    named = any(isinstance(each, Named) or not each.nouns for each in phrases)
    return told or (named and concept.type == "string")


def _is_called(words: set[str], nouns: frozenset[str]) -> bool:
    return any(words.issuperset(noun.split()) for noun in nouns)


def meanings(
    column: SpanColumn, phrases: Sequence[Named | Counted], today: date, asked: object
) -> Iterator[tuple[Phrase, tuple[object, ...]]]:
    """The values of a column that the phrases mean; `asked` is the value of it that was asked for before."""
    words = {*phrase_of(column.of.name.replace("_", " ")), *phrase_of(column.of.title)}
    for each in phrases:
        if isinstance(each, Counted) and each.nouns and not _is_called(words, each.nouns):
            continue

        if values := _values(column, each, today, asked):
            yield each.phrase, values


def _values(column: SpanColumn, phrase: Named | Counted, today: date, asked: object) -> tuple[object, ...]:
    places = (
        _places_of(column, phrase.name) if isinstance(phrase, Named) else _told(column, phrase, today, asked)
    )
    if not places:
        return ()

    own = column.of_kind(phrase.kind).spans if isinstance(phrase, Counted) else column.spans
    chosen = [own[at] for at in places]
    if not phrase.joint:
        return tuple(each.value for each in chosen)

    at = column.spans.index(chosen[0])
    if isinstance(phrase, Named) and phrase.last:
        last = _places_of(column, phrase.last)
        return tuple(each.value for each in column.spans[at : last[-1] + 1]) if last else ()

    ranges: Mapping[str, slice] = {
        "since": slice(at, None), "after": slice(at + 1, None),
        "before": slice(None, at), "until": slice(None, at + 1),
    }  # fmt: skip
    return tuple(each.value for each in column.spans[ranges[phrase.joint]])


def _places_of(column: SpanColumn, name: SpanName) -> list[int]:
    return [
        at
        for at, each in enumerate(column.spans)
        if (each.name.kind, each.name.start) == (name.kind, name.start)
    ]


def _told(column: SpanColumn, phrase: Counted, today: date, asked: object) -> list[int]:
    """The places of those that lie so far back, where the data have all of them."""
    own = column.of_kind(phrase.kind)
    values = [each.value for each in own.spans]
    if phrase.from_asked and asked in values:
        last = values.index(asked) - phrase.back
    else:
        present = own.begun(today) - 1
        if not own.is_running(present, today):
            present += 1  # it is not in the data: the last one there is the one before

        last = present - phrase.back

    first = last - phrase.count + 1
    return list(range(first, last + 1)) if first >= 0 and last < len(values) else []
