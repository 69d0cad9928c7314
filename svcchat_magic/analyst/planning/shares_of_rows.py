"""`what percentage of patients have at least 3 orders`: those of all patients, with or without an order."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_condition
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Condition,
    Counted,
    Entity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.sources import Sources

_FEWER = {"<": ">=", "<=": ">"}  # fewer may be none: those are all but the ones with more


class Counts(Protocol):
    """Writes the statements that are divided."""

    sources: Sources

    def grouped(self, analysis: Analysis) -> Planned:
        """A number for each group, or one of all rows."""

    def counted_groups(self, analysis: Analysis) -> Planned:
        """How many groups keep a bound."""


def share_of_bounded(planner: Counts, analysis: Analysis) -> Planned:
    """The share of rows that have so many of others; raises CannotPlan for any other share without groups."""
    (first, *others) = analysis.quantities
    bounds = [replace(each, operator=_FEWER.get(each.operator, each.operator)) for each in analysis.having]
    is_fewer = any(each.operator in _FEWER for each in analysis.having)
    if not isinstance(first, Counted) or others or not bounds or (is_fewer and len(bounds) > 1):
        raise CannotPlan("what that is a share of")

    where = tuple(_of_rows(analysis.where, first.entity, planner.sources))
    own = tuple(each for each in where if _is_of(each, first.entity, planner.sources))
    such = planner.counted_groups(replace(analysis, where=where, having=tuple(bounds), derived=None))
    whole = planner.grouped(replace(analysis, where=own, having=(), derived=None))
    above, below = name(such.columns[-1].name), name(whole.columns[-1].name)
    keys = [name(each.name) for each in whole.columns[:-1]]
    such_keys = [name(each.name) for each in such.columns[:-1]]  # of those who met others, called by these
    if len(keys) != len(such_keys):
        raise CannotPlan("the share of such rows within each group")

    share = f"COALESCE(such.{above}, 0) * 1.0 / NULLIF(whole.{below}, 0)"
    outputs = [*(f"whole.{each} AS {each}" for each in keys), f"{'1 - ' if is_fewer else ''}{share} AS share"]
    pairs = zip(such_keys, keys, strict=True)
    same = " AND ".join(f"such.{one} IS NOT DISTINCT FROM whole.{other}" for one, other in pairs)
    sql = (
        f"WITH such AS (\n{such.sql}\n), whole AS (\n{whole.sql}\n)\n"
        f"SELECT {', '.join(outputs)}\nFROM whole\n"
    )
    sql += f"LEFT JOIN such ON {same}\nORDER BY {len(outputs)} DESC" if keys else "CROSS JOIN such"
    ratio = Ratio(first, first, is_share=True)
    told = replace(analysis, quantities=(ratio,), where=where, derived=None)
    times = [each.time for each in where if isinstance(each, Within) and each.time is not None]
    source = whole.source if all(map(whole.source.has, times)) else such.source
    return Planned(sql, (*whole.columns[:-1], Column("share", ratio, "quantity")), source, told)


def is_share_of_bounded(analysis: Analysis) -> bool:
    """Whether a share is of rows that have so many of others; one without groups can be of nothing else."""
    if analysis.derived is None or analysis.derived.kind != "share":
        return False

    first = analysis.quantities[0]
    counted = {first.entity.cube} if isinstance(first, Counted) else set()
    bounded = {cube for each in analysis.having for cube in cubes_of(each.quantity or first)}
    return not analysis.groups or (bool(counted and bounded) and not counted & bounded)


def _of_rows(where: tuple[Condition, ...], entity: Entity, sources: Sources) -> Iterator[Condition]:
    """The conditions; a period is that of the rows where they are events, and of what they have otherwise."""
    time = sources.dates(entity.cube)
    is_event = time is not None and time.cube == entity.cube and not is_person(ByEntity(entity))
    for each in where:
        is_open = isinstance(each, Within) and each.time is None
        yield replace(each, time=time) if is_open and is_event and isinstance(each, Within) else each


def _is_of(condition: Condition, entity: Entity, sources: Sources) -> bool:
    cubes = list(cubes_of_condition(condition))
    return bool(cubes) and all(
        each == entity.cube or sources.graph.reaches(entity.cube, each, to_one=True) for each in cubes
    )
