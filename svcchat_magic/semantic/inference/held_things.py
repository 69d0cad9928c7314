"""Things that a flat table holds: the customers, orders and products of a table of order lines.

Such a table repeats what it knows of a thing in each of its rows. What a thing's key decides in all rows is
taken out into a table of things, as if the data had come so: only then can people ask which customers bought
nothing this year, or what an order is worth on average.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum

from svcchat_magic.semantic.engines.engines import DeclaredReference, Engine, SourceColumn, SourceTable
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import (
    entity_words,
    is_money,
    member_name,
    plural,
    words_of,
)
from svcchat_magic.semantic.inference.numbering import is_row_number
from svcchat_magic.semantic.inference.person_names import PARTS_OF_NAMES
from svcchat_magic.semantic.inference.table_profile import (
    MEASURED_ROWS,
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
    whole,
)

_IDS = frozenset({"id", "key"})
_NUMBERS = frozenset({"code", "no", "number", "num", "nr"})  # of an invoice, but of a phone as well
_MAILS = (("email",), ("e", "mail"), ("mail",), ("email", "address"))
_PRODUCTS = frozenset({("lineitem",), ("line", "item"), ("stock",), ("sku",)})
_TOLD_BY = (("name",), ("title",), ("description",))
_PLACES = frozenset({"city", "country"})  # usual, but things only where more is known of each of them
_MOST_COLUMNS = 200
_REPEATED = 0.9  # so many values to a row, at most: those of a thing stand in several rows
_LOOKED_AT = 20_000  # rows that rule out what is no property of a thing before all are read
_EVIDENCE = 20.0  # times that chance would have told two rows of a thing apart


class _Way(IntEnum):
    """By what a column tells things apart, the surest first."""

    ID = 1
    NUMBER = 2
    NAME = 3
    NOUN = 4


@dataclass(frozen=True, slots=True)
class _Thing:
    """A column that tells things apart, and the columns that it decides."""

    words: tuple[str, ...]  # what one is called
    key: ColumnProfile
    decides: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the table of such things."""
        return member_name("_".join((*self.words[:-1], plural(self.words[-1]))))


def things_apart(
    engine: Engine, table: TableProfile, others: Set[tuple[str, ...]], elsewhere: Set[str], *, is_alone: bool
) -> tuple[SourceTable, ...]:
    """The table without what belongs to things that it repeats, and a table of each kind of these.

    What only names tell apart are things where the table `is_alone`: beside others it has them as properties.
    None of what the data have a table for: `others` are the words of those. The columns `elsewhere` refer to
    these, or stand in other tables as well, which hold as many such things. Raises EngineError.
    """
    is_named_oddly = not {"{", "}"}.isdisjoint(source_sql(table.table))  # references, in a model's SELECT
    if table.rows > MEASURED_ROWS or len(table.columns) > _MOST_COLUMNS or is_named_oddly:
        return (table.table,)  # what holds in the rows that were looked at may not hold in the rest

    known = {_called(each, table)[0] for each in table.columns if each.name in elsewhere}
    things = _distinct(list(_things(engine, table, others | known, is_alone)))
    homes = {column.name: _home(column.name, things) for column in table.columns}
    found = {thing.key.name: _table_of(table, thing, things, homes) for thing in things}
    if not found:
        return (table.table,)

    kept = tuple(each for each in table.table.columns if homes.get(each.name) is None)
    references = tuple(
        DeclaredReference(thing.key.name, found[thing.key.name].name, thing.key.name)
        for thing in things
        if homes[thing.key.name] is None
    )
    own = replace(table.table, columns=kept, references=(*table.table.references, *references))
    return own, *found.values()


def _things(
    engine: Engine, table: TableProfile, others: Set[tuple[str, ...]], is_alone: bool
) -> Iterator[_Thing]:
    """Things by their ids, then by their numbers, then by their names."""
    called = ((column, *_called(column, table)) for column in table.columns)
    for column, words, way in sorted(called, key=lambda each: each[2]):
        if not words or words in others or words == entity_words(table.spoken):
            continue

        decides = _decided_by(engine, table, column)
        if way > _Way.NUMBER and not is_alone:
            continue

        if _is_thing(words, way, is_alone, {spelled_out(words_of(each)) for each in decides}):
            yield _Thing(words, column, decides)


def _called(column: ColumnProfile, table: TableProfile) -> tuple[tuple[str, ...], _Way]:
    """What the things are called that a column tells apart, none where it tells none, and by what it does."""
    words = spelled_out(words_of(column.name))
    is_repeated = 1 < column.distinct <= _REPEATED * column.filled
    if column.kind not in ("text", "integer") or not is_repeated or is_row_number(column):
        return (), _Way.NOUN

    *noun, last = words or ("",)
    ends = {**dict.fromkeys(_IDS, _Way.ID), **dict.fromkeys(_NUMBERS, _Way.NUMBER), "name": _Way.NAME}
    way = ends.get(last, _Way.NOUN) if noun else _Way.NOUN
    found = words if way is _Way.NOUN else tuple(noun)
    found = ("product",) if found in _PRODUCTS else found
    if words in _MAILS and _is_sold(table):
        found = ("customer",)  # known by nothing else

    is_other = way in (_Way.NAME, _Way.NOUN) and (column.kind != "text" or words in PARTS_OF_NAMES)
    is_place = not words_that_are("places").isdisjoint(found)
    return ((), way) if is_other or is_place or column.name == table.table.key else (found, way)


def _is_sold(table: TableProfile) -> bool:
    """Whether the rows are about money, so that who is named there are customers."""
    return any(is_money(each.name) for each in table.columns)


