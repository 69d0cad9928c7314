"""Sums that are told apart by place in their names: `sold the most in Japan` of a column of such sales."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.inference.column_words import words_that_are

_HEADS = frozenset({"sale", "revenue"})
_SIDES = frozenset({"north", "south", "latin", "central", "west", "east"})
_PLACED = frozenset({"country", "region", "nation", "continent", "market", "territory", "area"})
_SOLD = frozenset({"sold", "sell", "sells", "selling"})
_MOST = frozenset({"most", "best", "least", "worst", "fewest"})
_LEAST = frozenset({"least", "worst", "fewest"})
_IN = frozenset({"in", "within", "across"})
_JOINTS = frozenset({"vs", "versus", "and", "or", "against"})
_LONGEST = 2  # words of a place


def with_places_first(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `Japan sales` where such a sum is meant, unless rows have places of their own."""
    heads = _heads(catalog)
    if not heads:
        return tuple(tokens)

    found, at = list[Token](), 0
    while at < len(tokens):
        stop, said = _said_at(tokens, at, heads)
        found += [_word(tokens[at], each) for each in said] if said else [tokens[at]]
        at = stop if said else at + 1

    return tuple(found)


def _heads(catalog: Catalog) -> Mapping[Phrase, str]:
    """The places that sums are told apart by, each with what they are sums of: Japan, of sales."""
    texts = (each for each in catalog.concepts if each.kind == "dimension" and each.type == "string")
    if any(_PLACED & set(phrase_of(each.title)) for each in texts):
        return {}

    return dict(_named(catalog))


def _named(catalog: Catalog) -> Iterator[tuple[Phrase, str]]:
    for each in catalog.concepts:
        words = tuple(word for word in phrase_of(each.title) if word != "total")
        is_sum = each.kind == "measure" and each.agg_type == "sum" and words[-1:] != ()
        if is_sum and words[-1] in _HEADS and _is_place(words[:-1]):
            yield words[:-1], "sales" if words[-1] == "sale" else words[-1]


def _is_place(words: Phrase) -> bool:
    lands = words_that_are("lands")
    return bool(words) and words[-1] in lands and all(each in _SIDES for each in words[:-1])


def _said_at(tokens: Sequence[Token], at: int, heads: Mapping[Phrase, str]) -> tuple[int, Sequence[str]]:
    """The words to say instead of those from a place on, and where these end."""
    form = tokens[at].form
    if form in heads.values() or form == "sale":
        return _compared(tokens, at, heads)

    begin = at + 1 if tokens[at].text.lower() in _SOLD else at
    begin += [each.form for each in tokens[begin : begin + 1]] == ["the"]
    most = tokens[begin].form if begin < len(tokens) else ""
    is_popular = tokens[at].form == "most" and [each.form for each in tokens[at + 1 : at + 2]] == ["popular"]
    stop = at + 2 if is_popular else begin + 1
    asks_what = at > 0 and tokens[at - 1].form in ("what", "which", "who")
    if not is_popular and (begin == at or most not in _MOST or asks_what):
        return at, ()

    place, end = _place_at(tokens, stop, heads)
    if not place:
        return at, ()

    rank = "least" if most in _LEAST and not is_popular else "most"
    return end, ("with", "the", rank, *place, heads[place])


def _compared(tokens: Sequence[Token], at: int, heads: Mapping[Phrase, str]) -> tuple[int, Sequence[str]]:
    """`sales in North America vs Europe` as the sales of both."""
    first, middle = _place_at(tokens, at + 1, heads)
    is_joint = middle < len(tokens) and tokens[middle].form in _JOINTS
    second, end = _place_at(tokens, middle + 1, heads, has_in=False) if first and is_joint else ((), 0)
    if not second:
        return at, ()

    return end, (*first, heads[first], tokens[middle].text, *second, heads[second])


def _place_at(
    tokens: Sequence[Token], at: int, heads: Mapping[Phrase, str], *, has_in: bool = True
) -> tuple[Phrase, int]:
    """The place that is named behind `in`, and where its name ends."""
    forms = tuple(each.form for each in tokens)
    if at < len(forms) and forms[at] in _IN:
        at += 1
    elif has_in:
        return (), at

    at += forms[at : at + 1] == ("the",)
    sizes = range(_LONGEST, 0, -1)
    size = next((size for size in sizes if forms[at : at + size] in heads), 0)
    return (forms[at : at + size], at + size) if size else ((), at)


def _word(token: Token, said: str) -> Token:
    return replace(token, text=said, form=phrase_of(said)[0] if phrase_of(said) else said, before=" ")
