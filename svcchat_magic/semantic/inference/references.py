"""Which columns refer to rows of other tables: by their names, their values, or what is done there."""

from collections.abc import Iterator, Sequence

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.key_finding import (
    ENOUGH_OF_NAMED,
    ENOUGH_OF_VALUES,
    TELLING_VALUES,
    Relationship,
    are_alike,
    is_named_after,
    is_unique,
    names_key,
    names_role,
    share_found,
)
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.numbering import is_row_number
from svcchat_magic.semantic.inference.person_keys import (
    MOST_ROLES,
    are_drawn_from,
    is_of_anyone,
    is_role_of,
    is_superior,
    plays_role,
    who_plays_roles,
)
from svcchat_magic.semantic.inference.round_trips import with_round_trips
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.search.thesaurus import stems_of

_REPORTS = ("reports", "to")
_MOST_SUCH = 200  # values of a column that is called after what its table does


def find_relationships(
    engine: Engine, tables: Sequence[TableProfile], keys: dict[str, str]
) -> tuple[Relationship, ...]:
    """What columns refer to the keys of tables; raises EngineError.

    A column refers to one table: the one whose name it bears, else the one that holds its values. What was
    read from a table is referred to by that table alone, which says so.
    """
    found: list[Relationship] = []
    given = [table for table in tables if not table.table.sql]
    for table in tables:
        for column in table.columns:
            best = _declared(engine, table, column, keys)
            if best is None and not (table.table.sql and column.name == keys[table.name]):
                best = _likely(engine, table, column, given, keys)

            if best is not None:
                found.append(best)

    return with_round_trips(engine, tables, keys, found)


def _likely(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    tables: Sequence[TableProfile],
    keys: dict[str, str],
) -> Relationship | None:
    """The reference that a column's name and values tell."""
    best = max(_references(engine, table, column, tables, keys), key=_strength, default=None)
    best = best or _in_role(engine, table, column, tables, keys)
    return best or _in_other_words(engine, table, column, tables, keys)


def _declared(
    engine: Engine, table: TableProfile, column: ColumnProfile, keys: dict[str, str]
) -> Relationship | None:
    """The reference that the database itself declares, if it leads to the other table's key."""
    for each in table.table.references:
        if each.column == column.name and keys.get(each.table) == each.key:
            unique = is_unique(engine, table, column) if column.filled else False
            return Relationship(table.name, column.name, each.table, each.key, unique, 1.0, named=True)

    return None


def _references(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    tables: Sequence[TableProfile],
    keys: dict[str, str],
) -> Iterator[Relationship]:
    if column.name == keys.get(table.name) and not any(
        names_key(column.name, other.spoken, keys.get(other.name, "")) for other in tables
    ):
        return

    # `film_id` of films: their categories, whose rows have no number of their own, refer to them
    is_own = column.name == keys.get(table.name) and is_named_after(column.name, table.spoken)
    for other in tables:
        key = keys.get(other.name)
        if not key or (other is table and column.name == key):
            continue

        if is_own and not is_named_after(key, other.spoken):
            continue

        target = other.column(key)
        if is_row_number(target):  # nothing refers to the index that a file was written with
            continue

        called = names_key(column.name, other.spoken, key)
        named = called or names_role(column.name, other.spoken, key)
        by_value = column.kind == target.kind == "text" and column.distinct > 1
        if not are_alike(column, target) or not (named or by_value) or not column.filled:
            continue

        share = share_found(engine, table, column, other, target)
        least = ENOUGH_OF_NAMED if called else ENOUGH_OF_VALUES
        if share >= least and (named or column.distinct >= TELLING_VALUES):
            unique = is_unique(engine, table, column) if column.distinct > 0.85 * column.filled else False
            yield Relationship(table.name, column.name, other.name, key, unique, share, named)


def _in_role(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    tables: Sequence[TableProfile],
    keys: dict[str, str],
) -> Relationship | None:
    """`requester_id` refers to `employees` if no other people have its ids, and many of them ask."""
    if column.name == keys.get(table.name) or not column.filled:
        return None

    found = []
    for other in who_plays_roles(table, tables, keys):
        is_told = is_role_of(column.name, other)
        if not is_told and not plays_role(column.name):
            continue

        target = other.column(keys[other.name])
        if column.distinct < TELLING_VALUES or not are_alike(column, target) or is_row_number(target):
            continue

        share = share_found(engine, table, column, other, target)
        many = is_told or are_drawn_from(column, target)
        many = many or share_found(engine, other, target, table, column) >= MOST_ROLES
        if share >= ENOUGH_OF_VALUES and many:
            found.append(
                Relationship(table.name, column.name, other.name, target.name, False, share, named=False)
            )

    return found[0] if len(found) == 1 else None


def _in_other_words(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    tables: Sequence[TableProfile],
    keys: dict[str, str],
) -> Relationship | None:
    """`ship_via` refers to `shippers`, and `reports_to` to the same employees, if all values are keys there.

    Numbers are keys by chance: it is called after what they do, and most of them occur.
    """
    words = spelled_out(words_of(column.name))
    stems = {stem for word in words for stem in stems_of(word)}
    found = []
    for other in tables:
        key = keys.get(other.name)
        if not key or not column.filled or (other is table and column.name == key):
            continue

        is_above = words == _REPORTS or (
            column.distinct > 1 and is_superior(column.name) and is_of_anyone(table)
        )
        target, is_same = other.column(key), is_above and other is table
        is_called = other is not table and stems_of(entity_words(other.spoken)[-1])[0] in stems
        is_whole = len(words) > 1 and not set(words) & {
            *entity_words(other.spoken),
            *words_that_are("amounts"),
        }
        if not is_same and not (is_called and is_whole and 1 < column.distinct <= _MOST_SUCH):
            continue

        if not are_alike(column, target) or is_row_number(target):
            continue

        share = share_found(engine, table, column, other, target)
        many = is_same or share_found(engine, other, target, table, column) >= ENOUGH_OF_NAMED
        if share == 1 and many:
            found.append(Relationship(table.name, column.name, other.name, key, False, share, named=True))

    return found[0] if len(found) == 1 else None


def _strength(each: Relationship) -> tuple[bool, float]:
    return each.named, each.found
