"""What a rate is a rate of: `failure rate` where payments have the status `failed`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.outcomes import is_rated
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import (
    Concept,
    Counted,
    Entity,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
)

RATES = frozenset({"rate", "ratio", "quota"})
_SHORTEST = 4  # letters that two forms of one word share
_LONGEST_REST = 3  # and those in which they may differ
_FLAGS = frozenset({"is", "has", "was", "are", "had", "with", "under", "flag", "indicator"})
_DATES = frozenset({"date", "at", "on", "day", "time", "ts", "dt"})
_ENDINGS = frozenset(
    {"", "e", "ed", "ing", "ur", "ure", "al", "ion", "at", "ation", "l", "r", "er", "ment", "y"}
)


def rated_words(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """The words right before `rate`, with their places."""
    for at, each in enumerate(tokens[1:]):
        word = tokens[at]
        if each.form in RATES and word.form.isalpha() and len(word.form) >= _SHORTEST:
            yield at, word.form


def is_akin(one: str, other: str) -> bool:
    """Whether two words are forms of one: failure and failed, resolution and resolved."""
    first, last = stem(one), stem(other)
    shared = next(
        (at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(last)),
    )
    rests = first[shared:], last[shared:]
    if shared < max(_SHORTEST, min(len(first), len(last)) - 1) or max(map(len, rests)) > _LONGEST_REST:
        return False

    return all(rest in _ENDINGS for rest in rests) if "" in rests else shared > _SHORTEST


def root(word: str) -> str:
    """The letters that every form of a word begins with."""
    return stem(word)[: max(_SHORTEST, len(stem(word)) - 2)]


def akin_value(value: str, word: str) -> bool:
    """Whether a value says what a word such as `failure` calls it."""
    words = phrase_of(value)
    return len(words) == 1 and is_akin(words[0], word)


def rates_of(word: str, catalog: Catalog) -> Iterator[Quantity]:
    """The shares of rows that a word before `rate` may mean, by flags and by counts of a part of the rows."""
    for each in catalog.concepts:
        entity = catalog.entities[each.cube]
        if each.kind == "dimension" and each.type == "boolean" and _is_called(each, word, _FLAGS):
            yield Ratio(Counted(entity, (IsIn(each, (True,)),)), Counted(entity), is_share=True)
        elif (holds := _outcome_of(each, word)) is not None:
            yield Ratio(Counted(entity, (IsIn(each, (holds,)),)), Counted(entity), is_share=True)

        if _is_later(each, catalog) and _is_called(each, word, _DATES):
            yield Ratio(Counted(entity, (Missing(each, negated=True),)), Counted(entity), is_share=True)

        noun = frozenset((*phrase_of(entity.noun), "number", "of", "count"))
        if each.agg_type == "count" and _is_called(each, word, noun) and not _names(word, entity, catalog):
            yield Ratio(Measured(each), Counted(entity), is_share=True)


def is_noun(word: str, catalog: Catalog) -> bool:
    """Whether a word is what rows are called: a booking rate is no share of a value."""
    return any(
        isinstance(each.of, Entity) and each.weight >= OWN for each in catalog.phrases.get((word,), ())
    )


def _is_later(concept: Concept, catalog: Catalog) -> bool:
    """Whether a time is not the first of its rows, so that some may not have it yet."""
    own = [each for each in catalog.times if each.cube == concept.cube]
    return concept in own[1:]


def rate_of_value(value: IsIn, catalog: Catalog) -> Quantity:
    """The share of the rows that have a value."""
    entity = catalog.entities[value.of.cube]
    return Ratio(Counted(entity, (value,)), Counted(entity), is_share=True)


def _outcome_of(concept: Concept, noun: str) -> bool | None:
    """Which value of a flag the rate of a noun counts: deaths are of those who did not survive."""
    if concept.kind != "dimension" or concept.type != "boolean":
        return None

    words = [each for each in phrase_of(concept.title) if each not in _FLAGS]
    return is_rated(words[0], noun) if len(words) == 1 else None


def _is_called(concept: Concept, word: str, besides: frozenset[str]) -> bool:
    """Whether a member is called by nothing but a form of the word."""
    names = (
        [each for each in phrase_of(name) if each not in besides] for name in (concept.title, concept.name)
    )
    return any(
        (len(name) == 1 and is_akin(name[0], word)) or (len(name) > 1 and "".join(name) == word)
        for name in names
    )


def _names(word: str, entity: Entity, catalog: Catalog) -> bool:
    return any(each.of == entity and each.weight >= OWN for each in catalog.phrases.get((word,), ()))
