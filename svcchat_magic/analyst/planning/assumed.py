"""The number that a question leaves out: what its groups are about is counted, or its money summed."""

from dataclasses import replace

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    Concept,
    Counted,
    Group,
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
_OF_LOOK_UP = 2  # columns of a table that only says what a number stands for
_GOES_OUT = frozenset({"cost", "expense", "spend", "spending", "quota", "target", "planned"})


def with_assumed(analysis: Analysis, sources: Sources) -> Analysis:
    """A ranking or breakdown without a quantity, with the one it is taken to be about."""
    grouped = [each for each in map(cube_of, analysis.groups) if each]
    kept = [each.of.cube for each in analysis.where if isinstance(each, IsIn)]
    kept += [each.time.cube for each in analysis.where if isinstance(each, Within) and each.time]
    cube = _fact_of([*grouped, *kept], sources)  # potholes by ward: the requests, not the wards
    is_each = any(_is_each_of(each, cube, sources.catalog) for each in analysis.groups)
    if is_each and analysis.rank is None and analysis.derived is None:
        cube = _counted_of(cube, [*grouped, *kept], kept, sources)

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


def _is_each_of(group: Group, cube: str, catalog: Catalog) -> bool:
    """Whether there is a group for each row of a table."""
    if isinstance(group, ByEntity):
        return group.entity.cube == cube

    entity = catalog.entities.get(cube)
    return isinstance(group, ByMember) and entity is not None and catalog.name_of(entity) == group.of


def _counted_of(own: str, every: list[str], kept: list[str], sources: Sources) -> str:
    """Of things that are grouped by there is one each: what is kept is counted, or the rows that meet all.

    Women by department are women, accidents by driver the results that have this status. Where nothing is
    kept it stays, as what happened with these may be counted.
    """
    others = [each for each in dict.fromkeys(kept) if each != own]
    if not others:
        return own

    catalog, reaches = sources.catalog, sources.graph.reaches
    things = [each for each in others if len(list(catalog.of_cube(each, "dimension"))) > _OF_LOOK_UP]
    if len(things) == 1 and things[0] in catalog.entities:
        return things[0]

    facts = [
        each
        for each in catalog.entities
        if all(each == one or reaches(each, one, to_one=True) for one in every)
    ]
    near = {each: sum(sources.distance(each, one) for one in every) for each in facts}
    first = [each for each in facts if near[each] == min(near.values())]
    if len(first) != 1:
        raise CannotPlan("which number is meant")

    return first[0]


def is_of_measurements(cube: str, catalog: Catalog) -> bool:
    """Whether the rows of a cube are only where numbers stand, so that nobody counts them."""
    found = catalog.model.cubes.get(cube)
    return found is not None and found.meta.get("rows") == "measurements"


def are_numbers(cube: str, catalog: Catalog) -> bool:
    """Whether rows are what numbers were, at moments or from one day to another."""
    found = catalog.model.cubes.get(cube)
    return found is not None and found.meta.get("rows") in ("measurements", "history")


def number_told_by(cube: str, sources: Sources) -> Quantity | None:
    """The one number that such rows are there for, if there is one: what is on hand, of an inventory."""
    try:
        return _only_number(cube, sources)
    except CannotPlan:
        return None


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
