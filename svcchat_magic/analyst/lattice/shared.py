"""`surnames shared by more than 40 customers`, `that occur more than 40 times`: those with so many rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_BEING = frozenset({"is", "are", "was", "were", "that", "which"})
_SHARED = (("shared", "by"), ("borne", "by"), ("common", "to"), ("shared", "among"), ("shared", "between"))
_OCCURRING = frozenset({"occur", "occurs", "occurring", "appear", "appears", "appearing"})
_TIMES = frozenset({"time", "times"})
_BOUNDS = frozenset(
    {"more", "at", "fewer", "less", "over", "exactly", "the", "most", "fewest", "than", "least"}
)
_FARTHEST = 5  # words from the verb to `times`


def with_shared(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `with more than 40 customers` for these, behind the name of a text column."""
    forms = tuple(each.text.lower() for each in tokens)
    found, at = list[Token](), 0
    while at < len(tokens):
        stop, said = _said_at(tokens, forms, at, catalog)
        found += [replace(tokens[at], text=each, form=phrase_of(each)[0], before=" ") for each in said]
        found += [] if stop > at else [tokens[at]]
        at = max(stop, at + 1)

    return tuple(_without_again(found)) if len(found) != len(tokens) else tuple(found)


def _said_at(
    tokens: Sequence[Token], forms: Sequence[str], at: int, catalog: Catalog
) -> tuple[int, Sequence[str]]:
    """The words to say instead of those from a place on, and where these end; the same place for none."""
    begin = at
    while begin < len(forms) and forms[begin] in _BEING:
        begin += 1

    text = _text_before(tokens, at, catalog)
    if text is None or begin >= len(forms):
        return at, ()

    stop = next((begin + len(each) for each in _SHARED if tuple(forms[begin : begin + len(each)]) == each), 0)
    if stop and stop < len(forms) and forms[stop] in _BOUNDS:
        return stop, ("with",)

    ends = range(begin + 1, min(begin + 1 + _FARTHEST, len(forms)))
    last = next((end for end in ends if forms[end] in _TIMES), 0)
    if forms[begin] in _OCCURRING and last and forms[begin + 1] in _BOUNDS:
        bound = [each.text for each in tokens[begin + 1 : last]]
        return last + 1, ("with", *bound, plural(catalog.entities[text.cube].noun))

    return at, ()


def _text_before(tokens: Sequence[Token], at: int, catalog: Catalog) -> Concept | None:
    """The text column whose name stands before: of surnames, and of no rows."""
    named = catalog.phrases.get((tokens[at - 1].form,), ()) if at else ()
    texts = (each.of for each in named if isinstance(each.of, Concept) and each.of.kind == "dimension")
    return next((each for each in texts if each.type == "string"), None)


def _without_again(tokens: Sequence[Token]) -> Iterator[Token]:
    """`and by how many` behind these asks for the number that is told anyway."""
    forms = [each.text.lower() for each in tokens]
    tails = ("and", "by", "how", "many"), ("by", "how", "many")
    size = next((len(each) for each in tails if tuple(forms[-len(each) :]) == each), 0)
    kept = list(tokens[: len(tokens) - size] if size else tokens)
    while kept and kept[-1].is_mark and size:
        kept.pop()

    function = keywords().function
    yield from kept if any(each.form not in function for each in kept) else tokens
