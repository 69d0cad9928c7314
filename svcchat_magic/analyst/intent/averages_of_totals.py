"""`average sessions per day` of rows that are parts of a day: what days had on average, and no such row."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.counted_rows import counted_measure
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.measured_things import adds_over_things
from svcchat_magic.analyst.meaning.tree import ByTime, Concept, Measured, OverGroups

_PER = frozenset({"per", "each", "every", "a", "an"})


def with_averages_of_totals(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the average over days of their sums, where rows are no things with a number each."""
    analysis = read.analysis
    if len(analysis.quantities) != 1 or analysis.rank is not None or analysis.derived is not None:
        return read

    quantity = analysis.quantities[0]
    timed = [each for each in analysis.groups if isinstance(each, ByTime) and each.time is None]
    total = _total(quantity.measure, catalog) if isinstance(quantity, Measured) else None
    if total is None or not isinstance(quantity, Measured) or len(timed) != 1:
        return read

    is_per = any(one.form in _PER and other.form == timed[0].grain for one, other in pairwise(tokens))
    if not is_per or not _are_parts(total, catalog):
        return read

    average = OverGroups("average", replace(quantity, measure=total), timed[0])
    groups = tuple(each for each in analysis.groups if each != timed[0])
    return replace(read, analysis=replace(analysis, quantities=(average,), groups=groups))


def _total(average: Concept, catalog: Catalog) -> Concept | None:
    """The sum of the column that a measure averages, where it adds up over everything, time too."""
    column = catalog.columns.get(average) if average.agg_type == "avg" else None
    total = catalog.sums.get(column) if column is not None else None
    adds_up = column is not None and total is not None and adds_over_things(column) and not total.over_time
    return total if adds_up else None


def _are_parts(total: Concept, catalog: Catalog) -> bool:
    """Whether rows are measurements of several things at a time, each count many, or are hours of a day."""
    meta = catalog.model.cubes[total.cube].meta
    if phrase_of(total.title)[-1:] == ("hour",) and catalog.key_of(catalog.entities[total.cube]) is None:
        return True

    is_whole_day = meta.get("each") == "day" and not meta.get("things")
    is_measured = meta.get("rows") == "measurements" and not is_whole_day
    return is_measured or counted_measure(total.cube, catalog) == total
