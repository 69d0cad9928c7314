"""Which time dates what a follow-up says: the one before, or one that it names."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Counted,
    Measured,
    Missing,
    OnPart,
    Within,
)
from svcchat_magic.analyst.meaning.whole_years import YEAR, is_of_years
from svcchat_magic.analyst.planning.sources import sources_of


def with_one_time(before: Analysis, said: Analysis) -> tuple[Analysis, Analysis]:
    """`how about policies signed`: a time that is named alone dates the periods and units before."""
    before, said = _with_number_years(before, said)
    named = [each for each in said.where if isinstance(each, Missing) and each.of.type == "time"]
    alone = [each for each in said.groups if isinstance(each, ByTime) and each.grain == "auto" and each.time]
    timed = [each for each in (*before.where, *before.groups) if isinstance(each, Within | ByTime | ByPart)]
    times = [each.of for each in named if each.negated] or [each.time for each in alone if each.time]
    if len(times) != 1 or not timed:
        return before, said

    time = times[0]
    dated = replace(
        before,
        where=tuple(replace(each, time=time) if each in timed else each for each in before.where),
        groups=tuple(replace(each, time=time) if each in timed else each for each in before.groups),
    )
    where = tuple(each for each in said.where if each not in named)
    return dated, replace(said, where=where, groups=tuple(each for each in said.groups if each not in alone))


def _with_number_years(before: Analysis, said: Analysis) -> tuple[Analysis, Analysis]:
    """`and in 2018?` behind films released in 2019, where that year is a number: of that other year."""
    kept = [each for each in before.where if isinstance(each, Compared) and is_of_years(each.of)]
    columns = {each.of for each in kept}
    said_years = [each for each in said.where if isinstance(each, Within) and each.time is None]
    is_dated = any(isinstance(each, Within) for each in before.where)
    if len(columns) != 1 or len(said_years) != 1 or is_dated or len(said.where) > 1:
        return before, said

    period, of = said_years[0].period, columns.pop()
    whole = period.step is not None and period.step[0] == YEAR
    if not whole or period.start is None or period.end is None or said_years[0].negated:
        return before, said

    first, last = (Decimal(each.year) for each in (period.start, period.end))
    years = (Compared(of, ">=", first), Compared(of, "<", last))
    rest = tuple(each for each in before.where if each not in kept)
    return replace(before, where=rest), replace(said, where=years)


def dated_as(before: Analysis, said: Analysis) -> Analysis:
    """`and in 2023?` behind `reported in 2024`: the time that dated what was asked still does."""
    times = {
        each.time for each in (*before.where, *before.groups) if isinstance(each, Within | ByTime | ByPart)
    }
    time = times.pop() if len(times) == 1 else None
    if time is None or said.quantities:
        return said

    return replace(
        said,
        where=tuple(
            replace(each, time=time) if isinstance(each, Within) and each.time is None else each
            for each in said.where
        ),
        groups=tuple(
            replace(each, time=time) if isinstance(each, ByTime | ByPart) and each.time is None else each
            for each in said.groups
        ),
    )


def with_own_time(before: Analysis, catalog: Catalog) -> Analysis:
    """A list of records keeps the date that dated it, whatever is asked about those rows next."""
    return before if before.rows_of is None else _dated_by(before, before.rows_of.cube, catalog)


def with_time_of_counted(before: Analysis, catalog: Catalog) -> Analysis:
    """`how many of those were cancelled`: those are still the orders that were made in 2024."""
    first = before.quantities[0] if len(before.quantities) == 1 else None
    if isinstance(first, Counted):
        return _dated_by(before, first.entity.cube, catalog)

    if isinstance(first, Measured) and first.measure.agg_type == "count":
        return _dated_by(before, first.measure.cube, catalog)

    return before


def counts_those(refers: Sequence[Reference]) -> frozenset[str]:
    """The mark of a follow-up that asks how many of the rows before are so; else none."""
    return frozenset({"counts those"} if any(each.asks == "count" for each in refers) else ())


def _dated_by(before: Analysis, cube: str, catalog: Catalog) -> Analysis:
    time = sources_of(catalog).dates(cube)
    return replace(
        before,
        where=tuple(
            replace(each, time=time) if isinstance(each, Within | OnPart) and each.time is None else each
            for each in before.where
        ),
    )


def has_period(analysis: Analysis) -> bool:
    """Whether there is a stretch of time that `the year before` can be told from."""
    return any(isinstance(each, Within) for each in analysis.where) or any(
        isinstance(each, ByPeriods) for each in analysis.groups
    )
