"""Tables apart from the things that their rows hold, without columns that nothing can be asked of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.column_roles import Role, role_of
from svcchat_magic.semantic.inference.held_things import things_apart
from svcchat_magic.semantic.inference.key_finding import Relationship
from svcchat_magic.semantic.inference.measurements import grid_of
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.numbers_in_texts import profile_of
from svcchat_magic.semantic.inference.table_profile import TableProfile
from svcchat_magic.semantic.inference.times_of_day import times_of_day


def with_things(
    engine: Engine, tables: Sequence[TableProfile], relationships: Sequence[Relationship]
) -> Iterator[TableProfile]:
    """Each table without what is said of the things that it holds, and a table for each of these."""
    words = {entity_words(table.spoken) for table in tables}
    for table in tables:
        others = {words_of(each.name) for other in tables if other is not table for each in other.columns}
        elsewhere = {each.name for each in table.columns if words_of(each.name) in others}
        elsewhere |= {each.column for each in relationships if each.table == table.name}
        own, *things = things_apart(engine, table, words, elsewhere, is_alone=len(tables) == 1)
        if things and grid_of(engine, table) is not None:
            own, things = table.table, []  # what is measured of things again and again is no property of them

        kept = {each.name for each in own.columns}
        yield replace(table, table=own, columns=tuple(each for each in table.columns if each.name in kept))
        for each in things:
            yield usable(profile_of(engine, each))


def usable(table: TableProfile) -> TableProfile:
    """The table without columns that nothing can be asked of."""
    usable = tuple(each for each in table.columns if role_of(each, table).role is not Role.UNUSABLE)
    return replace(table, columns=usable, clocks=times_of_day(table))
