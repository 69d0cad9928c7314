"""Values that are written as short codes: ACT for active, DRP for dropped, PG for postgrad."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations, pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.semantic.search.thesaurus import is_word
from svcchat_magic.semantic.search.value_lists import FoundValue

_SHORTEST, _LONGEST = 3, 5  # letters of a code
_LEAST_LEFT_OUT = 2
_SHORTEST_WORD, _LONGEST_WORD = 4, 20
_PART = 4  # letters of one of the two words that a compound is made of
_MOST_CONSONANTS = 8  # behind the first letter
_MOST, _CACHED = 6, 500  # words of a question that may be written so
_VOWELS = frozenset("aeiou")
_NAMED_BY_CODES = frozenset(
    (
        "airport", "origin", "dest", "destination", "iata", "icao", "station", "port", "stop", "terminal",
        "country", "currency", "ticker", "symbol", "carrier", "airline", "language", "timezone", "exchange",
    )
)  # fmt: skip


def words_in_short(tokens: Sequence[Token], known: frozenset[str]) -> tuple[str, ...]:
    """The words of a question that the data may hold as codes: what the model has no name for."""
    words = keywords()
    pairs = (each for each in map("-".join, _hyphened(tokens)) if each not in known)
    found = (
        each.form
        for each, behind in zip(tokens, (*tokens[1:], None), strict=True)
        if each.form.isalpha()
        and each.form.isascii()
        and codes_for(each.form)
        and each.form not in known
        and each.form not in words.function
        and (_is_state(each, behind) or not (each.form in words.light or (each.form,) in words.meanings))
    )
    return tuple(dict.fromkeys((*pairs, *found)))[:_MOST]


def said_for(value: str, tokens: Sequence[Token]) -> str:
    """What a question has for a code; empty for a value that is none of its words'."""
    said = {each.form: each.text for each in tokens} | {
        "-".join(each): "-".join(each) for each in _hyphened(tokens)
    }
    return next((text for form, text in said.items() if is_code_of(value, form)), "")


def _hyphened(tokens: Sequence[Token]) -> Iterator[Phrase]:
    """Words that a hyphen joins: part-time."""
    for one, other in pairwise(tokens):
        if other.before == "-" and one.form.isalpha() and other.form.isalpha():
            yield one.form, other.form


def _is_state(token: Token, behind: Token | None) -> bool:
    """Whether a word of the grammar may be a state of rows as well: dropped, drops, open orders."""
    return (
        token.text.lower().endswith("ed")
        or _is_several(token)
        or (behind is not None and _is_several(behind))
    )


def _is_several(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


@lru_cache(maxsize=_CACHED)
def codes_for(word: str) -> frozenset[str]:
    """Every code that may stand for a word, in lower case: how it begins, some consonants, initials."""
    if not _SHORTEST_WORD <= len(word) <= _LONGEST_WORD:
        return frozenset()

    if "-" in word:
        return frozenset({"".join(each[0] for each in word.split("-"))})

    sizes = range(_SHORTEST, min(_LONGEST, len(word) - _LEAST_LEFT_OUT) + 1)
    rest = [each for each in word[1:] if each not in _VOWELS][:_MOST_CONSONANTS]
    whole = word[0] + "".join(rest)
    bare = (word[0] + "".join(each) for size in sizes[:2] for each in combinations(rest, size - 1))
    without = (whole,) if _SHORTEST <= len(whole) <= _LONGEST and whole != word else ()  # sck of sick
    return frozenset((*(word[:size] for size in sizes), *bare, *without, *_initials(word)))


def is_code_of(value: str, word: str) -> bool:
    """Whether capital letters are the beginning of a word, or some of its consonants in their order."""
    return len(value) <= _LONGEST and value.isupper() and value.lower() in codes_for(word)


def codes_of(
    words: Sequence[str], rows: Iterable[FoundValue]
) -> Iterator[tuple[tuple[int, Phrase], list[str]]]:
    """The codes that may stand for a word, by the place of their column and the word's parts.

    Of several codes one that the word begins with is meant.
    """
    found: dict[tuple[int, str], list[str]] = {}
    for row in rows:
        for word in (each for each in words if is_code_of(row.value, each)):
            found.setdefault((row.place, word), []).append(row.value)

    for (at, word), values in found.items():
        begun = [each for each in values if word.startswith(each.lower())]
        yield (at, tuple(word.split("-"))), begun or values


def is_of_names(words: Set[str]) -> bool:
    """Whether the codes of a column are those of many places or firms: CLT is an airport, no cancellation."""
    return not _NAMED_BY_CODES.isdisjoint(words)


def _initials(word: str) -> frozenset[str]:
    """The first letters of the two words that a word is made of: `pg` of postgrad."""
    splits = ((word[:at], word[at:]) for at in range(_PART, len(word) - _PART + 1))
    return frozenset(one[0] + other[0] for one, other in splits if is_word(one) and is_word(other))
