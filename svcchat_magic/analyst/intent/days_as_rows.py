"""`stations with more than 45 days with rain over 10`: what is said of days is said of each row of theirs.

Days are rows of a table that has one for each day, or for each day and thing. Of several things a day has
several rows: then the days are counted on which some row is such, and what adds up is added up first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.entity_names import DAY_OF_ROWS
from svcchat_magic.analyst.linking.measured_things import adds_over_things, are_told_apart, names_of_things
from svcchat_magic.analyst.meaning.functions import UNITS
from svcchat_magic.analyst.meaning.same_quantities import end_of_mean
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Bound,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.planning.sources import Sources

_AGGREGATED = frozenset({"average", "avg", "mean", "total", "sum", "overall", "median", "combined"})
_MEANS = frozenset({"average", "avg", "mean"})
_LOST = "days"


def with_days_told(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with conditions on the days in place of bounds on what they are grouped by."""
    if not any(each.form == DAY_OF_ROWS for each in tokens):
        return read

    catalog = sources.catalog
    meanings = catalog.phrases.get((DAY_OF_ROWS,), ())
    days = next((each.of for each in meanings if isinstance(each.of, Entity)), None)
    analysis = read.analysis
    if days is None or not (analysis.rows_of == days or days in _counted(analysis)):
        return replace(read, dropped=(*read.dropped, _LOST))

    if read.is_implied and analysis.quantities == (Counted(days),):
        read = replace(read, is_implied=False)
        analysis = analysis if analysis.groups else replace(analysis, quantities=(), rows_of=days)

    forms = {each.form for each in tokens}
    is_of_groups = "and" in forms and not _AGGREGATED.isdisjoint(forms)  # what else is said may be theirs
    moved = tuple(_moved(analysis, days, catalog))
    if moved and is_of_groups:
        return replace(read, dropped=(*read.dropped, _LOST))

    analysis = _with_conditions(analysis, moved, days)
    if _MEANS.isdisjoint(forms):
        analysis = replace(analysis, where=tuple(_at_its_end(each, days, catalog) for each in analysis.where))

    told = _told(analysis, days, sources)
    return replace(read, dropped=(*read.dropped, _LOST)) if told is None else replace(read, analysis=told)


def _at_its_end(condition: Condition, days: Entity, catalog: Catalog) -> Condition:
    """`days with a temperature over 30`: the highest one of the day, where nobody says the mean."""
    if not isinstance(condition, Compared) or condition.of.cube != days.cube:
        return condition

    columns = [each for each in catalog.of_cube(days.cube, "dimension") if each.type == "number"]
    return replace(condition, of=end_of_mean(condition.of, condition.operator, columns))


