"""`customers with more than 5 orders by country`: how many such customers each country has."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.titles import group_title
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Bound,
    ByEntity,
    ByMember,
    ByTime,
    Counted,
    Entity,
    Group,
    Measured,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources

_APART = frozenset({"different", "distinct", "unique", "number", "of"})
_HAVING = frozenset({"have", "has", "had", "who", "that", "which"})


def with_bounded_each(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with a bound on what each of them has, where they are counted by a column of theirs."""
    analysis = read.analysis
    is_plain = analysis.rank is None and analysis.derived is None and bool(analysis.groups)
    if (
        not is_plain
        or not analysis.having
        or not all(isinstance(each, ByMember | ByEntity | ByTime) for each in analysis.groups)
    ):
        return read

    who = _bounded(tokens, read, sources)
    if who is None and any(isinstance(each, ByTime) for each in analysis.groups):
        return replace(read, dropped=(*read.dropped, *_said_of_counted(read)))

    if who is None or not all(_is_of_each(each, who, sources) for each in analysis.having):
        return read

    if any(_is_itself(each, who, sources) for each in analysis.groups):
        return read

    dated = _dated(analysis, sources)
    if dated is None:
        return replace(read, dropped=(*read.dropped, "by time"))

    reaches = sources.graph.reaches
    named = [each for each in dated.groups if not isinstance(each, ByTime)]
    cubes = {each: cubes_of_group(each)[0] for each in named}
    far = [
        each for each, cube in cubes.items() if cube != who.cube and not reaches(who.cube, cube, to_one=True)
    ]
    if far:  # `customers with more than 5 orders by product`: how many of each, or in all
        return replace(read, dropped=(*read.dropped, *map(group_title, far)))

    having = tuple(replace(each, each=who) for each in dated.having)
    return replace(read, analysis=replace(dated, quantities=(Counted(who),), having=having))


def _dated(analysis: Analysis, sources: Sources) -> Analysis | None:
    """`customers with more than 2 orders by month`: by that of the orders; None where they have several."""
    if not any(isinstance(each, ByTime) for each in analysis.groups):
        return analysis

    homes = {home for each in analysis.having if each.quantity for home in cubes_of(each.quantity)}
    times = {sources.dates(home) for home in homes}
    time = times.pop() if len(times) == 1 else None
    if time is None:
        return None

    def at(each: Any) -> Any:
        return replace(each, time=time) if isinstance(each, ByTime | Within) and each.time is None else each

    return replace(analysis, groups=tuple(map(at, analysis.groups)), where=tuple(map(at, analysis.where)))


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


def _said_of_counted(read: Assembled) -> Iterator[str]:
    """What is said right behind a number of different ones keeps these, and no months."""
    for one, other in pairwise(read.cover.items):
        is_number = one.category == "QUANTITY" and is_counted(one.value)
        if is_number and other.category == "BOUND":
            yield str(other.value.value)


def _counted(item: Item, sources: Sources) -> Entity | None:
    if item.category == "ENTITY":
        entity: Entity = item.value
        return entity

    quantity = item.value if item.category == "QUANTITY" else None
    if not isinstance(quantity, Counted | Measured) or not is_counted(quantity) or quantity.where:
        return None

    if isinstance(quantity, Measured) and not sources.counts_all(quantity.measure):
        return _counted_apart(quantity, sources)

    return sources.catalog.entities.get(next(cubes_of(quantity)))


def _counted_apart(quantity: Measured, sources: Sources) -> Entity | None:
    """Whom a number of different ones counts, by its title: customers, where it says how many bought."""
    if quantity.measure.agg_type != "count_distinct":
        return None

    noun = tuple(each for each in phrase_of(quantity.measure.title) if each not in _APART)
    return next((each for each in sources.catalog.entities.values() if phrase_of(each.noun) == noun), None)


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
