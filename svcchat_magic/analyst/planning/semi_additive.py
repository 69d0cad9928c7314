"""Levels such as a balance or a population: added up over things, never over time, where the latest counts.

A measure of the model says so with `meta: {over_time: latest}`. Its statement keeps the rows of the latest
moment, or of the latest moment of each unit of time that is grouped by or compared. Of what is `cumulative`
or `constant` each thing counts once, see once_for_each.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Concept,
    Condition,
    DatedLast,
    Group,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan, Latest
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter

LATEST = "latest"
CUMULATIVE = "cumulative"
_UNITS = ("day", "week", "month", "quarter", "year")  # from the finest on


def with_levels(analysis: Analysis, catalog: Catalog) -> Analysis:
    """The sums of a level's column that a question asks for, as the level itself."""
    levels = {of: each for of, each in catalog.sums.items() if each.over_time}
    quantities = (
        Measured(levels[each.of], each.where)
        if isinstance(each, Aggregated) and each.function == "sum" and each.of in levels
        else each
        for each in analysis.quantities
    )
    return replace(analysis, quantities=tuple(quantities)) if levels else analysis


def with_means_of_levels(analysis: Analysis, catalog: Catalog, finest: str) -> Analysis:
    """`average patients in hospital per month`: the mean over its days of all that are there together.

    Money of several accounts is not meant together, and where each thing is told apart nothing is added up.
    Of figures by month a month has one of each thing, which are not meant together either.
    """
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    times = [
        each for each in analysis.groups if isinstance(each, ByTime) and _is_no_longer(finest, each.grain)
    ]
    times = [each for each in times if each.grain != finest]
    is_plain = not (analysis.derived or analysis.having or analysis.rank)
    if not (is_plain and times and isinstance(first, Measured) and first.measure.agg_type == "avg"):
        return analysis

    column = catalog.columns.get(first.measure)
    level = catalog.sums.get(column) if column else None
    if level is None or level.over_time != LATEST or level.format == "currency" or first.at_last:
        return analysis

    told = {each.of.name for each in analysis.groups if isinstance(each, ByMember)}
    told |= {each.of.name for each in analysis.where if isinstance(each, IsIn) and len(each.values) == 1}
    if not set(level.of_each) - told:
        return analysis

    mean = OverGroups("average", replace(first, measure=level), ByTime(finest, times[0].time))
    return replace(analysis, quantities=(mean,))


def levels_of(analysis: Analysis) -> list[Concept]:
    """The measures that are levels, each once."""
    found = (each.measure for each in leaves_of(analysis) if is_level(each) and isinstance(each, Measured))
    return list(dict.fromkeys(found))


def is_level(quantity: Quantity) -> bool:
    """Whether a quantity is a level that must not be added up over time."""
    return isinstance(quantity, Measured) and (quantity.at_last or quantity.measure.over_time == LATEST)


def once_for_each(quantity: Quantity) -> bool:
    """Whether of a quantity each thing counts once: running totals and constants."""
    return isinstance(quantity, Measured) and quantity.measure.is_once


