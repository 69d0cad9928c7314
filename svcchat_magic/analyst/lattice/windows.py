"""Numbers that are each of a stretch of time by their name: delinquencies in the past 2 years, `delinq_2yrs`.

Who says the same stretch beside such a number names it, and asks for no rows of that time.
"""

import re
from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem

_WINDOW = re.compile(r"_(\d+)_?(y(?:ea)?rs?|mths?|months?|mos?|days?|wks?|weeks?)$")
_UNITS = {"y": "year", "m": "month", "d": "day", "w": "week"}
_PAST = frozenset({"past", "last", "previous", "preceding"})
_FARTHEST = 4  # words from the number's name to the stretch


def without_windows(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without `in the past 2 years` behind the name of a number of these."""
    windows = tuple(_windows(catalog))
    found = list(tokens)
    for at in range(len(found) - 1, 0, -1) if windows else ():
        stop, number, unit = _stretch_at(found, at)
        before = {stem(each.form) for each in found[max(at - _FARTHEST, 0) : at]}
        if any((number, unit) == (size, of) and not before.isdisjoint(names) for names, size, of in windows):
            del found[at:stop]

    return tuple(found)


def _windows(catalog: Catalog) -> Iterator[tuple[frozenset[str], int, str]]:
    """The words of such numbers, with how many units of time each is of."""
    for each in catalog.concepts:
        match = _WINDOW.search(each.name.lower())
        if match and each.type == "number":
            names = frozenset(map(stem, phrase_of(each.title)))
            yield names, int(match[1]), _UNITS[match[2][0]]


def _stretch_at(tokens: Sequence[Token], at: int) -> tuple[int, int, str]:
    """`in the past 2 years`: where it ends, how many, and of which unit; no unit where there is none."""
    stop = at + (tokens[at].form in ("in", "within", "over"))
    stop += stop > at and stop < len(tokens) and tokens[stop].form == "the"
    if stop + 2 >= len(tokens) or stop == at or tokens[stop].form not in _PAST:
        return at, 0, ""

    return stop + 3, int(number_of(tokens[stop + 1]) or 0), tokens[stop + 2].form
