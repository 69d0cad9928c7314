"""Which of two columns of places a direction means: `from` is of the origin, `to` of the destination."""

from collections.abc import Sequence, Set
from functools import lru_cache

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.spoken import in_english
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept

_CACHED = 10_000  # names of columns
_FARTHEST = 4  # words between a verb and its place: dropped off near the
_BETWEEN = frozenset(
    {
        "(",
        ":",
        ",",
        "either",
        "airport",
        "city",
        "place",
        "station",
        "town",
        "zone",
        "in",
        "at",
        "on",
        "near",
        "within",
        "around",
        "up",
        "off",
        "out",
        "the",
        "a",
        "an",
        "or",
        "and",
    }
)


def is_directed(of: Concept, word: str) -> bool:
    """Whether a column, or its table, is called so that this word before a value means it."""
    towards = keywords().directions.get(word, frozenset())
    return bool(towards & {*words_of(of), *of.cube.lower().split("_")})


def direction_before(forms: Sequence[str], at: int) -> str:
    """The direction that is said before the word at a place: `to Oslo`, `started at the airport`."""
    said = keywords().directions
    for before in range(at - 1, max(at - _FARTHEST, 0) - 1, -1):
        if forms[before] in said:
            is_denied = ("NOT", "not") in keywords().meanings.get(
                tuple(forms[max(before - 1, 0) : before + 1]), ()
            )
            return "" if is_denied else forms[before]  # `apart from Oslo` says nothing of a way

        if way := keywords().ways.get(forms[before]) if before < at - 1 else "":
            return way

        if forms[before] not in _BETWEEN:
            break

    return ""


def said_as(value: object, forms: Sequence[str]) -> tuple[str, ...]:
    """The words of a value with which a question says it, the most of them: `jfk` of JFK Airport."""
    words, said = phrase_of(str(value)), tuple(forms)
    for size in range(len(words), 0, -1):
        for part in (words[at : at + size] for at in range(len(words) - size + 1)):
            if any(said[at : at + size] == part for at in range(len(said))):
                return part

    return ()


def words_of(of: Concept) -> Set[str]:
    """The parts of a column's name, and what they are in English."""
    return _words_of_name(of.name)


@lru_cache(maxsize=_CACHED)
def _words_of_name(name: str) -> frozenset[str]:
    words = name.lower().split("_")
    return frozenset((*words, *(part for each in words for part in (in_english(each) or "").split())))
