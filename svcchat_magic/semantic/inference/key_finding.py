"""Keys of tables and the relationships between them, each verified against the rows."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.event_columns import is_key_name
from svcchat_magic.semantic.inference.names import entity_words, words_of, written_entity
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
_OF_KEYS = (("id",), ("key",), ("code",), ("number",), ("no",))


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
        may_identify &= column.written is None
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


def is_named_after(key: str, table: str) -> bool:
    """Whether a key bears the name of its own table: film_id of films, but not of film categories."""
    own, entity = spelled_out(words_of(key)), entity_words(table)
    return own[: len(entity)] == entity and own[len(entity) :] in _OF_KEYS


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


def are_alike(one: ColumnProfile, other: ColumnProfile) -> bool:
    """Whether the values of two columns can be compared: numbers, texts or dates."""
    return (
        one.is_cast == other.is_cast
        and not (one.written or other.written)
        and any(one.kind in kinds and other.kind in kinds for kinds in _LIKE_KINDS)
    )


def is_unique(engine: Engine, table: TableProfile, column: ColumnProfile) -> bool:
    """Whether no value occurs twice, in a very large table in its first rows; raises EngineError."""
    name, source = quoted(column.name), source_sql(table.table)
    if table.rows > _MOST_COUNTED:
        source = f"(SELECT {name} FROM {source} LIMIT {_MOST_COUNTED}) AS part"

    sql = f"SELECT COUNT({name}), COUNT(DISTINCT {name}) FROM {source}"
    filled, distinct = rows_of(engine, sql)[0]
    return filled == distinct


def share_found(
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
