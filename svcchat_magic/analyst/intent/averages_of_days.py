"""`average sunshine per day` of rows that are days: their average, and not that of sums over all stations."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.measured_things import adds_over_things
from svcchat_magic.analyst.meaning.tree import Aggregated, ByTime, Concept, Measured, OverGroups, Quantity

_DAY = ByTime("day")
_PER = frozenset({"per", "a"})


def with_averages_of_days(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the average of the rows, where a row is a day."""
    analysis = read.analysis
    if len(analysis.quantities) != 1 or analysis.rank is not None or analysis.derived is not None:
        return read

    quantity = analysis.quantities[0]
    if (found := _of_rows(quantity, catalog)) is not None:
        return replace(read, analysis=replace(analysis, quantities=(found,)))

    is_per_day = any(one.form in _PER and other.form == "day" for one, other in pairwise(tokens))
    if is_per_day and len(analysis.groups) > 1 and _DAY in analysis.groups and _averages(quantity, catalog):
        kept = tuple(each for each in analysis.groups if each != _DAY)
        return replace(read, analysis=replace(analysis, groups=kept))

    return read


def _of_rows(quantity: Quantity, catalog: Catalog) -> Quantity | None:
    """The average of a column, of what is not added up over the places that a day has rows of."""
    if not isinstance(quantity, OverGroups) or quantity.function != "average" or quantity.group != _DAY:
        return None

    inner = quantity.quantity
    of = catalog.columns.get(inner.measure) if isinstance(inner, Measured) else None
    if of is None or not isinstance(inner, Measured) or adds_over_things(of) or not _are_days(of, catalog):
        return None

    means = (each for each, column in catalog.columns.items() if column == of and each.agg_type == "avg")
    measure = next(means, None)
    return replace(inner, measure=measure) if measure is not None else None


def _averages(quantity: Quantity, catalog: Catalog) -> bool:
    match quantity:
        case Measured(measure=measure):
            return measure.agg_type == "avg" and _are_days(measure, catalog)
        case Aggregated(function="average", of=of, since=None):
            return _are_days(of, catalog)
        case _:
            return False


def _are_days(of: Concept, catalog: Catalog) -> bool:
    cube = catalog.model.cubes.get(of.cube)
    return cube is not None and cube.meta.get("each") == "day"
