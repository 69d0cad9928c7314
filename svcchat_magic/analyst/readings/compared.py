"""What tells one reading of a question from another: what it counts, whose rows, how far they are spread."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import Analysis, Counted, IsIn, Within
from svcchat_magic.analyst.planning.assumed import number_told_by
from svcchat_magic.analyst.planning.belonging import told_beside
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import Sources

STRAY = 0.08  # more than what two readings that fit evenly may differ by


def asks_for_change(analysis: Analysis) -> bool:
    """`why did revenue fall`, but not `why do deliveries fail`: that asks for the reasons of what is kept."""
    kept = any(isinstance(each, IsIn) for each in analysis.where)
    is_dated = analysis.derived is not None or any(isinstance(each, Within) for each in analysis.where)
    return bool(analysis.quantities) and (is_dated or not kept)


def uncounted(read: Assembled, sources: Sources) -> Assembled:
    """The reading with the one number of the rows that it took for what is counted, or without any."""
    counted = next(each for each in read.analysis.quantities if isinstance(each, Counted))
    number = number_told_by(counted.entity.cube, sources)
    quantities = (number,) if number is not None else ()
    return replace(read, analysis=replace(read.analysis, quantities=quantities, is_assumed=True))


def are_other_people(best: Assembled, other: Assembled) -> bool:
    """Whether other people may have done as well what is asked for."""
    groups = [each.analysis.groups for each in (best, other)]
    people = [[one for one in each if is_person(one)] for each in groups]
    cubes = [{cube for one in each for cube in cubes_of_group(one)} for each in people]
    return best.score - other.score < STRAY and all(people) and cubes[0].isdisjoint(cubes[1])


def distance(planned: Planned, catalog: Catalog) -> float:
    """How far what is asked is spread over tables: of two readings the nearer one is meant."""
    analysis = planned.analysis
    homes = {cube for quantity in analysis.quantities for cube in cubes_of(quantity)}
    labels = set(told_beside(analysis.groups, catalog)) if len(analysis.groups) > 1 else set()
    groups = [each for each in analysis.groups if each not in labels]
    others = [cube for group in groups for cube in cubes_of_group(group) if cube not in homes]
    return 0.02 * len(planned.source.tables) + 0.12 * len(others)
