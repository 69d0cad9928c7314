"""The words of dates and stretches of time, read once from `calendar.toml`."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

Forms = tuple[str, ...]
_LONG = 6  # letters


@dataclass(frozen=True)
class CalendarWords:
    """What single words and phrases of compared forms mean in the calendar."""

    months: Mapping[str, int]
    full_months: frozenset[str]
    doubtful_months: frozenset[str]
    weekdays: Mapping[str, int]  # Monday is 1
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    few: frozenset[str]
    units: Mapping[str, str]
    seasons: Mapping[str, int]  # the first month
    words: Mapping[str, tuple[Forms, ...]]
    ranges: Mapping[str, tuple[Forms, ...]]
    hours: Mapping[str, str]  # the kind of a word behind a number: morning, afternoon, clock; noon alone
    days: Mapping[Forms, int]  # from today
    to_date: Mapping[str, str]
    holidays: Mapping[Forms, str]
    vague_before: frozenset[Forms]
    vague_before_of: frozenset[Forms]
    vague_behind: frozenset[Forms]

    @cached_property
    def long_words(self) -> frozenset[str]:
        """Names that a slip can be mended to: a short one could be any other word."""
        names = (*self.full_months, *self.weekdays, *(phrase[0] for phrase in self.days))
        return frozenset(each for each in names if len(each) >= _LONG)


@cache
def calendar_words() -> CalendarWords:
    """The words that ship with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("calendar.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return CalendarWords(
        months=_numbered(data["months"]),
        full_months=frozenset(each[0] for each in data["months"]),
        doubtful_months=frozenset(data["months_also_words"]),
        weekdays=_numbered(data["weekdays"]),
        numbers={name: number for number, name in enumerate(data["numbers"])},
        ordinals=_numbered(data["ordinals"]),
        few=frozenset(data["few"]),
        units={name: unit for unit, names in data["units"].items() for name in names},
        seasons=data["seasons"],
        words=_phrases(data["words"]),
        ranges=_phrases(data["ranges"]),
        hours={name: kind for kind, names in data["hours"].items() for name in names},
        days={tuple(phrase.split()): days for phrase, days in data["days"].items()},
        to_date=data["to_date"],
        holidays={tuple(phrase.split()): rule for phrase, rule in data["holidays"].items()},
        vague_before=_forms(data["vague"]["before"]),
        vague_before_of=_forms(data["vague"]["before_of"]),
        vague_behind=_forms(data["vague"]["behind"]),
    )


def _numbered(names: Iterable[Iterable[str]]) -> Mapping[str, int]:
    return {name: number for number, spellings in enumerate(names, 1) for name in spellings}


def _forms(phrases: Iterable[str]) -> frozenset[Forms]:
    return frozenset(tuple(each.split()) for each in phrases)


def _phrases(section: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[Forms, ...]]:
    """The longest phrase of each kind first."""
    return {
        kind: tuple(sorted((tuple(each.split()) for each in phrases), key=lambda each: -len(each)))
        for kind, phrases in section.items()
    }
