"""Which values a text names: lists of a dimension's values in memory, searched as LIKE would search them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from threading import Lock
from time import monotonic

MOST_FOUND = 10_000  # values of one search
MOST_LISTED = 10_000  # values of a dimension; one with more is searched by its engine
_MOST_CHARACTERS = 200_000  # of a list
_MOST_KEPT = 1_000_000  # characters of all lists of those who see the same
_SECONDS_KEPT = 60.0  # so long a new value may stay unknown
_SECONDS_TOO_LARGE = 600.0


@dataclass(frozen=True, slots=True)
class ValueSearch:
    """What is looked for in the values of some dimensions, all of it in lower case."""

    members: tuple[str, ...]  # of text dimensions, `table.name`
    whole: tuple[str, ...]  # values
    patterns: tuple[str, ...]  # as of LIKE


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value that a search found."""

    place: int  # of its member in the search
    value: str
    is_whole: bool  # it was looked for, rather than fits a pattern


class ValueList:
    """All values of a dimension that a viewer sees."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = sorted(values)
        lower = [each.replace("İ", "i").lower() for each in self._values]  # as engines: one letter for one
        self._by_text: dict[str, list[int]] = {}
        for at, text in enumerate(self._values):
            for spelling in {
                text.lower(),
                lower[at],
                lower[at].strip(),
            }:  # some files begin values with a space
                self._by_text.setdefault(spelling, []).append(at)

        self._text = "\n".join(("", *(each.replace("\n", " ") for each in lower), ""))
        self._starts = [*accumulate((len(each) + 1 for each in lower), initial=1)]

    @property
    def characters(self) -> int:
        """How long it is."""
        return len(self._text)

    def find(self, search: ValueSearch, place: int) -> Iterator[FoundValue]:
        """The values that are meant, first those that are whole."""
        whole = {at for text in search.whole for at in self._by_text.get(text, ())}
        near = {at for pattern in search.patterns for at in self._like(pattern)} - whole
        yield from (FoundValue(place, self._values[at], is_whole=True) for at in sorted(whole))
        yield from (FoundValue(place, self._values[at], is_whole=False) for at in sorted(near))

    def _like(self, pattern: str) -> Iterator[int]:
        inner = pattern.replace("\n", " ").strip("%")
        if not inner:
            yield from range(len(self._values))
            return

        first, *others = filter(None, inner.split("%"))
        is_end, done = not pattern.endswith("%"), 0
        begins = _part(first, is_begin=not pattern.startswith("%"), is_end=is_end and not others)
        for found in begins.finditer(self._text):
            if found.start() < done:
                continue  # what does not follow the first place in a value follows no later one

            done = self._text.index("\n", found.end())
            if self._follow(others, found.end(), done, is_end=is_end):
                yield self._at(found.start())

    def _follow(self, parts: Sequence[str], start: int, end: int, *, is_end: bool) -> bool:
        """Whether parts of a pattern follow each other in one value, in time that grows with its length."""
        for part in parts[:-1] if is_end else parts:
            found = _part(part).search(self._text, start, end)
            if found is None:
                return False

            start = found.end()

        if not is_end or not parts:
            return True

        last = end - len(parts[-1])
        return last >= start and _part(parts[-1]).fullmatch(self._text, last, end) is not None

    def _at(self, character: int) -> int:
        return bisect_right(self._starts, character) - 1


@lru_cache(maxsize=256)
def _part(text: str, *, is_begin: bool = False, is_end: bool = False) -> re.Pattern[str]:
    """What stands between the % of a pattern, within one line."""
    letters = "".join(r"[^\n]" if each == "_" else re.escape(each) for each in text)
    before, behind = r"(?<=\n)" if is_begin else "", r"(?=\n)" if is_end else ""
    return re.compile(before + letters + behind)


class ValueLists:
    """The lists of those who see the same, kept for a while; None for a dimension with too many values."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: dict[str, tuple[float, ValueList | None]] = {}
        self._changing = Lock()

    def known(self, members: Iterable[str]) -> dict[str, ValueList | None]:
        """Those that are still good."""
        now = self._clock()
        with self._changing:
            self._kept = {name: kept for name, kept in self._kept.items() if now < kept[0]}
            return {each: self._kept[each][1] for each in members if each in self._kept}

    def keep(self, values: Mapping[str, Sequence[str]]) -> dict[str, ValueList | None]:
        """The lists of these values, now kept."""
        made = {member: _list_of(each) for member, each in values.items()}
        now = self._clock()
        with self._changing:
            room = _MOST_KEPT - sum(each.characters for _, each in self._kept.values() if each is not None)
            for member, each in made.items():
                room -= each.characters if each is not None else 0
                kept = each if room > 0 else None  # without room it is searched by its engine from now on
                seconds = _SECONDS_TOO_LARGE if kept is None else _SECONDS_KEPT
                self._kept[member] = (now + seconds, kept)

        return made


def _list_of(values: Sequence[str]) -> ValueList | None:
    is_small = len(values) <= MOST_LISTED and sum(map(len, values)) <= _MOST_CHARACTERS
    return ValueList(values) if is_small else None
