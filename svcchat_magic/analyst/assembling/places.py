"""Where bare entities and dimensions, and what was asked for, belong in an analysis."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import ROWS_OF_FACT
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Counted,
    Entity,
    IsIn,
    OnPart,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft

_NEVER_ADDED = frozenset(
    {"degree", "celsius", "fahrenheit", "percent", "%", "star", "point", "old", "people", "year"}
)


def rank_what_is_named(draft: Draft) -> None:
    """`busiest month for inbound calls`: most of what is named there, and not of any rows."""
    anything = Counted(Entity("", ROWS_OF_FACT))
    if draft.rank is None or draft.rank.by != anything:
        return

    others = [each for each in draft.quantities if each != anything]
    by = others[0] if others else Counted(draft.entities[0]) if draft.entities else anything
    draft.rank = replace(draft.rank, by=by)
    draft.quantities[:] = dict.fromkeys(by if each == anything else each for each in draft.quantities)


def place_entities(draft: Draft) -> None:
    """A bare entity is what is counted, or says whose rows are meant."""
    for entity in dict.fromkeys(draft.entities):
        if draft.listed == entity or any(
            isinstance(each, ByEntity) and each.entity == entity for each in draft.groups
        ):
            continue

        if not draft.quantities and draft.listed is None and draft.values_of is None:
            draft.quantities.append(Counted(entity))
            draft.marks.add("implied")
        elif not _speaks_of(draft, entity):
            draft.penalty += SMALL
            draft.about.append(entity)


def _speaks_of(draft: Draft, entity: Entity) -> bool:
    """Whether what is asked is about an entity anyway."""
    cubes = {each for quantity in draft.quantities for each in cubes_of(quantity)}
    cubes |= {each.of.cube for each in draft.where if isinstance(each, IsIn) or hasattr(each, "of")}
    cubes |= {each.of.cube for each in draft.groups if isinstance(each, ByMember)}
    return entity.cube in cubes


def place_dimensions(draft: Draft) -> None:
    """A bare dimension is a group when something is counted or measured; alone, its values are asked for."""
    for dimension in draft.dimensions:
        known = {each.of for each in draft.groups if isinstance(each, ByMember)}
        known |= {each.of for each in draft.where if isinstance(each, IsIn)}
        if dimension in known or _dates_the_groups(draft, dimension):
            continue

        draft.penalty += SMALL
        draft.dropped += [draft.loose[dimension]] if dimension in draft.loose else []
        if draft.listed is not None:
            draft.fields.append(dimension)
            continue

        is_number = dimension.type == "number" and not dimension.primary_key
        is_asked = not draft.quantities or "implied" in draft.marks
        if is_number and is_asked and draft.groups and _adds_up(dimension):
            draft.quantities[:] = [Aggregated("sum", dimension)]  # litres per month
        elif is_number and (draft.quantities or draft.groups):
            draft.penalty += BIG  # a number beside what is asked is no group unless it is said to be one
            draft.dropped.append(dimension.title)
        elif dimension.type == "time" and draft.quantities and not _has_times(draft):
            draft.penalty += BIG  # nor is a date
            draft.dropped.append(dimension.title)
        elif "by" in draft.marks:
            draft.penalty += BIG  # where groups are named in so many words, no other word makes one
            draft.dropped.append(dimension.title)
        elif draft.quantities or draft.rank or draft.groups or "follows" in draft.marks:
            group = ByTime("auto", dimension) if dimension.type == "time" else ByMember(dimension)
            draft.groups.append(group)
            if draft.ranked and draft.rank and draft.rank.limit:
                draft.ranked.append(group)  # shown beside what is ranked: nobody said by or per
        elif draft.values_of is None and dimension.type in ("string", "boolean"):
            draft.values_of = dimension
            draft.penalty += SMALL
        else:
            draft.penalty += BIG
            draft.dropped.append(dimension.title)


def _dates_the_groups(draft: Draft, dimension: Concept) -> bool:
    """Who opened an account in each quarter did so on the day that it was opened."""
    is_alone = draft.listed is None and dimension == draft.time
    return is_alone and any(isinstance(each, ByTime) for each in draft.groups)


def _adds_up(dimension: Concept) -> bool:
    """Whether a number is an amount, told in its unit: litres, hours."""
    words = dimension.title.lower().split()
    unit = singular(words[-1]) if words and "per" not in words else ""  # miles per gallon are no gallons
    return unit in keywords().units and unit not in _NEVER_ADDED


def _has_times(draft: Draft) -> bool:
    """Whether a unit or a period is there that a date may belong to, or an analysis that goes before."""
    timed = any(isinstance(each, Within | OnPart) for each in draft.where)
    return (
        timed or any(isinstance(each, ByTime | ByPart) for each in draft.groups) or "follows" in draft.marks
    )


def place_asked(draft: Draft) -> None:
    """`which customers`: they are groups, or records where no number is asked for."""
    for group in draft.asked:
        if group not in draft.groups:
            draft.groups.append(group)

        if (
            draft.rank is None
            and not draft.having
            and draft.derived is None
            and isinstance(group, ByEntity)
            and not draft.quantities
        ):
            draft.listed = group.entity
            draft.groups.remove(group)
