"""How far what is kept lies from the rows that are asked for."""

from svcchat_magic.analyst.meaning.cubes import conditions_of, cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, AnyOf, ByMember, IsIn
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.readings.compared import STRAY
from svcchat_magic.analyst.readings.things_meant import farther_from_things

_BESIDE = 0.03  # a value of the rows themselves is meant before the same of what they belong to


def strays(analysis: Analysis, sources: Sources) -> float:
    """How much of what is kept belongs to many rows of others: `motor policies` are no adjusters'."""
    homes = {cube for quantity in analysis.quantities for cube in cubes_of(quantity)} - {""}
    homes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    every = [
        one
        for each in (*analysis.where, *(one for of in analysis.quantities for one in conditions_of(of)))
        for one in (each.conditions if isinstance(each, AnyOf) else (each,))
    ]
    kept = {each.of.cube for each in every if isinstance(each, IsIn)}
    told = kept | {each.of.cube for each in analysis.groups if isinstance(each, ByMember)}
    reaches = sources.graph.reaches
    far = [each for each in told if homes and not any(reaches(one, each, to_one=True) for one in homes)]
    others = kept - homes - set(far) if homes else ()
    return STRAY * len(far) + _BESIDE * len(others) + farther_from_things(analysis, sources.catalog)
