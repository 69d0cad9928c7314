"""Long names cut where a word ends, each still another than the rest."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

ELLIPSIS = "…"
_SLIM, _BROAD = frozenset("fijlrtI.,:;'|!()[]{}/- "), frozenset("mwMW@%")
_WIDE = "\u1100"  # where the letters of East Asia begin
_LEAST_SHARE = 0.4  # of the limit: a word that ends earlier leaves too little of a name


def short_names(names: Iterable[str], limit: float) -> dict[str, str]:
    """The names wider than `limit` pixels, each with what is shown of it.

    Those that begin alike keep their ends.
    """
    each = set(names)
    cut = {name: _beginning(name, limit) for name in each if width_of(name) > limit}
    shown = Counter((*cut.values(), *(each - cut.keys())))
    return {name: short if shown[short] == 1 else _both_ends(name, limit) for name, short in cut.items()}


def width_of(text: str) -> float:
    """Pixels of a label of the usual size in the usual letters."""
    return sum(map(_width, text))


def _width(letter: str) -> float:
    if letter in _SLIM:
        return 3.4

    if letter >= _WIDE and letter != ELLIPSIS:
        return 11

    return 9.5 if letter in _BROAD else 7.8 if letter.isupper() else 6.2


def _beginning(name: str, limit: float) -> str:
    room = limit - _width(ELLIPSIS)
    at = _fitting(name, room)
    word = next((end for end in range(at, 0, -1) if _ends_a_word(name, end)), 0)
    if width_of(name[:word]) >= room * _LEAST_SHARE:
        at = word

    return name[:at].rstrip(_BETWEEN) + ELLIPSIS


def _both_ends(name: str, limit: float) -> str:
    begin = _beginning(name, limit / 2)
    at = len(name) - _fitting(name[::-1], limit - width_of(begin))
    starts = range(at, len(name))
    word = next((start for start in starts if _ends_a_word(name, start)), at)
    return begin + name[word:].lstrip(_BETWEEN)


def _fitting(text: str, room: float) -> int:
    """How many letters fit, no mark parted from the letter that it stands on."""
    taken, at = 0.0, 0
    for letter in text:
        taken += _width(letter)
        if taken > room:
            break

        at += 1

    while 0 < at < len(text) and (unicodedata.combining(text[at]) or _JOINER in text[at - 1 : at + 1]):
        at -= 1

    return max(at, 1)


def _ends_a_word(text: str, at: int) -> bool:
    """Whether a word ends before this place; letters of East Asia are words for this."""
    return at == len(text) or text[at] in _BETWEEN or text[at - 1] in "-/" or text[at - 1] >= _WIDE


_BETWEEN = " \t\n,;:·"
_JOINER = "\u200d"
