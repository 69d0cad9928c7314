"""A question cut into words, each with the form in which words are compared."""

import re
from dataclasses import dataclass
from functools import lru_cache

from svcchat_magic.semantic.search.plurals import many_of_one, one_of_many

_WORD = re.compile(
    r"\d{4}-\d{2}-\d{2}"  # a day
    r"|\d{4}-\d{2}(?![\d-])"  # a month
    r"|\d+(?:/\d+)+"  # 05/2023
    r"|\d+(?:[.,]\d+)+"  # 1,000 and 2.5
    r"|<>|!=|<=|>=|[<>=≤≥]"
    r"|(?<![^\W_])(?i:e[- ]?mail)s?(?![^\W_])"
    r"|[^\W_]+(?:['’][^\W_]+)?"
    r"|[,;?!]"
    r"|\.(?=\s|$)"
    r"|[-–](?=\s*(?i:\d|q[1-4]\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b))"  # a range
)
_UNCOUNTED = frozenset(
    ("staff", "personnel", "equipment", "feedback", "freight", "furniture", "information", "inventory",
     "merchandise", "people", "software", "stock", "traffic")
)  # fmt: skip
_CAPITALS = {"US": "usa"}  # in lower case it is a pronoun
_EMAILS = frozenset(f"e{sign}mail{end}" for sign in ("", "-", " ") for end in ("", "s"))
_PARTICLES = {
    "ins": "in",
    "ups": "up",
    "offs": "off",
    "outs": "out",
    "ads": "ad",
    "tvs": "tv",
}  # of check-ins
_IRREGULAR = {  # of which the ending alone does not tell the noun
    "lens": "lens", "lenses": "lens", "shelves": "shelf", "calves": "calf", "thieves": "thief",
    "halves": "half", "wives": "wife", "goods": "goods",
}  # fmt: skip
_GREEK = frozenset({"analyses", "crises", "diagnoses", "hypotheses", "prognoses", "syntheses", "theses"})
_KEEP_S = ("ss", "us", "is")
_SINGULAR_IN_AS = frozenset(  # galas and cameras are several
    (
        "alias", "andreas", "arkansas", "atlas", "bahamas", "bias", "biogas", "canvas", "christmas", "dallas",
        "douglas", "honduras", "jonas", "kansas", "lucas", "nicholas", "overseas", "pancreas", "pyjamas",
        "roas", "saas", "texas", "thomas", "vegas", "whereas", "xmas",
    )
)  # fmt: skip
_MOST_DIGITS = 9
_CACHED = 10_000  # names and titles, cut up again for each question


@dataclass(frozen=True, slots=True)
class Word:
    """One word or mark: as it was typed, and the form that is compared (lower case, singular)."""

    text: str
    form: str

    @property
    def is_mark(self) -> bool:
        """Whether this is punctuation."""
        return not self.text[0].isalnum()


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text in order, punctuation included."""
    return tuple(Word(found, _CAPITALS.get(found) or singular(found)) for found in _WORD.findall(text))


@lru_cache(maxsize=_CACHED)
def phrase_of(text: str) -> tuple[str, ...]:
    """The compared forms of a name, a title or a value: `created_at` is `("created", "at")`."""
    return tuple(word.form for word in words_of(text) if not word.is_mark)


def whole_number(text: str) -> int | None:
    """The number that digits are; none beyond nine of them: Python does not read thousands."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def plural(noun: str) -> str:
    """The plural of a lower-case noun: product, country, class, series, staff."""
    if noun == "lens":
        return "lenses"

    if several := many_of_one(noun):
        return several

    if noun.rpartition(" ")[2] in _UNCOUNTED:
        return noun

    if noun.endswith("is") and len(noun) > len("axis"):
        return f"{noun[:-2]}es"

    if noun.endswith(("ss", "us", "ch", "sh", "x")):
        return f"{noun}es"

    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"

    return noun if noun.endswith("s") else f"{noun}s"


@lru_cache(maxsize=_CACHED)
def singular(word: str) -> str:
    """Lower case without a possessive and without the plural's ending."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    if low in _EMAILS:
        return "email"

    if low in _IRREGULAR:
        return _IRREGULAR[low]

    if len(low) <= 3 or low[-1] != "s":
        return _PARTICLES.get(low, low)

    if low in _GREEK:
        return f"{low[:-2]}is"

    if one := one_of_many(low):
        return one

    return low if low.endswith(_KEEP_S) or low in _SINGULAR_IN_AS else low[:-1]


def is_several(noun: str) -> bool:
    """Whether a lower-case noun stands for more than one: orders, people."""
    return noun == "people" or singular(noun) != noun


def plain_text(text: str) -> str:
    """A name from the data without power over the Markdown around it."""
    cleaned = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~" else sign for sign in cleaned)