def leaves_of(analysis: Analysis) -> Iterator[Quantity]:
    """The quantities that are asked for, bounded or ranked by, and those that they are made of."""
    bounds = bounded_by(analysis.having)
    ranked = [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    for quantity in (*analysis.quantities, *bounds, *ranked):
        yield from _parts_of(quantity)


def are_mixed(analysis: Analysis) -> bool:
    """Whether levels stand beside other numbers, or beside levels of other periods."""
    leaves = list(leaves_of(analysis))
    if len({once_for_each(each) for each in leaves}) > 1:
        return True

    levels = [each for each in leaves if is_level(each)]
    if not levels:
        return False

    return len(levels) < len(leaves) or len({_periods(each) == () for each in levels}) > 1


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments that a statement of levels is about, for one time of its source."""

    analysis: Analysis
    time: Concept
    write: SelectWriter

    @property
    def are_single(self) -> bool:
        """Whether each group or period has one moment as it is."""
        windows = self._windows
        kept = [(each,) for each in self.analysis.where if isinstance(each, Within)]
        return any(_is_moment(each, self.time) for each in self.analysis.groups) or any(
            all(any(_is_of_one(one, self.time) for one in each) for each in found)
            for found in (windows, kept)
            if found
        )

    def condition(self, where: Sequence[str]) -> str:
        """The condition that keeps their rows beside those of `where`."""
        found = [f"{self._ref} IN ({self._inner(where, each)})" for each in self._windows]
        return found[0] if len(found) == 1 else f"({' OR '.join(found)})"

    def latest(self, where: Sequence[str]) -> Latest:
        """What the answer says of them."""
        unit = next((each.grain for each in self._grouped if isinstance(each, ByTime)), "")
        if self._grouped or len(self._windows) > 1:
            return Latest(self.time.finest, unit=unit or "period")

        ref, condition = self._ref, self.condition(where)
        sql = Select([f"MAX({ref}) AS latest"], self.write.source.text, [*where, condition]).text
        return Latest(self.time.finest, sql=sql)

    @property
    def _ref(self) -> str:
        return self.write.source.ref(self.time)

    @property
    def _grouped(self) -> list[Group]:
        return [each for each in self.analysis.groups if _is_along(each, self.time)]

    @property
    def _windows(self) -> list[tuple[Condition, ...]]:
        """The periods that have a latest moment each: one for all, unless the quantities have their own."""
        levels = (each for each in leaves_of(self.analysis) if is_level(each))
        return list(dict.fromkeys(map(_periods, levels)))

    def _inner(self, where: Sequence[str], window: Sequence[Condition]) -> str:
        """The latest moment that has a figure, of each unit of time that is grouped by."""
        conditions = [*where, *self.write.conditions(window), *self._has_figure()]
        keys = [self.write.group(each) for each in self._grouped]
        return Select([f"MAX({self._ref})"], self.write.source.text, conditions, keys).inner

    def _has_figure(self) -> list[str]:
        """Rows whose figure is still missing are of no moment that could be shown."""
        catalog, source = self.write.sources.catalog, self.write.source
        columns = [catalog.columns.get(each) for each in levels_of(self.analysis)]
        if not all(each and source.has(each) for each in columns):
            return []

        filled = [f"{source.ref(each)} IS NOT NULL" for each in columns if each]
        return filled if len(filled) == 1 else [f"({' OR '.join(filled)})"]


def moments_of(analysis: Analysis, time: Concept | None, write: SelectWriter) -> Moments | None:
    """The moments that count; None without levels, and where every group is of one moment already.

    Raises CannotPlan for what a level cannot be over time.
    """
    levels = levels_of(analysis)
    if not levels or time is None or not write.source.has(time):
        return None

    title = levels[0].title.lower()
    if any(isinstance(each, ByPart) for each in analysis.groups):
        raise CannotPlan(f"which of the figures is meant: {title} is a level, so ask for its average")

    if analysis.derived and analysis.derived.kind == "running":
        raise CannotPlan(f"what levels such as {title} add up to over time")

    moments = Moments(analysis, time, write)
    return None if moments.are_single else moments


def _parts_of(quantity: Quantity) -> Iterator[Quantity]:
    match quantity:
        case Ratio():
            yield from _parts_of(quantity.above)
            yield from _parts_of(quantity.below)
        case _:
            yield quantity


def _periods(quantity: Quantity) -> tuple[Condition, ...]:
    """The conditions on time that a quantity has of its own."""
    if isinstance(quantity, Ratio | OverGroups | DatedLast):
        return ()

    return tuple(each for each in quantity.where if isinstance(each, Within))


def _is_along(group: Group, time: Concept) -> bool:
    """Whether a group is a stretch of the time, such as its quarters."""
    return isinstance(group, ByTime | ByPeriods) and group.time == time


def _is_moment(group: Group, time: Concept) -> bool:
    """Whether each of the groups is one moment: of yearly figures a year."""
    if isinstance(group, ByMember):  # the column of the years that a date was made of
        return group.of == time or (group.of.cube, group.of.name) == (time.cube, time.finest)

    return isinstance(group, ByTime) and group.time == time and _is_no_longer(group.grain, time.finest)


def _is_of_one(condition: Condition, time: Concept) -> bool:
    if not isinstance(condition, Within) or condition.negated or condition.time != time:
        return False

    return _is_no_longer(condition.period.unit, time.finest)


def _is_no_longer(unit: str, finest: str) -> bool:
    """Whether a unit of time holds one moment at most, where `finest` is the distance of the moments."""
    return unit in _UNITS and finest in _UNITS and _UNITS.index(unit) <= _UNITS.index(finest)
