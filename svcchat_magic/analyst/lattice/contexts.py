"""Nouns that only say what all the rows are about: `kilos of food accepted` where food has categories."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.whereabouts import without_whereabouts
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.values import Values

_SORTS = frozenset({"category", "group", "type", "kind", "class", "sort"})
_MEANS = frozenset({"average", "mean", "median", "typical", "per", "usual"})
_SHORTEST, _LONGEST = 2, 4


def without_contexts(tokens: Sequence[Token], values: Values, catalog: Catalog) -> tuple[Token, ...]:
    """The words without such nouns; what could keep some of the rows, or name others, is none of them."""
    tokens = without_whereabouts(tokens, values, catalog)
    is_mean = any(each.form in _MEANS for each in tokens)  # an average order value is no average value
    abouts = _abouts(catalog, with_nouns=not is_mean)
    left_out = {
        place
        for at, token in enumerate(tokens)
        if token.form in abouts and _may_go(tokens, at, values, catalog)
        for place in _places(tokens, at, abouts[token.form], catalog)
    }
    return tuple(each for at, each in enumerate(tokens) if at not in left_out)


def _may_go(tokens: Sequence[Token], at: int, values: Values, catalog: Catalog) -> bool:
    """Whether a word is no name of the model, no value and no word of the grammar."""
    form, words = tokens[at].form, keywords()
    is_named = any(each.weight >= OWN for each in catalog.phrases.get((form,), ()))
    is_named |= any(each in catalog.phrases for each in _phrases_with(tokens, at))
    is_value = any(form in phrase for phrase in values if values[phrase])
    is_word = form in words.function | words.light | words.structural
    return not (is_named or is_value or is_word or tokens[at].is_quoted or len(form) < _SHORTEST)


def _phrases_with(tokens: Sequence[Token], at: int) -> Iterator[tuple[str, ...]]:
    """The stretches of several words that a word is part of: a scrap lot is one thing."""
    forms = tuple(each.form for each in tokens)
    for start in range(max(at - _LONGEST + 1, 0), at + 1):
        for stop in range(max(at + 1, start + 2), min(start + _LONGEST, len(forms)) + 1):
            yield forms[start:stop]


def _abouts(catalog: Catalog, *, with_nouns: bool) -> Mapping[str, frozenset[str]]:
    """By noun the cubes whose rows are about it: what has categories there, or what they are rows of."""
    found: dict[str, set[str]] = {}
    for each in catalog.concepts:
        for name in (phrase_of(each.title), phrase_of(each.name.replace("_", " "))):
            if len(name) == 2 and name[1] in _SORTS and each.kind == "dimension":
                found.setdefault(name[0], set()).add(each.cube)

    for cube, entity in catalog.entities.items() if with_nouns else ():
        noun = phrase_of(entity.noun)
        if len(noun) == 2:
            found.setdefault(noun[0], set()).add(cube)

    return {noun: frozenset(cubes) for noun, cubes in found.items()}


def _places(tokens: Sequence[Token], at: int, cubes: frozenset[str], catalog: Catalog) -> Iterator[int]:
    """The places of `of food` behind a number, or of `ad` before one, where only such rows have it."""
    before = at - 1
    while before > 0 and tokens[before].form in ("the", "our"):
        before -= 1

    if before > 0 and tokens[before].form == "of" and _is_number_of(tokens[before - 1], cubes, catalog):
        yield from range(before, at + 1)
    elif tokens[at].form not in _abouts(catalog, with_nouns=False):
        return  # storage units are no units of whatever is stored
    elif at + 1 < len(tokens) and _is_number_of(tokens[at + 1], cubes, catalog):
        yield at


def _is_number_of(token: Token, cubes: frozenset[str], catalog: Catalog) -> bool:
    """Whether a word stands in names of numbers, and those are all of these rows."""
    owners = {
        each.cube
        for each in catalog.concepts
        if each.kind == "measure" and token.form in phrase_of(f"{each.title} {each.name}".replace("_", " "))
    }
    is_only_table = len(catalog.entities) == 1 and bool(catalog.phrases.get((token.form,)))
    return (bool(owners) and owners <= cubes) or is_only_table
