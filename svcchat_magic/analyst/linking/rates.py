"""What a rate is a rate of: `failure rate` where payments have the status `failed`."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.outcomes import is_rated
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import (
    Compared,
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
_TIMES = frozenset({"count", "number", "num", "times", "cnt"})
_DEEDS, _AGAIN = ("tion", "sion", "ment", "al"), "re"  # escalation, renewal; reopen, return
_COUNTS = _TIMES | {"of", "n", "no", "total"}
_SHOWN = frozenset(  # what a click rate is of, or a conversion rate
    {
        "impression",
        "view",
        "visit",
        "sent",
        "send",
        "delivered",
        "session",
        "attempt",
        "call",
        "click",
        "visitor",
    }
)
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
    """Whether a value says what a word such as `failure` calls it, whoever did it: cancelled by rider."""
    words = phrase_of(value)
    return is_akin(words[0], word) and words[1:2] in ((), ("by",)) if words else False


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

        if _is_deed(word) and _counts_times(each, catalog) and _is_called(each, word, _COUNTS):
            some = IsIn(each, (True,)) if each.type == "boolean" else Compared(each, ">", Decimal(0))
            yield Ratio(Counted(entity, (some,)), Counted(entity), is_share=True)

        noun = frozenset((*phrase_of(entity.noun), "number", "of", "count"))
        if each.agg_type == "count" and _is_called(each, word, noun) and not _names(word, entity, catalog):
            yield Ratio(Measured(each), Counted(entity), is_share=True)


def rates_of_flags(words: Sequence[str], catalog: Catalog) -> Iterator[Quantity]:
    """`SLA breach rate`: the share of rows with a flag that these words name, the last in its form."""
    for each in catalog.concepts:
        if each.kind != "dimension" or each.type != "boolean":
            continue

        entity, names = catalog.entities[each.cube], (each.title, each.name.replace("_", " "))
        said = {tuple(one for one in phrase_of(name) if one not in _FLAGS) for name in names}
        is_named = any(one[:-1] == tuple(words[:-1]) and is_akin(one[-1], words[-1]) for one in said if one)
        if is_named and not _is_of_some(each, words[0], catalog):
            yield Ratio(Counted(entity, (IsIn(each, (True,)),)), Counted(entity), is_share=True)


def _is_of_some(flag: Concept, thing: str, catalog: Catalog) -> bool:
    """Whether other columns tell of that thing, which not every row has: an offer has a date and a salary."""
    others = (each for each in catalog.of_cube(flag.cube, "dimension") if each != flag)
    return any(is_akin(thing, word) or thing == word for each in others for word in _words(each))


def _is_deed(word: str) -> bool:
    """Whether a word is what is done to rows: a reopen rate, but a room rate is a price."""
    return word.endswith(_DEEDS) or word.startswith(_AGAIN)


def _counts_times(concept: Concept, catalog: Catalog) -> bool:
    """Whether a number says how often something happened to a row, which is none of what it was shown."""
    is_number = concept.kind == "dimension" and concept.type in ("number", "boolean")
    if not is_number or not _words(concept) & _TIMES:
        return False

    return not any(_words(each) & _SHOWN for each in catalog.of_cube(concept.cube, "dimension"))


def _words(concept: Concept) -> set[str]:
    return set(phrase_of(concept.name.replace("_", " ")))


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
