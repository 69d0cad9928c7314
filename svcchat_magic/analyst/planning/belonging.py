"""Which groups only tell more of another one: each product has one supplier."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.cubes import cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Counted,
    Entity,
    Group,
    Measured,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources, sources_of


def entity_told_by(group: Group, catalog: Catalog) -> Entity | None:
    """The entity whose rows a group tells apart: by its name, its key or as what it is."""
    match group:
        case ByEntity(entity):
            return entity
        case ByMember(of) if of.cube in catalog.entities:
            entity = catalog.entities[of.cube]
            told = (catalog.name_of(entity), catalog.key_of(entity))
            return entity if of in told and not is_of_others(of, entity) else None
        case _:
            return None


def is_of_others(name: Concept, entity: Entity) -> bool:
    """Whether a name is that of somebody else: the customer's, in the rows of orders."""
    return not name.primary_key and is_person(ByMember(name)) and not is_person(ByEntity(entity))


def tells_more_of(group: Group, entity: Entity, catalog: Catalog) -> bool:
    """Whether each row of an entity has one value of a group."""
    cubes = cubes_of_group(group) or _cubes_of_time(group)
    reaches = sources_of(catalog).graph.reaches
    return bool(cubes) and all(reaches(entity.cube, each, to_one=True) for each in cubes)


def mind_ratios(analysis: Analysis, sources: Sources) -> None:
    """`different products per customer`: many are bought by many, which no ratio of two counts tells."""
    nouns = sources.catalog.entities
    for each in analysis.quantities:
        above, below = _counted(each)
        is_distinct = isinstance(each, Ratio) and _counts_different(each.above)
        is_met = not is_distinct or sources.graph.reaches(above, below, to_one=True)
        if above and below and not (is_met and _may_be_per(above, below, sources)):
            raise CannotPlan(f"how many {nouns[above].noun} each {nouns[below].noun} has")


def _counted(quantity: Quantity) -> tuple[str, str]:
    """The tables whose rows are counted above and below a ratio; empty where something else is."""
    if not isinstance(quantity, Ratio) or quantity.is_share or quantity.way != "/":
        return "", ""

    above, below = map(_rows_of, (quantity.above, quantity.below))
    return above, below


def _counts_different(quantity: Quantity) -> bool:
    return isinstance(quantity, Measured) and quantity.measure.agg_type == "count_distinct"


def _rows_of(quantity: Quantity) -> str:
    match quantity:
        case Counted(entity=entity, is_active=False):
            return entity.cube
        case Measured(measure=measure) if measure.agg_type in ("count", "count_distinct"):
            return measure.cube
        case _:
            return ""


def _may_be_per(above: str, below: str, sources: Sources) -> bool:
    """Whether rows are so many for each of others: not where a third table has both, nor one each."""
    reaches = sources.graph.reaches
    if not {above, below} <= set(sources.catalog.entities) or above == below:
        return True

    if reaches(above, below, to_one=True) or reaches(below, above, to_one=True):
        return reaches(above, below, to_one=True)

    facts = (each for each in sources.catalog.entities if reaches(each, above, to_one=True))
    return not any(reaches(each, below, to_one=True) for each in facts)


def mind_counts_of_one(analysis: Analysis, sources: Sources) -> None:
    """`bookings with more than 2 guests`, where each is of one: their number is told elsewhere."""
    reaches = sources.graph.reaches
    groups = [each.entity for each in analysis.groups if isinstance(each, ByEntity)]
    numbers = (each.quantity for each in analysis.having)
    for counted in (each.entity for each in numbers if isinstance(each, Counted) and each.entity.cube):
        for each in groups:
            is_one = each.cube != counted.cube and reaches(each.cube, counted.cube, to_one=True)
            if is_one and not reaches(counted.cube, each.cube, to_one=True):
                raise CannotPlan(f"how many {counted.noun} each {each.noun} has")


def named_once(groups: tuple[Group, ...], catalog: Catalog) -> tuple[Group, ...]:
    """The groups without a column that names what another one is: meters with their serial have one."""
    names = {catalog.name_of(each.entity) for each in groups if isinstance(each, ByEntity)}
    return tuple(each for each in groups if not (isinstance(each, ByMember) and each.of in names))


def with_persons_apart(analysis: Analysis, catalog: Catalog) -> Analysis:
    """The analysis with persons by their keys, where it groups by their names: two of one name stay two.

    Things of one name may be one: a wine of several years, a pizza in several sizes.
    """
    apart = {
        ByMember(named): ByEntity(entity)
        for entity in catalog.entities.values()
        if (named := catalog.name_of(entity)) is not None
        and catalog.key_of(entity) not in (None, named)
        and is_person(ByEntity(entity))
    }
    if not any(each in apart for each in analysis.groups):
        return analysis

    groups = tuple(_apart(each, apart) for each in analysis.groups)
    rank = analysis.rank and replace(
        analysis.rank, within=tuple(_apart(each, apart) for each in analysis.rank.within)
    )
    return replace(analysis, groups=groups, rank=rank)


def _apart(group: Group, apart: Mapping[ByMember, ByEntity]) -> Group:
    return apart.get(group, group) if isinstance(group, ByMember) else group


def told_beside(groups: Iterable[Group], catalog: Catalog) -> Iterator[Group]:
    """Those of some groups that change nothing about which rows there are: one before tells them."""
    before: list[Entity] = []
    for each in groups:
        if any(tells_more_of(each, entity, catalog) for entity in before):
            yield each
            continue

        entity = entity_told_by(each, catalog)
        before += [entity] if entity else []


def _cubes_of_time(group: Group) -> tuple[str, ...]:
    return (group.time.cube,) if isinstance(group, ByTime) and group.time else ()
