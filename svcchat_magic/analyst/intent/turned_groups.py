"""`doctors by admissions`: each admission has one doctor, so it is told how many each doctor has."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import ByEntity, Counted, Entity, Measured, Quantity
from svcchat_magic.analyst.planning.meeting import counted_whole
from svcchat_magic.analyst.planning.sources import Sources


def with_groups_turned(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with a number of the finer rows for each of the others, and not always one.

    Behind `by` alone: `doctors per admission` says itself which are counted for each of which.
    """
    if not any(tokens[each.start].form == "by" for each in read.cover.items if each.category == "GROUPS"):
        return read

    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    counted = counted_things(first, sources.catalog) if first is not None else None
    groups = [each for each in analysis.groups if isinstance(each, ByEntity)]
    if counted is None or len(groups) != 1 or analysis.having or analysis.derived or analysis.rank:
        return read

    finer = groups[0].entity
    reaches = sources.graph.reaches
    if finer.cube == counted.cube or not reaches(finer.cube, counted.cube, to_one=True):
        return read

    turned = tuple(ByEntity(counted) if each is groups[0] else each for each in analysis.groups)
    return replace(read, analysis=replace(analysis, quantities=(Counted(finer),), groups=turned))


def counted_things(quantity: Quantity, catalog: Catalog) -> Entity | None:
    """What is counted, in its own rows or by its keys in the rows of others."""
    measure = quantity.measure if isinstance(quantity, Measured) and not quantity.where else None
    if measure is None or measure.agg_type != "count_distinct":
        return counted_whole(quantity)

    named = catalog.phrases.get(phrase_of(measure.title), ())
    return next((each.of for each in named if isinstance(each.of, Entity) and each.weight >= OWN), None)
