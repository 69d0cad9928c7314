"""Sums that are told apart by place in their names: `sold the most in Japan` of a column of such sales."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.places_of_deeds import Places, place_at, with_places_of_deeds, worded
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.inference.column_words import words_that_are

_HEADS = frozenset({"sale", "revenue"})
_JOINTS = frozenset({"vs", "versus", "and", "or", "against", ","})
_MOST_JOINTS = 2  # `Europe, and Japan`
_SIDES = frozenset({"north", "south", "latin", "central", "west", "east"})
_PLACED = frozenset({"country", "region", "nation", "continent", "market", "territory", "area"})
_SOLD = frozenset({"sold", "sell", "sells", "selling"})
_MOST = frozenset({"most", "best", "least", "worst", "fewest"})
_LEAST = frozenset({"least", "worst", "fewest"})


def with_places_first(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `Japan sales` where such a sum is meant, unless rows have places of their own."""
    heads = places_of_sums(catalog)
    if not heads:
        return tuple(tokens)

    tokens = with_places_of_deeds(tokens, heads)
    found, at = list[Token](), 0
    while at < len(tokens):
        stop, said = _said_at(tokens, at, heads)
        found += [worded(tokens[at], each) for each in said] if said else [tokens[at]]
        at = stop if said else at + 1

    return tuple(found)


def places_of_sums(catalog: Catalog) -> Places:
    """The places that sums are told apart by, each with its name in them and what they are sums of."""
    texts = (each for each in catalog.concepts if each.kind == "dimension" and each.type == "string")
    if any(_PLACED & set(phrase_of(each.title)) for each in texts):
        return {}

    return dict(_named(catalog))


def _named(catalog: Catalog) -> Iterator[tuple[Phrase, tuple[Phrase, str]]]:
    for each in catalog.concepts:
        words = tuple(word for word in phrase_of(each.title) if word != "total")
        is_sum = each.kind == "measure" and each.agg_type == "sum" and words[-1:] != ()
        if is_sum and words[-1] in _HEADS and _is_place(words[:-1]):
            noun = "sales" if words[-1] == "sale" else words[-1]
            short = tuple(word for word in phrase_of(each.name.replace("_", " ")) if word != "total")[:-1]
            yield from ((place, (words[:-1], noun)) for place in (words[:-1], short) if place)


def _is_place(words: Phrase) -> bool:
    lands = words_that_are("lands")
    return bool(words) and words[-1] in lands and all(each in _SIDES for each in words[:-1])


def _said_at(tokens: Sequence[Token], at: int, heads: Places) -> tuple[int, Sequence[str]]:
    """The words to say instead of those from a place on, and where these end."""
    form = tokens[at].form
    if form in {noun for _, noun in heads.values()} or form == "sale":
        return _listed(tokens, at, heads)

    begin = at + 1 if tokens[at].text.lower() in _SOLD else at
    begin += [each.form for each in tokens[begin : begin + 1]] == ["the"]
    most = tokens[begin].form if begin < len(tokens) else ""
    is_popular = tokens[at].form == "most" and [each.form for each in tokens[at + 1 : at + 2]] == ["popular"]
    stop = at + 2 if is_popular else begin + 1
    asks_what = at > 0 and tokens[at - 1].form in ("what", "which", "who")
    if not is_popular and (begin == at or most not in _MOST or asks_what):
        return at, ()

    place, end = place_at(tokens, stop, heads)
    if not place:
        return at, ()

    rank = "least" if most in _LEAST and not is_popular else "most"
    name, noun = heads[place]
    return end, ("with", "the", rank, *name, noun)


def _listed(tokens: Sequence[Token], at: int, heads: Places) -> tuple[int, Sequence[str]]:
    """`sales in North America, Europe and Japan` as the sales of each."""
    place, end = place_at(tokens, at + 1, heads)
    said, found = list[str](), list[Phrase]()
    while place:
        found.append(place)
        said += (*heads[place][0], heads[place][1])
        at, between = end, list[str]()
        while at < len(tokens) and tokens[at].form in _JOINTS and len(between) < _MOST_JOINTS:
            between.append(tokens[at].text)
            at += 1

        place, behind = place_at(tokens, at, heads, has_in=False) if between else ((), 0)
        said += between if place else []
        end = behind if place else end

    return (end, said) if len(found) > 1 else (at, ())
