"""The dates of a sentence as names: of the rows that lie in them, or of what a query was restricted to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.known_dates import KnownDates, key_of
from svcchat_magic.analyst.sentences.relative_dates import RelativeDate
from svcchat_magic.analyst.sentences.spoken_dates import SpokenDate, Stretch

Spot = tuple[int, int, str]  # where a name begins and ends, and the name in lower case


@dataclass(frozen=True, slots=True)
class DateSpots:
    """Names the dates of a sentence."""

    tables: tuple[FactTable, ...]
    known: KnownDates

    def with_dates(
        self, spots: Sequence[Spot], dates: Sequence[SpokenDate], relative: Sequence[RelativeDate] = ()
    ) -> list[Spot]:
        """The names of a sentence with its dates among them; a name inside of a date is the date's."""
        found: list[Spot] = []
        rest = list(dates)
        for one, two in pairwise(dates):
            if one in rest and (whole := self._whole(one, two)):
                found += [(one.start, two.end, key) for key in self._inside(whole)]
                rest = [each for each in rest if each not in (one, two)]

        found += [spot for each in rest for spot in self._spots(each, spots, rest)]
        stretches = self.known.stretches
        from_today = [(each, key_of(mine)) for each in relative for mine in each.keys_in(stretches)]
        found += [(each.start, each.end, key) for each, key in from_today]
        taken = [(each.start, each.end) for each in dates]
        taken += [(each.start, each.end) for each, _ in from_today]
        free = [each for each in spots if not any(start <= each[0] < end for start, end in taken)]
        return sorted([*free, *found])

    def not_names(self, dates: Sequence[SpokenDate], spots: Sequence[Spot]) -> list[SpokenDate]:
        """The dates that are no names of rows: `June` is one where rows are the months of any year."""
        names = {
            (start, end) for start, end, name in spots if any(_is_plain(each, name) for each in self.tables)
        }
        return [each for each in dates if (each.start, each.end) not in names]

    def unknown_whole(self, text: str, dates: Sequence[SpokenDate]) -> str:
        """`from May to July`, where nothing begins with the one and ends with the other; or nothing."""
        for one, two in pairwise(dates):
            whole = self._whole(one, two)
            if whole and not self.known.has_edges(whole) and not self.known.is_missing(text, whole):
                return text[one.start : two.end]

        return ""

    def _open(self, spoken: SpokenDate, others: Sequence[SpokenDate]) -> Iterator[str]:
        """`since May`, `until July`, and both of them in one sentence: the rows between."""
        other = next((each for each in others if {each.side, spoken.side} == {"since", "until"}), spoken)
        ends = {each.side: each for each in (other, spoken)}
        first = self.known.start(ends["since"]) if "since" in ends else date.min
        behind = self.known.end(ends["until"]) if "until" in ends else date.max
        return self._inside((first, behind)) if first and behind else iter(())

    def _spots(
        self, spoken: SpokenDate, spots: Sequence[Spot], others: Sequence[SpokenDate] = ()
    ) -> Iterator[Spot]:
        if spoken.side in ("since", "until"):
            yield from ((spoken.start, spoken.end, key) for key in self._open(spoken, others))
            return

        keys = list(self.known.keys(spoken))
        same = [each for each in spots if (each[0], each[1]) == (spoken.start, spoken.end)]
        if not keys and spoken.side == "first" and not spoken.day:
            same = []  # `since April` is no name of the quarter that begins then

        yield from ((spoken.start, spoken.end, key) for key in keys)
        yield from (each for each in same if not keys or self._is_more(each[2], keys))

    def _is_more(self, name: str, keys: Sequence[str]) -> bool:
        """Whether a date is also the name of rows that no stretch is the name of."""
        return any(
            {*table.columns_with(name)}.difference(*(table.columns_with(key) for key in keys))
            for table in self.tables
        )

    def _whole(self, one: SpokenDate, two: SpokenDate) -> Stretch | None:
        """The days from the first date to the second, where both are the edges of one stretch."""
        if (
            one.side not in ("first", "since")
            or two.side not in ("last", "until")
            or two.start - one.end > _NEAR
        ):
            return None

        year = two.year or next(iter(self.known.years), 0)
        last, first = two.stretch(year), one.stretch(one.year or year)
        if first and last and first[0] >= last[1] and not one.year:
            first = one.stretch(year - 1)  # `from November to February 2025`

        return (first[0], last[1]) if first and last and first[0] < last[1] else None

    def _inside(self, whole: Stretch) -> Iterator[str]:
        """The rows within a stretch, or the stretch itself where a query was restricted to it."""
        if any(key_of(whole) in dates for table in self.tables for dates in table.scope.dates_of.values()):
            return iter((key_of(whole),))

        rows = [each for table in self.tables for each in table.stretches]
        inside = [each for each in rows if whole[0] <= each[0] and each[1] <= whole[1]]
        is_all = whole in self.known.stretches or len(inside) == len(rows)
        return iter(() if is_all else dict.fromkeys(map(key_of, inside)))


def _is_plain(table: FactTable, name: str) -> bool:
    return any(table.labels[at] != table.time for at in table.columns_with(name))


_NEAR = 12  # characters between the two dates of `from ... to ...`
