"""Words as search compares them: cut from names and sentences, in one spelling, singular, and as stems."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.plurals import one_of_many

_CACHED = 10_000  # words: a model says the same ones again and again
_HUMPS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W\d_]{4,}|[^\W_]+")  # address1 is two words, co2 is one
_BRITISH = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        (r"(?<=..)our(?=$|s$|ed$|ing$|ite|able|hood)", "or"),  # colour, favourite, neighbourhood
        (r"(?<=[^aeiou][iy])s(?=e$|es$|ed$|er$|ers$|ing$|ation)", "z"),  # utilise, analyse
        (r"(?<=[aeiou][bt])re(?=$|s$)|(?<=[nb][t])re(?=$|s$)", "er"),  # litre, centre
        (r"(?<=og)ue(?=$|s$)", ""),  # catalogue
        (r"(?<=gram)me(?=$|s$)", ""),
        (r"(?<=[^aeiou])ae(?=[mdst])|(?<=[^aeiou])oe(?=[st]r|soph|dem)", "e"),  # anaemia, oestrogen
    )
)
_KEEP_S = ("ss", "us", "is", "as", "ous")
_ENDINGS = (  # and how many letters must be left
    ("izations", 3), ("ization", 3), ("ations", 3), ("ation", 3), ("ements", 4), ("ement", 4), ("ments", 4),
    ("ment", 4), ("ities", 4), ("ings", 3), ("ance", 4), ("ence", 4), ("ancy", 4), ("ency", 4), ("ally", 4),
    ("able", 4), ("ible", 4), ("ness", 4), ("ity", 4), ("ion", 4), ("ive", 4), ("ing", 3), ("ers", 5),
    ("ors", 5), ("ize", 4), ("est", 5), ("ed", 3), ("er", 5), ("or", 5), ("ly", 3), ("al", 5), ("ic", 5),
    ("y", 5), ("e", 5),
)  # fmt: skip
RATED = {"rating": "rating", "ratings": "rating", "rated": "rating"}  # a rating is no rate
_SHORT = 3
_NOUNS = {
    "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth", "mice": "mouse",
    "geese": "goose", "criteria": "criterion", "people": "person", "lives": "life",
}  # fmt: skip
_DOUBLED = ("ll", "ss", "zz", "ff", "dd")  # as words of one syllable end
_AFTER_E = ("ed", "ing", "ings")
_SYLLABLE = re.compile(r"[^aeiouy]*[aeiouy][^aeiouywx]")  # hired is of hire, landed of land
_VOWELS = re.compile(r"[aeiouy]+")


def tokens(text: str) -> tuple[str, ...]:
    """The words of a name or a sentence in lower case without accents: `jobTitle` is job and title."""
    humps = _HUMPS.sub(" ", text.replace("’", "'").replace("'s ", " "))
    return tuple(_WORD.findall(humps.lower() if humps.isascii() else _without_accents(humps)))


@lru_cache(maxsize=_CACHED)
def form(token: str) -> str:
    """The singular in American spelling; for two words of the same meaning here it is the same."""
    terms = business_terms()
    singular = terms.irregular.get(token) or _singular(token)
    return american(singular)


@lru_cache(maxsize=_CACHED)
def written_form(token: str) -> str:
    """The same, where a form of a verb is a word of its own: what was paid is no pay."""
    return _NOUNS.get(token) or american(_singular(token))


def american(word: str) -> str:
    """The word with American endings. It is compared only, so that `exercize` does no harm."""
    known = business_terms().spelling.get(word)
    if known or len(word) <= _SHORT + 1:
        return known or word

    for british, ending in _BRITISH:
        word = british.sub(ending, word)

    return word


@lru_cache(maxsize=_CACHED)
def stem(word: str) -> str:
    """What a form shares with the words derived from it: deliver for delivered and delivery."""
    if word in RATED:
        return RATED[word]

    for ending, left in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= left:
            bare = word.removesuffix(ending)
            is_cut = ending in _AFTER_E and _SYLLABLE.fullmatch(bare)
            return f"{bare}e" if is_cut else _undoubled(bare)

    return _undoubled(word)


def lemmas(token: str) -> Iterator[str]:
    """The forms under which a dictionary may have a word: hottest is hot, invoiced is invoice."""
    terms = business_terms()
    yield token
    yield from (each for each in (terms.irregular.get(token), terms.spelling.get(token)) if each)
    singular = _singular(token)
    yield singular
    yield american(singular)
    for ending in ("ed", "ing", "er", "est"):
        if singular.endswith(ending) and len(singular) - len(ending) > 1:
            bare = singular.removesuffix(ending)
            yield from (bare, f"{bare}e", _undoubled_end(bare))
            yield f"{bare[:-1]}y" if bare.endswith("i") else bare


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _singular(word: str) -> str:
    if len(word) <= _SHORT or not word.endswith("s"):
        return word

    return one_of_many(word) or (word if word.endswith(_KEEP_S) else word[:-1])


def _undoubled(word: str) -> str:
    """The last letter once: shipp is ship, cancell is cancel; of one syllable, call and pass stay."""
    word = f"{word[:-1]}y" if word.endswith("i") else word
    is_long = len(_VOWELS.findall(word)) > 1
    return _undoubled_end(word) if is_long or not word.endswith(_DOUBLED) else word


def _undoubled_end(word: str) -> str:
    return word[:-1] if len(word) > _SHORT and word[-1] == word[-2] else word
