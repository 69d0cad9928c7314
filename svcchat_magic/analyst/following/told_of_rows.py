"""`which clubs do they play for?`: the rows before, each with what it belongs to."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Entity,
    Group,
    OwnField,
)
from svcchat_magic.analyst.planning.belonging import entity_told_by, tells_more_of

_USUAL = OwnField("usual")


def asks_of_rows(read: Assembled) -> bool:
    """Whether nothing but another column of the rows before is asked for."""
    said = read.analysis
    is_alone = said == Analysis(groups=said.groups, is_assumed=said.is_assumed)
    return bool(read.edits & {"which", "shows"} and said.groups) and is_alone


def lists_many(memory: Memory) -> bool:
    """Whether more records were listed than anybody reads: those are counted instead."""
    return memory.analysis.rows_of is not None and not (memory.shown and memory.shown[-1].is_whole)


def told_of_rows(memory: Memory, read: Assembled, catalog: Catalog) -> Assembled | None:
    """The reading as the analysis before with these groups beside its rows.

    None where its rows have no one value of them, or where many records were listed.
    """
    before, groups = memory.analysis, read.analysis.groups
    if before.rows_of is not None:
        found = None if lists_many(memory) else _listed(before, before.rows_of, groups, catalog)
    else:
        found = _grouped(before, groups, catalog)

    if found is not None:
        return replace(read, analysis=found, said=read.analysis, follows=True)

    return replace(read, dropped=(*read.dropped, "with")) if "shows" in read.edits else None


def _grouped(before: Analysis, groups: tuple[Group, ...], catalog: Catalog) -> Analysis | None:
    told = [entity_told_by(each, catalog) for each in before.groups]
    rows = next((each for each in reversed(told) if each is not None), None)
    if rows is None or not all(tells_more_of(each, rows, catalog) for each in groups):
        return None

    return replace(before, groups=tuple(dict.fromkeys((*before.groups, *map(_whole, groups)))))


def _whole(group: Group) -> Group:
    """A date as it is, and not the unit of time that it lies in."""
    return ByMember(group.time) if isinstance(group, ByTime) and group.time else group


def _listed(before: Analysis, rows: Entity, groups: tuple[Group, ...], catalog: Catalog) -> Analysis | None:
    if not all(tells_more_of(each, rows, catalog) for each in groups):
        return None

    more = [_field(each, catalog) for each in groups]
    fields = [each for each in more if each is not None]
    if len(fields) < len(groups):
        return None

    return replace(before, fields=tuple(dict.fromkeys((*(before.fields or (_USUAL,)), *fields))))


def _field(group: Group, catalog: Catalog) -> Concept | None:
    match group:
        case ByMember(of):
            return of
        case ByEntity(entity):
            return catalog.name_of(entity) or catalog.key_of(entity)
        case ByTime(time=Concept() as time):
            return time
        case _:
            return None
