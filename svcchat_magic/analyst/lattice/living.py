"""What is still there and what is not any more: dishes on the menu, `still sold`, `no longer with us`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flags import flags_of
from svcchat_magic.analyst.linking.leaving import leaving_date
from svcchat_magic.analyst.meaning.tree import Concept, Entity, IsIn, Missing
from svcchat_magic.semantic.search.thesaurus import meanings, stems_of

_OF_STATES = frozenset({"status", "state", "lifecycle", "stage"})
_SAYING_MORE = frozenset({"still", "longer", "off"})
_OWNERS = frozenset({"the", "our", "your", "my", "their"})
_INTO = frozenset({"on", "in"})
_SCORE, _LEAST_LIKENESS = 0.9, 0.5
_LONGEST = 3
_ALIVE, _GONE = ("active", "current", "live", "enabled"), ("discontinued", "retired", "archived", "deleted")


def living_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`CONDITION`: that rows are there now, or not any more, where a flag or a date of theirs says that."""
    named = rows_named(tokens, catalog)
    for start, stop, is_gone in standing_in(tokens):
        for each in (one for one in _alive(catalog) if one.of.cube in named):
            kept = _turned(each) if is_gone else each
            yield Item("CONDITION", start, stop, kept, _SCORE * (stop - start))

    for at in range(len(tokens)):
        if _phrase(tokens, at, at + 1) in standing().inactive and not tokens[at].is_quoted:
            is_known = (tokens[at].form,) in catalog.phrases
            flags = (each for each in _flags(_ALIVE, catalog) if each.of.cube in named and not is_known)
            yield from (Item("CONDITION", at, at + 1, IsIn(each.of, (False,)), _SCORE) for each in flags)


def without_stores(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without `in our system`, and without `in the catalogue` where nothing has left it.

    Nor has anything `on the menu` where no column of a state says so.
    """
    words = standing()
    says_more = any(each.form in _SAYING_MORE for each in tokens) or any(_alive(catalog))
    stores = words.records if says_more else words.records | words.stores
    places = words.places if not says_more and not any(map(_is_state, catalog.concepts)) else frozenset()
    empty = {
        at
        for start, stop in _places(tokens, stores | places)
        if _phrase(tokens, stop - 1, stop) not in catalog.phrases
        and not (start and tokens[start - 1].form in ("still", "longer"))
        for at in range(start, stop)
    }
    return tuple(each for at, each in enumerate(tokens) if at not in empty)


def _is_state(concept: Concept) -> bool:
    words = {*phrase_of(concept.name.replace("_", " ")), *phrase_of(concept.title)}
    return concept.kind == "dimension" and bool(words & _OF_STATES)


def rows_named(tokens: Sequence[Token], catalog: Catalog) -> frozenset[str]:
    """The tables whose rows a question names, be it by a word for the same."""
    return frozenset(cube for at in range(len(tokens)) for cube in _rows(tokens, at, catalog))


def tells_what_is_there(catalog: Catalog) -> frozenset[str]:
    """The tables with a flag or a date of it."""
    return frozenset(each.of.cube for each in _alive(catalog))


def tells_by_flag(catalog: Catalog) -> frozenset[str]:
    """The tables in which a flag says what is there."""
    return frozenset(each.of.cube for words in (_ALIVE, _GONE) for each in _flags(words, catalog))


def _rows(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[str]:
    """The tables whose rows are called so, or by a word for the same."""
    for size in (1, 2, 3):
        phrase = _phrase(tokens, at, at + size)
        yield from (each.of.cube for each in catalog.phrases.get(phrase, ()) if isinstance(each.of, Entity))
        for meaning in meanings(tuple(each.text.lower() for each in tokens[at : at + size])):
            if meaning.likeness >= _LEAST_LIKENESS:
                known = catalog.by_stems.get(meaning.stems, ())
                yield from (each.cube for each in known if isinstance(each, Entity))


def standing_in(tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """Where it is said that rows are there, or that they are not any more."""
    words = standing()
    for start, stop in _places(tokens, words.places | words.stores):
        is_still = start > 0 and tokens[start - 1].form == "still"
        is_gone = _phrase(tokens, start - 2, start) == ("no", "longer")
        is_off = tokens[start].form == "off"
        is_place = (
            _phrase(tokens, stop - 1, stop) in words.places or _phrase(tokens, stop - 2, stop) in words.places
        )
        if is_place or is_still or is_gone or is_off:
            yield start - is_still - 2 * is_gone, stop, is_gone or is_off

    for at in range(len(tokens)):
        is_gone = _phrase(tokens, at, at + 2) == ("no", "longer")
        behind = at + 1 + is_gone
        if not is_gone and tokens[at].form != "still":
            continue

        for stop in range(behind + 1, min(behind + _LONGEST, len(tokens)) + 1):
            if _phrase(tokens, behind, stop) in words.verbs:
                yield at, stop, is_gone


def _places(tokens: Sequence[Token], nouns: frozenset[Phrase]) -> Iterator[tuple[int, int]]:
    """`on the menu`, `in our range`, `off the market`."""
    for at in range(len(tokens) - 1):
        begin = at + 1 + (tokens[at + 1].form in _OWNERS)
        is_into = tokens[at].form in _INTO or (tokens[at].form == "off" and begin > at + 1)
        for stop in (begin + 1, begin + 2) if is_into else ():
            if _phrase(tokens, begin, stop) in nouns:
                yield at, stop


def _alive(catalog: Catalog) -> Iterator[IsIn | Missing]:
    """What says in each table that a row is there now: its flag, or that it has no date of leaving."""
    flags = {each.of.cube: each for each in (*_flags(_ALIVE, catalog), *_flags(_GONE, catalog))}
    yield from flags.values()
    for cube in (each for each in catalog.entities if each not in flags):
        if left := leaving_date(cube, catalog):
            yield Missing(left)


def _turned(kept: IsIn | Missing) -> IsIn | Missing:
    if isinstance(kept, Missing):
        return replace(kept, negated=not kept.negated)

    return replace(kept, values=tuple(not each for each in kept.values))


def _flags(words: Sequence[str], catalog: Catalog) -> Iterator[IsIn]:
    is_there = words is _ALIVE
    yield from (IsIn(flag, (is_there,)) for word in words for flag in flags_of(stems_of(word), catalog))


def _phrase(tokens: Sequence[Token], start: int, stop: int) -> Phrase:
    span = tokens[start:stop] if start >= 0 and stop <= len(tokens) else ()
    return tuple(each.form for each in span)
