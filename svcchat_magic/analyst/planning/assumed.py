"""The number that a question leaves out: what its groups are about is counted, or its money summed."""

from dataclasses import replace

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Concept,
    Counted,
    IsIn,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.sql_text import cube_of
from svcchat_magic.semantic.inference.names import is_money

_ASIDE = frozenset(
    ("budget", "deposit", "discount", "fee", "rebate", "refund", "surcharge", "tax", "tip", "vat")
)
_GOES_OUT = frozenset({"cost", "expense", "spend", "spending", "quota", "target", "planned"})


def with_assumed(analysis: Analysis, sources: Sources) -> Analysis:
    """A ranking or breakdown without a quantity, with the one it is taken to be about."""
    grouped = [each for each in map(cube_of, analysis.groups) if each]
    kept = [each.of.cube for each in analysis.where if isinstance(each, IsIn)]
    kept += [each.time.cube for each in analysis.where if isinstance(each, Within) and each.time]
    cube = _fact_of([*grouped, *kept], sources)  # potholes by ward: the requests, not the wards
    if is_of_measurements(cube, sources.catalog):
        taken = _only_number(cube, sources)
        rank = replace(analysis.rank, by=taken) if analysis.rank else None
        return replace(analysis, quantities=(taken,), rank=rank, is_assumed=True)

    if not (analysis.groups or analysis.rank or analysis.having or analysis.derived):
        raise CannotPlan("which number is meant")

    grows = analysis.derived is not None and analysis.derived.kind == "change"
    if not (analysis.rank or grows) and cube and any(sources.catalog.of_cube(cube, "measure")):
        return replace(analysis, quantities=(Counted(sources.catalog.entities[cube]),), is_assumed=True)

    ranked = {
        word for each in analysis.groups if isinstance(each, ByEntity) for word in phrase_of(each.entity.noun)
    }
    taken = _money(cube, sources, ranked) or _count(cube, sources)
    rank = replace(analysis.rank, by=taken) if analysis.rank else None
    return replace(analysis, quantities=(taken,), rank=rank, is_assumed=True)


def is_of_measurements(cube: str, catalog: Catalog) -> bool:
    """Whether the rows of a cube are only where numbers stand, so that nobody counts them."""
    found = catalog.model.cubes.get(cube)
    return found is not None and found.meta.get("rows") == "measurements"


def _only_number(cube: str, sources: Sources) -> Quantity:
    """The number that such a table is about, if it has one; raises CannotPlan."""
    measures = list(sources.catalog.of_cube(cube, "measure"))
    sums, averages = ([each for each in measures if each.agg_type == kind] for kind in ("sum", "avg"))
    if len(averages) != 1 or len(sums) > 1:
        raise CannotPlan("which number is meant")

    return Measured((sums or averages)[0])


def _fact_of(cubes: list[str], sources: Sources) -> str:
    """Of the cubes that are grouped by, the one whose rows belong to all the others: else the first."""
    reaches = sources.graph.reaches
    whole = (one for one in cubes if all(reaches(one, each, to_one=True) for each in cubes))
    return next(whole, cubes[0] if cubes else "")


def _money(cube: str, sources: Sources, ranked: set[str]) -> Quantity | None:
    """The first sum of money whose rows belong to the groups; refunds that are `ranked` have their own."""
    sums = [each for each in sources.catalog.concepts if each.kind == "measure" and each.agg_type == "sum"]
    near = [each for each in sums if not cube or sources.graph.reaches(each.cube, cube, to_one=True)]
    found = [each for each in near if _is_money(each) and not _is_aside(each, ranked)]
    earned = [each for each in found if _GOES_OUT.isdisjoint(phrase_of(each.title))]
    return next((Measured(each) for each in (*earned, *found)), None)


def _is_aside(measure: Concept, ranked: set[str]) -> bool:
    """Whether money is only a part beside what was earned or spent: nobody means it without saying so."""
    return not (_ASIDE - ranked).isdisjoint(phrase_of(measure.title))


def _is_money(measure: Concept) -> bool:
    return measure.format == "currency" or is_money(measure.name)


def _count(cube: str, sources: Sources) -> Quantity:
    fact = sources.fact_of(sources.catalog.entities[cube]) if cube else sources.main_cube()
    if fact not in sources.catalog.entities:
        raise CannotPlan("which number is meant")

    return Counted(sources.catalog.entities[fact])
