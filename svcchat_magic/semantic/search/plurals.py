"""The singular of plurals whose ending does not tell it: movies and cities, caches and churches."""

from collections.abc import Iterator
from functools import lru_cache

from svcchat_magic.semantic.search.wordnet import wordnet

_CACHED = 10_000  # words: questions and models say the same ones again and again
_SHORTEST = 4  # letters of a plural with such an ending
# What may stand instead of an ending, the likeliest first; what the dictionary has none of has the default.
_ENDINGS = (
    ("sses", ("ss",), "ss"),
    ("ches", ("ch", "che"), "ch"),
    ("shes", ("sh", "she"), "sh"),
    ("xes", ("x", "xis", "xe"), "x"),
    ("zzes", ("zz", "z"), "zz"),
    ("zes", ("ze", "z"), "ze"),
    ("ses", ("se", "s", "sis"), "se"),
    ("oes", ("oe", "o"), "oe"),
    ("ves", ("ve", "f", "fe"), "ve"),
)

_WITH_E = frozenset(  # photos and videos are written without
    (
        "buffalo", "cargo", "domino", "echo", "hero", "mango", "mosquito", "potato", "tomato", "torpedo",
        "veto", "volcano",
    )
)  # fmt: skip
_IN_VES = frozenset(  # beliefs and roofs are not
    (
        "calf", "elf", "half", "hoof", "knife", "leaf", "life", "loaf", "scarf", "self", "sheaf", "shelf",
        "thief", "wharf", "wife", "wolf",
    )
)  # fmt: skip


@lru_cache(maxsize=_CACHED)
def one_of_many(word: str) -> str:
    """The singular of a lower-case word with one of these endings; nothing for any other word."""
    if len(word) < _SHORTEST:
        return ""

    if word.endswith("ies"):
        return _one_in_y(word)

    if word.endswith("us") and word not in wordnet() and word[:-1] in wordnet():
        return word[:-1]  # menus and emus, but not a status

    for ending, instead, default in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            bare = word.removesuffix(ending)
            return _first_known(bare, instead) or f"{bare}{default}"

    return ""


def many_of_one(word: str) -> str:
    """The plural of a lower-case noun in -o or -f that takes more than an -s; nothing for any other."""
    if word in _WITH_E:
        return f"{word}es"

    return f"{word.removesuffix('e').removesuffix('f')}ves" if word in _IN_VES else ""


def _one_in_y(word: str) -> str:
    """Of cities city, of movies movie, and series as it is."""
    in_y, in_ie = f"{word[:-3]}y", word[:-1]
    if in_y in wordnet() and not _is_only_a_spelling(in_y, in_ie):
        return in_y

    if word in wordnet():
        return word

    return in_ie if in_ie in wordnet() or len(word) == _SHORTEST else in_y


def _is_only_a_spelling(word: str, usual: str) -> bool:
    """Whether a dictionary has a word as another spelling of the usual one: cooky of cookie."""
    back, there = _likeness(usual, word), _likeness(word, usual)
    return back > there > 0


def _likeness(one: str, other: str) -> float:
    return max((each.likeness for each in wordnet().near(one) if each.words == (other,)), default=0.0)


def _first_known(beginning: str, endings: tuple[str, ...]) -> str:
    found: Iterator[str] = (f"{beginning}{each}" for each in endings)
    return next((each for each in found if each in wordnet()), "")