def _counted(analysis: Analysis) -> list[Entity]:
    asked = [*analysis.quantities, *(each.quantity for each in analysis.having if each.quantity)]
    asked += [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    leaves = [leaf for each in asked for leaf in _leaves(each)]
    return [each.entity for each in leaves if isinstance(each, Counted)]


def _leaves(quantity: Quantity) -> Iterator[Quantity]:
    if isinstance(quantity, Ratio):
        yield from (*_leaves(quantity.above), *_leaves(quantity.below))
    else:
        yield quantity


def _moved(analysis: Analysis, days: Entity, catalog: Catalog) -> Iterator[tuple[Bound, Compared]]:
    """The bounds on numbers of the rows, each with the condition on the column of such a row."""
    for each in analysis.having:
        of = each.quantity
        is_own = isinstance(of, Measured) and of.measure.cube == days.cube and not of.where
        if isinstance(of, Measured) and is_own and of.measure.agg_type in ("sum", "avg"):
            column = catalog.columns.get(of.measure)
            if column is not None and isinstance(each.value, Decimal):
                yield each, Compared(column, each.operator, each.value)


def _with_conditions(analysis: Analysis, moved: Sequence[tuple[Bound, Compared]], days: Entity) -> Analysis:
    if not moved:
        return analysis

    found = tuple(condition for _, condition in moved)
    taken = [bound for bound, _ in moved]
    analysis = replace(analysis, having=tuple(each for each in analysis.having if each not in taken))
    if analysis.rows_of == days or set(_leaf_kinds(analysis)) == {True}:
        return replace(analysis, where=(*analysis.where, *found))

    def kept(quantity: Quantity) -> Quantity:
        if not isinstance(quantity, Counted) or quantity.entity != days:
            return quantity

        return replace(quantity, where=(*quantity.where, *found))

    return _each(analysis, kept, days)


def _called_days(quantity: Quantity, days: Entity) -> Quantity:
    """The same number of rows, which are called days where a day has one."""
    if isinstance(quantity, Ratio):
        above, below = _called_days(quantity.above, days), _called_days(quantity.below, days)
        return replace(quantity, above=above, below=below)

    if not isinstance(quantity, Counted) or quantity.entity != days:
        return quantity

    return replace(quantity, entity=Entity(days.cube, "day"))


def _each(analysis: Analysis, change: Callable[[Quantity], Quantity], days: Entity) -> Analysis:
    """The analysis with every number of it changed, and with days as the rows of a list."""
    rank = analysis.rank and replace(analysis.rank, by=analysis.rank.by and change(analysis.rank.by))
    having = tuple(
        replace(each, quantity=each.quantity and change(each.quantity)) for each in analysis.having
    )
    rows = Entity(days.cube, "day") if analysis.rows_of == days else analysis.rows_of
    changed = replace(analysis, quantities=tuple(map(change, analysis.quantities)), having=having)
    return replace(changed, rank=rank, rows_of=rows)


def _leaf_kinds(analysis: Analysis) -> Iterator[bool]:
    """Of each number whether it counts rows."""
    asked = [*analysis.quantities, *(each.quantity for each in analysis.having if each.quantity)]
    asked += [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    return (isinstance(leaf, Counted) for each in asked for leaf in _leaves(each))


def _told(analysis: Analysis, days: Entity, sources: Sources) -> Analysis | None:
    """The same of days that several things have each: None where nobody knows what is meant of these."""
    catalog = sources.catalog
    if analysis.rows_of == days:
        analysis = _with_fields(analysis, days, sources)

    if are_told_apart(analysis, days.cube, catalog):
        return _each(analysis, lambda quantity: _called_days(quantity, days), days)

    own = [each for each in _conditions(analysis) if isinstance(each, Compared) and each.of.cube == days.cube]
    summed = [each for each in own if adds_over_things(each.of)]
    is_plain = not (analysis.rank or analysis.having or analysis.derived)
    if summed:
        total = catalog.sums.get(summed[0].of)
        if len(own) > 1 or not is_plain or total is None or not isinstance(summed[0].value, Decimal):
            return None

        return _summed_first(analysis, summed[0], Measured(total), days)

    is_counted = analysis.quantities == (Counted(days),) and is_plain
    if not is_counted or any(isinstance(each, ByTime) for each in analysis.groups):
        return analysis

    return replace(analysis, quantities=(OverGroups(UNITS, Counted(days), ByTime("day")),))


def _conditions(analysis: Analysis) -> Iterator[Condition]:
    yield from analysis.where
    for quantity in analysis.quantities:
        for leaf in _leaves(quantity):
            yield from leaf.where if isinstance(leaf, Counted) else ()


def _summed_first(analysis: Analysis, bound: Compared, total: Measured, days: Entity) -> Analysis | None:
    """`days with a consumption over 100`, of all meters together."""
    having = (Bound(bound.operator, bound.value, total),)  # type: ignore[arg-type]
    where = tuple(each for each in analysis.where if each != bound)
    if analysis.rows_of == days:
        groups = (*analysis.groups, ByTime("day"))
        return replace(
            analysis, rows_of=None, fields=(), quantities=(total,), groups=groups, having=having, where=where
        )

    if analysis.quantities != (Counted(days),) or bound not in analysis.where:
        return None

    asked = OverGroups(UNITS, total, ByTime("day"))
    return replace(analysis, quantities=(asked,), having=(replace(having[0], quantity=total),), where=where)


def _with_fields(analysis: Analysis, days: Entity, sources: Sources) -> Analysis:
    """The day, of which thing, and what is said of it."""
    if analysis.fields:
        return analysis

    said = [each.of for each in analysis.where if isinstance(each, Compared) and each.of.cube == days.cube]
    date = sources.dates(days.cube)
    fields: list[Concept] = [date] if date is not None else []
    fields += [*names_of_things(days.cube, sources.catalog), *said]
    return replace(analysis, fields=tuple(dict.fromkeys(fields)))
