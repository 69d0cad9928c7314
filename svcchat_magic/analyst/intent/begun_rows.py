"""`number of employees hired by year`: all that were hired then, not those of them who are still there."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import ByTime, Counted, Measured, Within


def with_begun_rows(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with all rows where a verb says when they began, and a count keeps some of them unsaid.

    A count that is named as the model calls it is meant as it is: `headcount by year of hire`.
    """
    analysis, said = read.analysis, {each.form for each in tokens}
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not isinstance(first, Measured) or first.where or first.measure.agg_type != "count":
        return read

    measure = catalog.model.cubes[first.measure.cube].measures[first.measure.name]
    verbs = {item.value for item in read.cover.items if item.category == "DATED"}
    dated = [each.time for each in (*analysis.groups, *analysis.where) if isinstance(each, ByTime | Within)]
    is_begun = any(time in verbs and time is not None and time.cube == first.measure.cube for time in dated)
    is_named = said.issuperset(phrase_of(first.measure.title))
    entity = catalog.entities.get(first.measure.cube)
    if not measure.filters or not is_begun or is_named or entity is None:
        return read

    rank = analysis.rank and replace(analysis.rank, by=Counted(entity) if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(Counted(entity),), rank=rank))
