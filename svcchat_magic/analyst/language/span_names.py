"""Names of stretches of time that are no dates: the season 2024/25, the term 2024FA, WS 23/24, FY24."""

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.periods import add

LONGEST = 6  # tokens of a name
_MOST_LETTERS = 40
_TWO_YEARS = re.compile(r"(?:\b[sfa]y)?(?<!\d)(\d{4}|\d{2})\s?[/–-]\s?(\d{4}|\d{2})(?!\d)")
_CODE = re.compile(r"(\d{4}|['’]?\d{2})[\s/_-]?([a-z]+\d?)|([a-z]+\d?)[\s/_-]?(\d{4}|['’]?\d{2})")
_YEAR = re.compile(r"\d{4}")
_FISCAL = re.compile(r"fy[\s'’]?(\d{4}|\d{2})")
_BETWEEN = re.compile(r"\s+")
_LATEST_SHORT = 70  # '69 is 2069, '70 is 1970


@dataclass(frozen=True, slots=True)
class SpanName:
    """What a name of a stretch says: its first day, about, and how many months it lasts at the most.

    `kind` tells terms of a year apart; two names with the same kind and first day are of one stretch.
    """

    start: date
    months: int
    kind: str

    @property
    def end(self) -> date:
        """The day by when it is over in any case."""
        return add(self.start, "month", self.months)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the year: from which month on, and for how many months at the most."""

    kind: str
    month: int
    months: int


def span_named(text: str) -> SpanName | None:
    """What a text names, where it is the name of a stretch and nothing else."""
    if len(text) > _MOST_LETTERS:
        return None

    words = _BETWEEN.split(text.strip().lower())
    bare = " ".join(each for each in words if each not in _words().empty)
    kind = "year" if _words().fiscal.isdisjoint(words) else "fiscal"
    return _two_years(bare) or _fiscal(bare) or _plain_year(bare, kind) or _term(bare) if bare else None


def span_nouns() -> tuple[frozenset[str], ...]:
    """The nouns of such stretches; those of one group can stand for each other."""
    return _words().nouns


def kind_of_season(word: str) -> str:
    """The kind of term that a season of the year is, or empty."""
    words = _words()
    return words.parts[word].kind if word in words.seasons else ""


def _two_years(text: str) -> SpanName | None:
    """`2024/25`, `24-25`, and a winter over two years."""
    found = _TWO_YEARS.search(text)
    if found is None:
        return None

    first, last = _year(found[1]), _year(found[2])
    is_next = last % 100 == (first + 1) % 100 and len(found[1]) >= len(found[2])
    rest = (text[: found.start()] + text[found.end() :]).strip(" -/")
    if not is_next or not 1900 <= first < 2200:
        return None

    if not rest:
        return SpanName(date(first, 7, 1), 15, "years")

    part = _words().parts.get(rest)
    if part is None:
        return None

    in_second = part.kind in ("spring", "summer")
    return SpanName(
        date(first + in_second, 10 if part.kind == "winter" else part.month, 1), part.months, part.kind
    )


def _fiscal(text: str) -> SpanName | None:
    found = _FISCAL.fullmatch(text)
    return SpanName(date(_year(found[1]), 1, 1), 12, "fiscal") if found else None


def _plain_year(text: str, kind: str) -> SpanName | None:
    is_year = _YEAR.fullmatch(text) and 1900 <= int(text) < 2200
    return SpanName(date(int(text), 1, 1), 12, kind) if is_year else None


def _term(text: str) -> SpanName | None:
    """`2024FA`, `Fall 2024`, `WS23`, `T1 2024`."""
    found = _CODE.fullmatch(text)
    if found is None:
        return None

    part = _words().parts.get(found[2] or found[3]) or _numbered(found[2] or found[3])
    year = _year(found[1] or found[4])
    return (
        SpanName(date(year, part.month, 1), part.months, part.kind) if part and 1900 <= year < 2200 else None
    )


def _numbered(text: str) -> _Part | None:
    """`t1`, the first of three terms; `s2`, the second of two semesters."""
    parts = _words().lengths.get(text[:-1])
    number = int(text[-1]) if text[-1].isdecimal() else 0
    if not parts or not 1 <= number <= parts:
        return None

    months = 12 // parts
    return _Part(f"{number} of {parts}", 1 + (number - 1) * months, months)


def _year(digits: str) -> int:
    bare = digits.lstrip("'’")
    number = int(bare)
    return number if len(bare) == 4 else number + (2000 if number < _LATEST_SHORT else 1900)


@dataclass(frozen=True)
class _Words:
    parts: dict[str, _Part]
    seasons: frozenset[str]
    lengths: dict[str, int]
    empty: frozenset[str]
    fiscal: frozenset[str]
    nouns: tuple[frozenset[str], ...]


@cache
def _words() -> _Words:
    text = files("svcchat_magic.analyst.language").joinpath("span_names.toml").read_text("utf-8")
    data = tomllib.loads(text)
    parts = {
        name: _Part(kind, each["month"], each["months"])
        for kind, each in data["parts"].items()
        for name in (*each["seasons"], *each["codes"])
    }
    seasons = frozenset(name for each in data["parts"].values() for name in each["seasons"])
    nouns = tuple(map(frozenset, data["nouns"]))
    empty, fiscal = frozenset(data["empty"]), frozenset(data["fiscal"])
    return _Words(parts, seasons, data["lengths"], empty, fiscal, nouns)
