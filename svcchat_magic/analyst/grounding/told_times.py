"""The times that a claim of a move is about: `after June it fell`, `in 2024 it rose` of quarters."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.facts import Names
from svcchat_magic.analyst.facts.known_dates import KnownDates, is_key, key_of
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.sentences.spoken_dates import SpokenDate

_AFTER = re.compile(r"\b(?:after|following|nach)\s+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToldTimes:
    """The dates of one sentence, as far as they are no names of rows by which a figure goes."""

    after: Names = ()  # behind these rows
    inside: Names = ()  # the rows in a longer stretch that no row is of
    named: Names = ()  # all of them


def told_times(
    text: str,
    dates: Sequence[SpokenDate],
    spots: Sequence[Spot],
    tables: Sequence[FactTable],
    known: KnownDates,
) -> ToldTimes:
    """Those of a sentence."""
    after = (name for start, _, name in spots if is_key(name) and _AFTER.search(text[:start]))
    inside = (each for spoken in dates if not spoken.side for each in _inside(spoken, tables, known))
    named = (name for *_, name in spots if is_key(name))
    return ToldTimes(*(tuple(dict.fromkeys(each)) for each in (after, inside, named)))


def _inside(spoken: SpokenDate, tables: Sequence[FactTable], known: KnownDates) -> Iterator[str]:
    """The rows in a date that is longer than they are."""
    for year in [spoken.year] if spoken.year else known.years:
        if (whole := spoken.stretch(year)) is None:
            continue

        for table in tables:
            rows = [
                each for each in dict.fromkeys(table.stretches) if whole[0] <= each[0] and each[1] <= whole[1]
            ]
            if len(rows) > 1:
                yield from map(key_of, rows)
