"""Keys of tables and the relationships between them, each verified against the rows."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.event_columns import is_key_name
from svcchat_magic.semantic.inference.names import entity_words, words_of, written_entity
from svcchat_magic.semantic.inference.numbering import is_row_number
from svcchat_magic.semantic.inference.person_keys import MOST_ROLES, is_role_of, plays_role, who_plays_roles
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
    whole,
)

_MOST_COUNTED = 10_000_000  # rows whose different values are counted exactly: more take minutes
_NEARLY_UNIQUE = 0.85  # by the engine's estimate; then they are counted
ENOUGH_OF_NAMED = 0.5  # of the values found, where the name says what the column refers to
ENOUGH_OF_VALUES = 0.95  # where only the values say so
TELLING_VALUES = 3  # so many different texts, all of them keys of another table, are no coincidence
_LIKE_KINDS = (frozenset({"integer", "number"}), frozenset({"text"}), frozenset({"date", "time"}))


@dataclass(frozen=True, slots=True)
class Relationship:
    """A column of one table that refers to the key of another, or of the same."""

    table: str
    column: str
    target: str
    key: str
    is_unique: bool  # whether no two rows refer to the same one
    found: float  # share of the different values that the target has
    named: bool  # whether the names say so too

    @property
    def confidence(self) -> float:
        """Between 0 and 1."""
        return round(self.found * (1.0 if self.named else 0.7), 2)


def find_key(engine: Engine, table: TableProfile, others: Sequence[TableProfile] = ()) -> str:
    """The column that identifies a row, or an empty text; raises EngineError.

    Of two that do so, `item_cd` and `item_sk`, it is the one that rows of the `others` have too.
    """
    if any(column.name == table.table.key for column in table.columns):
        return table.table.key

    named = {
        words_of(column.name)
        for other in others
        if other.name != table.name
        for column in other.columns
        if column.distinct < _NEARLY_UNIQUE * column.filled
    }
    candidates = sorted(key_candidates(table), key=lambda column: _key_rank(table, column, named))
    for column in candidates:
        if is_unique(engine, table, column):
            return column.name

    return ""


def find_relationships(
    engine: Engine, tables: Sequence[TableProfile], keys: dict[str, str]
) -> tuple[Relationship, ...]:
    """What columns refer to the keys of tables; raises EngineError.

    A column refers to one table: the one whose name it bears, else the one that holds its values.
    """
    found: list[Relationship] = []
    for table in tables:
        for column in table.columns:
            best = _declared(engine, table, column, keys) or max(
                _references(engine, table, column, tables, keys), key=_strength, default=None
            )
            best = best or _in_role(engine, table, column, tables, keys)
            if best is not None:
                found.append(best)

    return tuple(found)


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

    for other in tables:
        key = keys.get(other.name)
        if not key or (other is table and column.name == key):
            continue

        target = other.column(key)
        if is_row_number(target):  # nothing refers to the index that a file was written with
            continue

        called = names_key(column.name, other.spoken, key)
        named = called or names_role(column.name, other.spoken, key)
        by_value = column.kind == target.kind == "text" and column.distinct > 1
        if not _are_alike(column, target) or not (named or by_value) or not column.filled:
            continue

        share = _share_found(engine, table, column, other, target)
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
        if column.distinct < TELLING_VALUES or not _are_alike(column, target) or is_row_number(target):
            continue

        share = _share_found(engine, table, column, other, target)
        many = is_told or _share_found(engine, other, target, table, column) >= MOST_ROLES
        if share >= ENOUGH_OF_VALUES and many:
            found.append(
                Relationship(table.name, column.name, other.name, target.name, False, share, named=False)
            )

    return found[0] if len(found) == 1 else None


def _strength(each: Relationship) -> tuple[bool, float]:
    return each.named, each.found


def key_candidates(table: TableProfile) -> Iterator[ColumnProfile]:
    """The columns that may identify a row, by their kinds, names and estimated values."""
    for column in table.columns:
        is_full = table.rows > 0 and column.filled == table.measured
        may_identify = column.kind in {"integer", "text"} and (
            is_key_name(column.name)
            or (
                not words_that_are("no_keys").intersection(words_of(column.name))
                and (column.kind == "text" or column is table.columns[0])
            )
        )
        if is_full and may_identify and column.distinct >= _NEARLY_UNIQUE * column.filled:
            yield column


def _key_rank(table: TableProfile, column: ColumnProfile, named: Set[tuple[str, ...]]) -> tuple[int, int]:
    """The table's own id first, then other ids, then the column that stands first.

    What is called after the table and is `named` in others too is what these refer to.
    """
    entity = "".join(entity_words(table.spoken))
    is_of_table = set(written_entity(table.spoken)) <= set(words_of(column.name))
    if is_of_table and is_key_name(column.name) and words_of(column.name) in named:
        return -1, table.columns.index(column)

    name = "".join(spelled_out(words_of(column.name)))
    place = table.columns.index(column)
    if name in {"id", "key", f"{entity}id", f"{entity}key", f"id{entity}", f"{entity}code"}:
        return 0, place

    if is_key_name(column.name):
        return 1, place

    return (2 if place == 0 else 3), place


def names_key(column: str, table: str, key: str) -> bool:
    """Whether a column's name says that it refers to a table's key: customer_id, customerId, carrier."""
    if not key:
        return False

    own, others = words_of(column), words_of(key)
    return _is_called(own, written_entity(table), others) or _is_called(
        spelled_out(own), entity_words(table), spelled_out(others)
    )


def names_role(column: str, table: str, key: str = "") -> bool:
    """Whether a name may say in which role rows of a table are meant: start_station, end_stn.

    So does the name of its `key` behind another word: order_date_key. What is added up or counted is none
    of them: max_order.
    """
    own, entity, of_key = spelled_out(words_of(column)), entity_words(table), spelled_out(words_of(key))
    is_amount = bool(own) and own[0] in words_that_are("amount_prefixes")
    ends = (entity, of_key) if len(of_key) > 1 else (entity,)
    return any(len(own) > len(end) and own[-len(end) :] == end for end in ends) and not is_amount


def _is_called(own: Sequence[str], of_table: Sequence[str], of_key: Sequence[str]) -> bool:
    name, entity, key = "".join(own), "".join(of_table), "".join(of_key)
    plain = key if key not in {"id", "key", "code", "name"} else ""
    whole = {
        plain,
        entity + key,
        f"{entity}id",
        f"id{entity}",
        f"{entity}key",
        f"{entity}fk",
        f"{entity}code",
    }
    ends = {each for each in (entity + key, f"{entity}id", f"{entity}key") if len(each) > 4}
    return name in whole - {""} or name == entity or any(name.endswith(end) for end in ends)


def _are_alike(one: ColumnProfile, other: ColumnProfile) -> bool:
    return one.is_cast == other.is_cast and any(
        one.kind in kinds and other.kind in kinds for kinds in _LIKE_KINDS
    )


def is_unique(engine: Engine, table: TableProfile, column: ColumnProfile) -> bool:
    """Whether no value occurs twice, in a very large table in its first rows; raises EngineError."""
    name, source = quoted(column.name), source_sql(table.table)
    if table.rows > _MOST_COUNTED:
        source = f"(SELECT {name} FROM {source} LIMIT {_MOST_COUNTED}) AS part"

    sql = f"SELECT COUNT({name}), COUNT(DISTINCT {name}) FROM {source}"
    filled, distinct = rows_of(engine, sql)[0]
    return filled == distinct


def _share_found(
    engine: Engine, table: TableProfile, column: ColumnProfile, other: TableProfile, key: ColumnProfile
) -> float:
    """Of the different values, the share that the other table has."""
    sql = (
        f"SELECT COUNT(*), COUNT(held.v) FROM "
        f"(SELECT DISTINCT {value_sql(column)} AS v FROM {source_sql(table.table)} "
        f"WHERE {quoted(column.name)} IS NOT NULL) AS given "
        f"LEFT JOIN (SELECT DISTINCT {value_sql(key)} AS v FROM {source_sql(other.table)}) AS held "
        f"ON given.v = held.v"
    )
    given, held = (whole(value) for value in rows_of(engine, sql)[0])
    return held / given if given else 0.0
