"""Rows that somebody has or has not, with all that is said of them: `playlists without tracks by AC/DC`."""

from collections.abc import Iterator
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.absent import owner_of
from svcchat_magic.analyst.meaning.cubes import cubes_of_condition
from svcchat_magic.analyst.meaning.tree import Condition, Entity, Exists, IsIn, Within
from svcchat_magic.analyst.planning.lines import nearest_of_all
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.whose_dates import is_of_people

_HAVING = frozenset({"SUBJECT", "LISTEDSUCH", "COUNTED", "CONDITION"})


def with_rows_had(read: Assembled, sources: Sources) -> Assembled:
    """The reading with what is said of rows that are had in the condition that these are there, or are not.

    What each has one of is said of it itself: orders that had a German customer.
    """
    owner = owner_of(read, sources)
    if owner is None or not any(isinstance(each, Exists) for each in read.analysis.where):
        return read

    where = tuple(one for each in read.analysis.where for one in _own(each, owner, sources))
    strays = [each for each in where if _is_stray(each, owner, sources) and _stands_behind(each, read)]
    had = [each for each in where if isinstance(each, Exists) and each.entity == owner]
    if not strays:
        return replace(read, analysis=replace(read.analysis, where=where))

    within = _within(had[0], strays, owner, sources) if len(had) == 1 else None
    if within is None:
        return read

    moved = tuple(within if each == had[0] else each for each in where if each not in strays)
    return replace(read, analysis=replace(read.analysis, where=moved))


def _own(condition: Condition, owner: Entity, sources: Sources) -> Iterator[Condition]:
    """What is said of a row that each has one of, for that it has it."""
    if isinstance(condition, Exists) and condition.where and _has_one(condition, owner, sources):
        yield from condition.where
    else:
        yield condition


def _has_one(had: Exists, owner: Entity, sources: Sources) -> bool:
    """Whether each row has just one of these: a period of what takes place itself is then its own.

    People do not take place: who cancelled in May did so then, whenever they came.
    """
    periods = [each for each in had.where if isinstance(each, Within)]
    is_event = sources.takes_place(owner.cube) and not is_of_people(owner.cube, sources.catalog)
    is_own = is_event and all(each.time is None for each in periods)
    is_said = not had.negated and had.entity == owner and (is_own or not periods)
    return is_said and sources.graph.reaches(owner.cube, had.of.cube, to_one=True)


def _is_stray(condition: Condition, owner: Entity, sources: Sources) -> bool:
    """Whether it is said of rows that belong to no one row of the owner's."""
    if not isinstance(condition, IsIn):
        return False

    return any(
        each != owner.cube and not sources.graph.reaches(owner.cube, each, to_one=True)
        for each in cubes_of_condition(condition)
    )


def _stands_behind(condition: Condition, read: Assembled) -> bool:
    """Whether it is said behind such rows: active translators without a job are active themselves."""
    items = read.cover.items
    own = [each.start for each in items if each.category == "CONDITION" and each.value == condition]
    rows = [each.stop for each in items if each.category in _HAVING]
    return bool(own and rows) and own[0] >= rows[0]


def _within(had: Exists, strays: list[Condition], owner: Entity, sources: Sources) -> Exists | None:
    """The condition that there are such rows, in the table where all that is said of them meets."""
    cubes = {cube for each in (*strays, *had.where) for cube in cubes_of_condition(each)}
    reaches = sources.graph.reaches
    if all(each == had.of.cube or reaches(had.of.cube, each, to_one=True) for each in cubes):
        return replace(had, where=(*had.where, *strays))

    meeting = nearest_of_all({had.of.cube, owner.cube, *cubes}, sources)
    if len(meeting) != 1:
        return None

    return replace(had, of=sources.catalog.entities[meeting[0]], where=(*had.where, *strays))
