"""The number that a question leaves out: what its groups are about is counted, or its money summed."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Counted, Measured, Quantity
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.sql_text import cube_of
from svcchat_magic.semantic.inference.names import is_money


def with_assumed(analysis: Analysis, sources: Sources) -> Analysis:
    """A ranking or breakdown without a quantity, with the one it is taken to be about."""
    if not (analysis.groups or analysis.rank or analysis.having or analysis.derived):
        raise CannotPlan("which number is meant")

    cube = next((each for each in map(cube_of, analysis.groups) if each), "")
    if not analysis.rank and cube and any(sources.catalog.of_cube(cube, "measure")):
        return replace(analysis, quantities=(Counted(sources.catalog.entities[cube]),), is_assumed=True)

    taken = _money(cube, sources) or _count(cube, sources)
    rank = replace(analysis.rank, by=taken) if analysis.rank else None
    return replace(analysis, quantities=(taken,), rank=rank, is_assumed=True)


def _money(cube: str, sources: Sources) -> Quantity | None:
    """The first sum of money whose rows belong to the groups."""
    sums = [each for each in sources.catalog.concepts if each.kind == "measure" and each.agg_type == "sum"]
    near = [each for each in sums if not cube or sources.graph.reaches(each.cube, cube, to_one=True)]
    return next((Measured(each) for each in near if _is_money(each)), None)


def _is_money(measure: Concept) -> bool:
    return measure.format == "currency" or is_money(measure.name)


def _count(cube: str, sources: Sources) -> Quantity:
    fact = sources.fact_of(sources.catalog.entities[cube]) if cube else sources.main_cube()
    if fact not in sources.catalog.entities:
        raise CannotPlan("which number is meant")

    return Counted(sources.catalog.entities[fact])
