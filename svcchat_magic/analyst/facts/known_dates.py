"""The dates that a turn speaks of: those of its rows, of its queries and of its question."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from svcchat_magic.analyst.sentences.readable import without
from svcchat_magic.analyst.sentences.relative_dates import RelativeDate
from svcchat_magic.analyst.sentences.spoken_dates import Side, SpokenDate, Stretch, spoken_dates

_LITERAL = re.compile(
    r"(<=|>=|<>|!=|<|>|=|\bBETWEEN|\bAND|\bIN\s*\(|,)\s*(?:TIMESTAMP|DATE)?\s*"
    r"'(\d{4}-\d\d-\d\d)(?:[T ][\d:.]+Z?)?'",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\w.'-])((?:19|20|21)\d\d)(?![\w.'-])")
_RELATIVE = re.compile(
    r"\b(?:(?:last|this|next|past|current)\s+(?:year|quarter|month|week|summer|winter|spring|autumn|fall)"
    r"|yesterday|today|tomorrow|gestern|heute|letzte[nrsm]? (?:Jahr|Quartal|Monat|Woche))\b",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"^\W*(?:there\s+(?:was|were|is|are)\s+)?(?:no|none|nothing|kein\w*|nichts)\b[^\d]*$", re.IGNORECASE
)
_SO_FAR = re.compile(r"\b(?:so far|to date|yet|bisher|bis jetzt)\b", re.IGNORECASE)
_KEY = re.compile(r"\d{4}-\d\d-\d\d/\d{4}-\d\d-\d\d")
_ONE_DAY = timedelta(days=1)


def key_of(stretch: Stretch) -> str:
    """A stretch of days as a name that no row has by itself."""
    return f"{stretch[0].isoformat()}/{stretch[1].isoformat()}"


def is_key(name: str) -> bool:
    """Whether a name is that of a stretch."""
    return _KEY.fullmatch(name) is not None


def stretch_of(key: str) -> Stretch:
    """The stretch of a name."""
    first, _, behind = key.partition("/")
    return date.fromisoformat(first), date.fromisoformat(behind)


def stretches_in(sql: str) -> tuple[Stretch, ...]:
    """The stretches of days that a query asks for; one that is open begins or ends with all time."""
    bounds = [(kind, date.fromisoformat(day)) for kind, day in _LITERAL.findall(sql) if _is_day(day)]
    found: list[Stretch] = []
    start = date.min
    for kind, day in bounds:
        match kind.upper():
            case ">=" | ">" | "BETWEEN":
                start = day if kind != ">" else day + _ONE_DAY
                found.append((start, date.max))
            case "<" | "<=" | "AND":
                end = day if kind == "<" else day + _ONE_DAY
                found.append((start, end) if start < end else (date.min, end))
            case _:
                found.append((day, day + _ONE_DAY))

    years = [(date(int(each), 1, 1), date(int(each) + 1, 1, 1)) for each in _YEAR.findall(sql)]
    return tuple(dict.fromkeys((*found, *years)))


@dataclass
class KnownDates:
    """Which dates a sentence may name."""

    question: str
    stretches: frozenset[Stretch]  # of rows, queries and periods

    def unknown(self, text: str, dates: Iterable[SpokenDate], relative: Sequence[RelativeDate] = ()) -> str:
        """A date, or a word such as `yesterday`, that this turn does not speak of; or nothing."""
        found = (
            text[each.start : each.end]
            for each in dates
            if not self._is_known(each)
            and not any(self.is_missing(text, one) or self._has_begun(text, one) for one in self._meant(each))
        )
        asked = self.question.casefold()
        read = [each for each in relative if each.keys_in(self.stretches)]
        bare = without(text, read)
        words = (each for each in _RELATIVE.findall(bare) if each.casefold() not in asked)
        odd = (text[each.start : each.end] for each in relative if each not in read)
        return (
            next(found, "")
            or next(words, "")
            or next((each for each in odd if each.casefold() not in asked), "")
        )

    def keys(self, spoken: SpokenDate) -> Iterator[str]:
        """The names of the stretches that a date is exactly."""
        for each in self._meant(spoken):
            if each in self.stretches:
                yield key_of(each)

    def start(self, spoken: SpokenDate) -> date | None:
        """The day that a date begins with, where something that the turn speaks of begins then."""
        return next((one for one, _ in self._meant(spoken) if one in self._starts), None)

    def end(self, spoken: SpokenDate) -> date | None:
        """The day behind a date, where something that the turn speaks of ends then."""
        return next((two for _, two in self._meant(spoken) if two in self._ends), None)

    def _is_known(self, spoken: SpokenDate) -> bool:
        meant = list(self._meant(spoken))
        known = (each in self.stretches or self._covers(each) or self._is_made_up(each) for each in meant)
        if any(known) or self._is_asked(spoken):
            return True

        return any(self._is_end(each, spoken.side) for each in meant)

    def is_missing(self, text: str, stretch: Stretch) -> bool:
        """Whether a text says that there is nothing in a stretch that was asked for and that no row is of."""
        if not _ABSENT.search(text):
            return False

        around = [each for each in self._closed if each[0] <= stretch[0] and stretch[1] <= each[1]]
        inside = (each for each in self._closed if each not in around)
        return bool(around) and not any(each[0] < stretch[1] and stretch[0] < each[1] for each in inside)

    def _is_end(self, stretch: Stretch, side: Side) -> bool:
        """Whether a date is that end of what was asked for."""
        one, two = stretch
        match side:
            case "first" | "since":
                return one in self._starts
            case "last" | "until":
                return two in self._ends
            case "before":
                return one in self._ends
            case "after":
                return two in self._starts
            case _:
                return False

    def _meant(self, spoken: SpokenDate) -> Iterator[Stretch]:
        for year in [spoken.year] if spoken.year else self.years:
            if (found := spoken.stretch(year)) is not None:
                yield found

    def _covers(self, stretch: Stretch) -> bool:
        """Whether all that was asked for lies within it."""
        closed = self._closed
        return bool(closed) and all(stretch[0] <= one and two <= stretch[1] for one, two in closed)

    def _is_made_up(self, stretch: Stretch) -> bool:
        """Whether rows make up all of it, one behind the other: a year of quarters."""
        first, behind = stretch
        for one, two in sorted(self._closed):
            if one == first and two <= behind:
                first = two

        return first == behind

    def _has_begun(self, text: str, stretch: Stretch) -> bool:
        """`in 2025 so far`, of which rows make up the beginning."""
        first, behind = stretch
        is_begun = any(one == first and two < behind for one, two in self._closed)
        return is_begun and _SO_FAR.search(text) is not None

    def _is_asked(self, spoken: SpokenDate) -> bool:
        return any(self.is_same(spoken, each) for each in self._asked)

    @staticmethod
    def is_same(spoken: SpokenDate, asked: SpokenDate) -> bool:
        """Whether two dates are one, the first perhaps without its year."""
        plain = replace(spoken, start=0, end=0, side="")
        return replace(asked, start=0, end=0, side="", year=asked.year if spoken.year else 0) == plain

    def has_edges(self, stretch: Stretch) -> bool:
        """Whether something begins with its first day, and something ends with its last."""
        return stretch[0] in self._starts and stretch[1] in self._ends

    @cached_property
    def _asked(self) -> list[SpokenDate]:
        return spoken_dates(self.question)

    @cached_property
    def _closed(self) -> list[Stretch]:
        """The stretches that are open at neither end."""
        return [(one, two) for one, two in self.stretches if one != date.min and two != date.max]

    @cached_property
    def _starts(self) -> frozenset[date]:
        return frozenset(one for one, _ in self.stretches)

    @cached_property
    def _ends(self) -> frozenset[date]:
        return frozenset(two for _, two in self.stretches)

    @cached_property
    def years(self) -> list[int]:
        """The years that the turn speaks of."""
        ends = (day for one, two in self.stretches for day in (one, two - _ONE_DAY))
        return sorted({day.year for day in ends if date.min.year < day.year < date.max.year})


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False

    return True