def _is_thing(words: tuple[str, ...], way: _Way, is_alone: bool, decided: Set[tuple[str, ...]]) -> bool:
    """Whether there are such things: more is known of each, or they are usual and no table tells more."""
    are_usual = is_alone and words[-1] in words_that_are("entities") | words_that_are("roles_of_people")
    match way:
        case _Way.ID:
            return are_usual or bool(decided)
        case _Way.NUMBER:
            is_document = is_alone and words[-1] in words_that_are("numbered")
            return are_usual or is_document or any(_tells(each, words) for each in decided)
        case _Way.NAME:
            return are_usual or bool(decided)
        case _Way.NOUN:
            is_place = words[-1] in _PLACES
            return are_usual and (bool(decided) or not is_place)


def _tells(column: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether a column's words are those of the name by which people call a thing."""
    return column == words or (column[-1:] in _TOLD_BY and column[:-1] in ((), words))


def _decided_by(engine: Engine, table: TableProfile, key: ColumnProfile) -> frozenset[str]:
    """The columns that have one value in all rows of a thing, where chance would have given several.

    A price beside a number of pieces is what was paid for these.
    """
    repeats = key.filled - key.distinct
    is_priced = any(
        words_that_are("pieces") & set(spelled_out(words_of(each.name))) for each in table.columns
    )
    possible = [
        each
        for each in table.columns
        if each is not key
        and each.distinct > 1
        and not (is_priced and "price" in words_of(each.name))
        and repeats * _differing(each, table) >= _EVIDENCE
    ]
    source = source_sql(table.table)
    for rows in (f"(SELECT * FROM {source} LIMIT {_LOOKED_AT}) AS part", source):
        if not possible:
            break

        possible = _without_exception(engine, key, possible, rows)

    return frozenset(each.name for each in possible)


def _differing(column: ColumnProfile, table: TableProfile) -> float:
    """How likely two rows differ in a column."""
    filled = column.filled / max(table.measured, 1)
    seen = Counter(map(str, column.seen))
    shares = [filled * times / len(column.seen) for times in seen.values()]
    return 1 - sum(each * each for each in (*shares, 1 - filled))


def _without_exception(
    engine: Engine, key: ColumnProfile, columns: Sequence[ColumnProfile], source: str
) -> list[ColumnProfile]:
    """The columns that have one value, or none at all, in the rows of each thing, and none in the others.

    A country that is known where the customer is not would be lost with them.
    """
    name, most = value_sql(key), ", ".join(f"MAX(differs_{at})" for at in range(len(columns)))
    differ = ", ".join(
        f"CASE WHEN COUNT({value}) = 0 "
        f"OR ({name} IS NOT NULL AND COUNT({value}) = COUNT(*) AND MIN({value}) = MAX({value})) "
        f"THEN 0 ELSE 1 END AS differs_{at}"
        for at, value in enumerate(map(_comparable, columns))
    )
    of_things = f"SELECT {differ} FROM {source} GROUP BY {name}"
    found = rows_of(engine, f"SELECT {most} FROM ({of_things}) AS things")[0]
    return [each for each, differs in zip(columns, found, strict=True) if whole(differs) == 0]


def _distinct(things: list[_Thing]) -> list[_Thing]:
    """The things without those that two columns tell apart alike, and those that have nothing left."""
    kept: list[_Thing] = []
    for thing in things:
        is_twin = any(thing.key.name in each.decides and each.key.name in thing.decides for each in kept)
        if not is_twin and not any(each.name == thing.name for each in kept):
            kept.append(thing)

    return kept


def _home(column: str, things: Sequence[_Thing]) -> _Thing | None:
    """The thing that a column belongs to: of the order and its customer, the customer has the name."""
    deciding = [each for each in things if column in each.decides]
    nearest = [
        each
        for each in deciding
        if not any(other.key.name in each.decides for other in deciding if other is not each)
    ]
    return min(nearest or deciding, key=lambda each: each.key.distinct, default=None)


def _table_of(
    table: TableProfile, thing: _Thing, things: Sequence[_Thing], homes: Mapping[str, _Thing | None]
) -> SourceTable:
    """The things as a table: one row for each key."""
    held = [each for each in table.table.columns if homes.get(each.name) is thing]
    key = next(each for each in table.table.columns if each.name == thing.key.name)
    names = [each.name for each in held if _tells(spelled_out(words_of(each.name)), thing.words)]
    selected = [
        quoted(key.name),
        *(f"{_only_value(each)} AS {quoted(each.name)}" for each in held),
    ]
    own = {each.key.name for each in things if homes[each.key.name] is thing}
    references = tuple(
        DeclaredReference(each.key.name, each.name, each.key.name) for each in things if each.key.name in own
    )
    sql = (
        f"SELECT {', '.join(selected)} FROM {source_sql(table.table)} "
        f"WHERE {quoted(key.name)} IS NOT NULL GROUP BY {quoted(key.name)}"
    )
    return SourceTable(
        thing.name,
        "",
        (key, *held),
        key=key.name,
        references=references,
        sql=sql,
        read_from=table.name,
        label=next(iter(names), ""),
    )


def _only_value(column: SourceColumn) -> str:
    """The value that all rows of a thing share, in functions that every engine has for its type."""
    return f"BOOL_AND({quoted(column.name)})" if column.kind == "boolean" else f"MIN({value_sql(column)})"


def _comparable(column: ColumnProfile) -> str:
    """A value that has a least and a greatest in every engine, which yes and no have not."""
    return f"CAST({quoted(column.name)} AS VARCHAR)" if column.kind == "boolean" else value_sql(column)
