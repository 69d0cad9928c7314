"""Nouns said once for two: `delivered vs booked impressions` are delivered impressions and booked ones."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import descriptions_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.parsing.chart import Item

Parts = Mapping[str, tuple[tuple[frozenset[str], Concept], ...]]

_JOINTS = frozenset({"vs", "v", "versus", "and", "or", "to", "against", "over", "/", "than", "&"})
_COMPARING = frozenset({"less", "more", "under", "over", "at", "below", "above", "only", "fewer"})
_PARTS = frozenset({"%", "percent"})
_LONGEST_BOUND = 6  # words from `less` to `percent`
_ARTICLES = frozenset({"the", "its", "their", "all", "our"})
_LONGEST = 4  # words of the name that has the noun
_SURE = 0.9


def elided_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: a word before a joint with the end of a name behind it, where both are measures."""
    forms = tuple(each.form for each in tokens)
    parts = descriptions_of(catalog).parts
    for at in range(1, len(forms) - 2):
        behind = _behind(forms, at)
        if not behind or tokens[at - 1].is_mark:
            continue

        for stop in range(behind + 2, min(behind + _LONGEST, len(forms)) + 1):
            whole = set(_measures(forms[behind:stop], parts))
            for own in range(behind, stop):
                noun = (each for place, each in enumerate(forms[behind:stop], behind) if place != own)
                named = _measures((forms[at - 1], *noun), parts)
                yield from (Item("MEASURE", at - 1, at, each, _SURE) for each in named if whole - {each})


def _behind(forms: Sequence[str], at: int) -> int:
    """Where the second name begins behind a joint: `vs`, or `less than 90 % of the`; 0 without one."""
    if forms[at] in _JOINTS:
        return at + 1 + (forms[at + 1] == ".")

    parts = [
        place for place in range(at + 1, min(at + _LONGEST_BOUND, len(forms) - 1)) if forms[place] in _PARTS
    ]
    if forms[at] not in _COMPARING or not parts or forms[parts[0] + 1] != "of":
        return 0

    return parts[0] + 2 + (parts[0] + 2 < len(forms) and forms[parts[0] + 2] in _ARTICLES)


def _measures(phrase: tuple[str, ...], parts: Parts) -> Iterator[Concept]:
    """The measures that are called by these words, in whichever order."""
    return (of for words, of in parts.get(phrase[0], ()) if words == frozenset(phrase))
