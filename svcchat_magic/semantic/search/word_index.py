"""The words of all entries, each with where it is said: the postings that search ranks by."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import NamedTuple

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.entries import Entry
from svcchat_magic.semantic.search.thesaurus import AGGREGATE, compound_parts
from svcchat_magic.semantic.search.words import form, stem, tokens


class Place(StrEnum):
    """Where a word of the model is said."""

    TITLE = "title"
    NAME = "name"
    SYNONYM = "synonym"
    KIND = "what it computes"
    CONTEXT = "context"
    DESCRIPTION = "description"
    TABLE = "table"


WEIGHTS: Mapping[Place, float] = {
    Place.TITLE: 1.0,
    Place.NAME: 0.97,
    Place.SYNONYM: 0.97,
    Place.KIND: 0.6,
    Place.CONTEXT: 0.6,
    Place.DESCRIPTION: 0.5,
    Place.TABLE: 0.4,
}
_OWN = (Place.TITLE, Place.NAME, Place.SYNONYM)
_TIME_WORDS = "date time when day"  # what people ask a time dimension for
_PERIODS = "week month quarter year"


class Posting(NamedTuple):
    """An entry that has a word, and where it counts most."""

    entry: int
    weight: float
    place: Place


@dataclass(frozen=True, slots=True)
class WordIndex:
    """Postings by stem, the rarity of each, and the phrases that name each entry (as stems)."""

    postings: Mapping[str, Sequence[Posting]]
    rarity: Mapping[str, float]
    phrases: Sequence[Sequence[tuple[str, ...]]]
    forms: Mapping[str, str]  # the words, singular and American, and their stems
    written: frozenset[str]  # the words as the model has them

    def rarity_of(self, stems: Sequence[str]) -> float:
        """How much a phrase tells: the rarity of its rarest word."""
        return max((self.rarity.get(each, 0.0) for each in stems), default=0.0)


def word_index(entries: Sequence[Entry]) -> WordIndex:
    """Index the words of all entries."""
    best: dict[str, dict[int, Posting]] = defaultdict(dict)
    forms: dict[str, str] = {}
    written: set[str] = set()
    for number, entry in enumerate(entries):
        for place, text in _texts(entry):
            for word in _with_parts(tokens(text)):
                if word in business_terms().function and place not in _OWN:
                    continue

                term = form(word)
                written.add(word)
                forms[term] = stem(term)
                _put(best, forms[term], Posting(number, WEIGHTS[place], place))

        if entry.agg_type:
            _put(best, f"{AGGREGATE}{entry.agg_type}", Posting(number, WEIGHTS[Place.KIND], Place.KIND))

    postings = {term: tuple(found.values()) for term, found in best.items()}
    phrases = tuple(tuple(dict.fromkeys(_phrases(entry))) for entry in entries)
    return WordIndex(postings, _rarity(postings, len(entries)), phrases, forms, frozenset(written))


def _with_parts(words: Sequence[str]) -> Iterator[str]:
    """The words, and the parts of those that are written as one: `closingdate` is closing and date too."""
    for word in words:
        yield word
        yield from compound_parts(word)


def _put(best: dict[str, dict[int, Posting]], term: str, posting: Posting) -> None:
    known = best[term].get(posting.entry)
    if known is None or known.weight < posting.weight:
        best[term][posting.entry] = posting


def _texts(entry: Entry) -> Iterator[tuple[Place, str]]:
    yield Place.TITLE, entry.title
    yield Place.NAME, entry.name
    yield from ((Place.SYNONYM, synonym) for synonym in entry.synonyms)
    yield Place.DESCRIPTION, entry.description
    yield Place.CONTEXT, entry.context
    yield Place.TABLE, entry.table_words
    if entry.type == "time":
        yield Place.KIND, _TIME_WORDS
        yield Place.TABLE, _PERIODS


def _phrases(entry: Entry) -> Iterator[tuple[str, ...]]:
    for text in (entry.title, entry.name, *entry.synonyms):
        if words := tokens(text):
            yield tuple(stem(form(word)) for word in words)
            parts = (part for word in words for part in compound_parts(word) or (word,))
            yield tuple(stem(form(part)) for part in parts)


def _rarity(postings: Mapping[str, Sequence[Posting]], entries: int) -> Mapping[str, float]:
    """How much a word tells: the more, the fewer entries have it."""
    return {term: log(1 + entries / len(found)) for term, found in postings.items()}
