"""`more than 18 months ago`, `less than 3 days ago`: before or since a day that long before today."""

from datetime import date

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.language.time_words import Phrase

_LONGEST_WAY = 3  # words of `no more than`
_WAYS = (">", ">=", "<", "<=")


def so_long_ago(phrase: Phrase, at: int) -> tuple[Period, int] | None:
    """The period that words from a comparison on mean, and where they end."""
    for size in range(_LONGEST_WAY, 0, -1):
        words = tuple(phrase.at(place) for place in range(at, at + size))
        said = {way for category, way in keywords().meanings.get(words, ()) if category == "CMP"}
        found = _ago(phrase, at + size) if said & set(_WAYS) else None
        if found is not None:
            return _period(next(each for each in _WAYS if each in said), found[0], phrase.today), found[1]

    return None


def _ago(phrase: Phrase, at: int) -> tuple[date, int] | None:
    number = 1 if phrase.at(at) in phrase.words.few else phrase.number(at)
    unit, behind = phrase.unit(at + 1), phrase.behind(at + 2, "ago")
    if not number or not unit or not behind:
        return None

    months = {"half": ("month", 6), "quarter": ("month", 3)}.get(unit, (unit, 1))
    return add(phrase.today, months[0], -number * months[1]), behind


def _period(way: str, edge: date, today: date) -> Period:
    if way in ("<", "<="):
        return Period(edge, add(today, "day", 1))

    return Period(None, edge if way == ">" else add(edge, "day", 1))
