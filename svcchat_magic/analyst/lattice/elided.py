"""Nouns said once for two: `delivered vs booked impressions` are delivered impressions and booked ones."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import descriptions_of
from svcchat_magic.analyst.meaning.tree import Concept

Parts = Mapping[str, tuple[tuple[frozenset[str], Concept], ...]]

_JOINTS = frozenset(
    {"vs", "v", "versus", "and", "or", "to", "against", "over", "/", "than", "&", "plus", "minus"}
)
_COMPARING = frozenset({"less", "more", "under", "over", "at", "below", "above", "only", "fewer"})
_PARTS = frozenset({"%", "percent"})
_LONGEST_BOUND = 6  # words from `less` to `percent`
_ARTICLES = frozenset({"the", "its", "their", "all", "our"})
_LONGEST = 4  # words of the name that has the noun
_SURE = 0.9


def elided_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: a word before or behind a joint with the noun of the name at its other side."""
    forms = tuple(each.form for each in tokens)
    parts = descriptions_of(catalog).parts
    for at in range(1, len(forms) - 1):
        behind = _behind(forms, at)
        if not behind or tokens[at - 1].is_mark:
            continue

        for stop in range(behind + 2, min(behind + _LONGEST, len(forms)) + 1):
            yield from _alike(forms, at - 1, range(behind, stop), parts)

        for start in range(max(at - _LONGEST, 0), at - 1):
            yield from _alike(forms, behind, range(start, at), parts)


def _alike(forms: tuple[str, ...], at: int, span: range, parts: Parts) -> Iterator[Item]:
    """What a word means with all words but one of another measure's name."""
    whole = set(_measures(tuple(forms[each] for each in span), parts)) if at < len(forms) else set()
    for own in span if whole else ():
        named = _measures((forms[at], *(forms[each] for each in span if each != own)), parts)
        yield from (Item("MEASURE", at, at + 1, each, _SURE) for each in named if whole - {each})


def _behind(forms: Sequence[str], at: int) -> int:
    """Where the second name begins behind a joint: `vs`, or `less than 90 % of the`; 0 without one."""
    if forms[at] in _JOINTS:
        return at + 1 + (forms[at + 1] == "." and at + 2 < len(forms))

    parts = [
        place for place in range(at + 1, min(at + _LONGEST_BOUND, len(forms) - 1)) if forms[place] in _PARTS
    ]
    if forms[at] not in _COMPARING or not parts or forms[parts[0] + 1] != "of":
        return 0

    return parts[0] + 2 + (parts[0] + 2 < len(forms) and forms[parts[0] + 2] in _ARTICLES)


def _measures(phrase: tuple[str, ...], parts: Parts) -> Iterator[Concept]:
    """The measures that are called by these words, in whichever order."""
    return (of for words, of in parts.get(phrase[0], ()) if words == frozenset(phrase))
