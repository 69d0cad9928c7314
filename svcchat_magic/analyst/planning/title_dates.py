"""`fines paid in 2023`: by the day of the payment, where that is what the number is called."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from svcchat_magic.analyst.linking.date_names import date_of_title
from svcchat_magic.analyst.linking.described_dates import described_dates
from svcchat_magic.analyst.linking.kept_dates import kept_dates
from svcchat_magic.analyst.linking.rate_dates import date_of_rate
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByPart,
    ByTime,
    Concept,
    Group,
    Measured,
    Missing,
    OverGroups,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources

Dated = TypeVar("Dated", Within, ByTime, ByPart)


def dated_by_title(analysis: Analysis, sources: Sources) -> Analysis:
    """The periods and units of time of a number by the date that its name tells."""
    catalog = sources.catalog
    inner = [_of_units(each) for each in analysis.quantities]
    measures = [each.measure for each in inner if isinstance(each, Measured)]
    rates = {each: date_of_rate(each, catalog) for each in measures}
    is_dated = all(each.agg_type in ("sum", "count") or rates[each] for each in measures)
    if not measures or len(measures) != len(analysis.quantities) or not is_dated:
        return analysis

    described, kept = described_dates(catalog), kept_dates(catalog)
    told = [
        described.get(each) or rates[each] or date_of_title(each, catalog) or kept.get(each)
        for each in measures
    ]
    if len(set(told)) == 1:
        return analysis if told[0] is None else _all_at(analysis, told[0])

    return _each_at(analysis, told, sources)


def _each_at(analysis: Analysis, told: Sequence[Concept | None], sources: Sources) -> Analysis:
    """What came in and what went out in 2025: each of them by its own date, where they are of other rows."""
    measured = [each for each in analysis.quantities if isinstance(each, Measured)]
    periods = [each for each in analysis.where if isinstance(each, Within) and each.time is None]
    timed = any(isinstance(each, ByTime | ByPart) for each in analysis.groups)
    times = [time or sources.dates(each.measure.cube) for time, each in zip(told, measured, strict=True)]
    are_apart = len({each.measure.cube for each in measured}) == len(told)
    if not are_apart or len(periods) != 1 or timed or analysis.rank is not None or None in times:
        return analysis

    quantities = tuple(
        replace(each, where=(*each.where, replace(periods[0], time=time)))
        for each, time in zip(measured, times, strict=True)
    )
    where = tuple(each for each in analysis.where if each not in periods)
    return replace(analysis, quantities=quantities, where=where)


def _of_units(quantity: Quantity) -> Quantity:
    """What is averaged over units of time, else the quantity itself."""
    is_over_units = isinstance(quantity, OverGroups) and isinstance(quantity.group, ByTime)
    return quantity.quantity if is_over_units and isinstance(quantity, OverGroups) else quantity


def _all_at(analysis: Analysis, time: Concept) -> Analysis:
    averages = any(
        each != _of_units(each) for each in analysis.quantities
    )  # then weekdays are those of the same days
    where = tuple(at(each, time) if isinstance(each, Within) else each for each in analysis.where)
    groups = (_group_at(each, time, parts=averages) for each in analysis.groups)
    quantities = tuple(_over_units_at(each, time) for each in analysis.quantities)
    rank = analysis.rank and replace(
        analysis.rank, by=analysis.rank.by and _over_units_at(analysis.rank.by, time)
    )
    told = (Missing(time, negated=True),) if averages else ()  # what has no such day falls on none
    where = tuple(dict.fromkeys((*where, *told)))
    return replace(analysis, where=where, groups=tuple(groups), quantities=quantities, rank=rank)


def _group_at(group: Group, time: Concept, *, parts: bool) -> Group:
    if isinstance(group, ByPart) and parts:
        return at(group, time)

    return at(group, time) if isinstance(group, ByTime) else group


def _over_units_at(quantity: Quantity, time: Concept) -> Quantity:
    if isinstance(quantity, OverGroups) and isinstance(quantity.group, ByTime):
        return replace(quantity, group=at(quantity.group, time))

    return quantity


def at(dated: Dated, time: Concept) -> Dated:
    """The same at a time, where it has none of its own."""
    return dated if dated.time is not None else replace(dated, time=time)
