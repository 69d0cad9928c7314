"""What a question asks for that no query of the turn was about: a value, or a period."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.known_dates import KnownDates
from svcchat_magic.analyst.sentences.relative_dates import RelativeDate
from svcchat_magic.analyst.sentences.spoken_dates import SpokenDate, spoken_dates


@dataclass(frozen=True)
class AskedFor:
    """Holds a question against the rows and the queries."""

    tables: tuple[FactTable, ...]
    question: str
    queries: str  # their text
    values: frozenset[str]  # of the data, that the question names
    dates: KnownDates
    relative: tuple[RelativeDate, ...] = ()  # dates of the question that are told from today on

    def misses(self) -> tuple[str, ...]:
        """The values and dates of the question that nothing of the turn is about, as they were asked."""
        found = (value_in(self.question, each) for each in self.values_missed)
        values = (self.question[match.start() : match.end()] for match in found if match)
        places = [(each.start, each.end) for each in self._dates_missed]
        places += [(each.start, each.end) for each in self._relative_missed]
        return (*values, *(self.question[start:end] for start, end in sorted(places)))

    def wrong(self, text: str, dates: Sequence[SpokenDate]) -> str:
        """A value or a date that a sentence names though no query was about it; or nothing."""
        found = next(filter(None, (value_in(text, each) for each in self.values_missed)), None)
        if found is not None:
            return found[0]

        phrases = (self.question[each.start : each.end] for each in self._relative_missed)
        if found := next(filter(None, (value_in(text, each) for each in phrases)), None):
            return found[0]

        return next((text[each.start : each.end] for each in dates if self._is_missed(each)), "")

    def _is_missed(self, spoken: SpokenDate) -> bool:
        return any(self.dates.is_same(spoken, each) for each in self._dates_missed)

    @cached_property
    def values_missed(self) -> tuple[str, ...]:
        """The values that no row goes by and no query names."""
        known = {name for table in self.tables for row in table.names for names in row for name in names}
        known |= {value for table in self.tables for value in table.scope.values}
        return tuple(
            sorted(each for each in self.values - known if self.tables and not value_in(self.queries, each))
        )

    @cached_property
    def _dates_missed(self) -> tuple[SpokenDate, ...]:
        return tuple(self._missed()) if self.tables else ()

    @cached_property
    def _relative_missed(self) -> tuple[RelativeDate, ...]:
        asked = self.relative if self.tables else ()
        return tuple(each for each in asked if not each.is_covered(self.dates.stretches))

    def _missed(self) -> Iterator[SpokenDate]:
        """The dates that no stretch of days of the turn meets; a bound such as `since 2022` may be any."""
        for each in spoken_dates(self.question):
            stretch = each.stretch(each.year) if each.year and not each.side else None
            if stretch and not any(
                one < stretch[1] and stretch[0] < two for one, two in self.dates.stretches
            ):
                yield each


def value_in(text: str, value: str) -> re.Match[str] | None:
    """Where a text has a value as words of its own."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE)
