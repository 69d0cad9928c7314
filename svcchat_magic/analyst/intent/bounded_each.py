"""`customers with more than 5 orders by country`: how many such customers each country has."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.titles import group_title
from svcchat_magic.analyst.meaning.tree import Bound, ByEntity, ByMember, Counted, Entity, Group, Measured
from svcchat_magic.analyst.planning.sources import Sources

_HAVING = frozenset({"have", "has", "had", "who", "that", "which"})


def with_bounded_each(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with a bound on what each of them has, where they are counted by a column of theirs."""
    analysis = read.analysis
    is_plain = analysis.rank is None and analysis.derived is None and bool(analysis.groups)
    if (
        not is_plain
        or not analysis.having
        or not all(isinstance(each, ByMember | ByEntity) for each in analysis.groups)
    ):
        return read

    who = _bounded(tokens, read, sources)
    if who is None or not all(_is_of_each(each, who, sources) for each in analysis.having):
        return read

    if any(_is_itself(each, who, sources) for each in analysis.groups):
        return read

    reaches = sources.graph.reaches
    cubes = {each: cubes_of_group(each)[0] for each in analysis.groups}
    far = [
        each for each, cube in cubes.items() if cube != who.cube and not reaches(who.cube, cube, to_one=True)
    ]
    if far:  # `customers with more than 5 orders by product`: how many of each, or in all
        return replace(read, dropped=(*read.dropped, *map(group_title, far)))

    having = tuple(replace(each, each=who) for each in analysis.having)
    return replace(read, analysis=replace(analysis, quantities=(Counted(who),), having=having))


def _bounded(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Entity | None:
    """Of which rows it is said: those right before it, or those of which it is said by `have`."""
    items = read.cover.items
    groups = [each.start for each in items if each.category in ("GROUPS", "INSIDE", "GRAIN")]
    for at, item in enumerate(items):
        if item.category == "SUCH" and any(each > item.start for each in groups):
            who: Entity = item.value[0]
            return who

        if item.category != "BOUND":
            continue

        counted = next((one for each in items[:at] if (one := _counted(each, sources))), None)
        is_next = at > 0 and _counted(items[at - 1], sources) is not None
        if counted is not None and (is_next or tokens[item.start - 1].form in _HAVING):
            return counted

    return None


def _counted(item: Item, sources: Sources) -> Entity | None:
    if item.category == "ENTITY":
        entity: Entity = item.value
        return entity

    quantity = item.value if item.category == "QUANTITY" else None
    if not isinstance(quantity, Counted | Measured) or not is_counted(quantity) or quantity.where:
        return None

    if isinstance(quantity, Measured) and not sources.counts_all(quantity.measure):
        return None

    return sources.catalog.entities.get(next(cubes_of(quantity)))


def _is_itself(group: Group, who: Entity, sources: Sources) -> bool:
    """Whether each of them is a group of its own."""
    if isinstance(group, ByMember):
        return group.of in (sources.catalog.name_of(who), sources.catalog.key_of(who))

    return who.cube in cubes_of_group(group)


def _is_of_each(bound: Bound, who: Entity, sources: Sources) -> bool:
    """Whether it is a number of rows that belong to each of them."""
    cubes = set(cubes_of(bound.quantity)) if bound.quantity is not None else set()
    return (
        bool(cubes) and isinstance(bound.value, Decimal) and cubes <= set(facts_of(who.cube, sources.catalog))
    )
