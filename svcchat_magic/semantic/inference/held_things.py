"""Things that a flat table holds: the customers, orders and products of a table of order lines.

Such a table repeats what it knows of a thing in each of its rows. What a thing's key decides in all rows is
taken out into a table of things, as if the data had come so: only then can people ask which customers bought
nothing this year, or what an order is worth on average.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from svcchat_magic.semantic.engines.engines import DeclaredReference, Engine, SourceColumn, SourceTable
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import distinct_name, entity_words, member_name, plural, words_of
from svcchat_magic.semantic.inference.numbering import is_row_number
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
_MOST_COLUMNS = 200
_REPEATED = 0.9  # so many values to a row, at most: those of a thing stand in several rows
_LOOKED_AT = 20_000  # rows that rule out what is no property of a thing before all are read
_EVIDENCE = 20.0  # times that chance would have told two rows of a thing apart


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
    engine: Engine, table: TableProfile, others: Set[tuple[str, ...]], referring: Set[str]
) -> tuple[SourceTable, ...]:
    """The table without what belongs to things that it repeats, and a table of each kind of these.

    None of what the data have a table for: `others` are the words of those, and the columns `referring` to
    them tell none apart. Raises EngineError.
    """
    if table.rows > MEASURED_ROWS or len(table.columns) > _MOST_COLUMNS:
        return (table.table,)  # what holds in the rows that were looked at may not hold in the rest

    things = _distinct([each for each in _things(engine, table, others) if each.key.name not in referring])
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


def _things(engine: Engine, table: TableProfile, others: Set[tuple[str, ...]]) -> Iterator[_Thing]:
    for column in table.columns:
        words = _called(column, table)
        if not words or words in others or words == entity_words(table.spoken):
            continue

        decides = _decided_by(engine, table, column)
        named = {spelled_out(words_of(each)) for each in decides}
        if decides and (_is_id(column) or (*words, "name") in named):
            yield _Thing(words, column, decides)


def _called(column: ColumnProfile, table: TableProfile) -> tuple[str, ...]:
    """What the things are called that a column tells apart; empty where it tells none."""
    words = spelled_out(words_of(column.name))
    is_repeated = 1 < column.distinct <= _REPEATED * column.filled
    if column.kind not in ("text", "integer") or not is_repeated or is_row_number(column):
        return ()

    if len(words) < 2 or words[-1] not in _IDS | _NUMBERS:
        return ()

    noun = words[:-1]
    is_place = not words_that_are("places").isdisjoint(noun)
    return () if is_place or column.name == table.table.key else noun


def _is_id(column: ColumnProfile) -> bool:
    return spelled_out(words_of(column.name))[-1] in _IDS


def _decided_by(engine: Engine, table: TableProfile, key: ColumnProfile) -> frozenset[str]:
    """The columns that have one value in all rows of a thing, where chance would have given several."""
    repeats = key.filled - key.distinct
    possible = [
        each
        for each in table.columns
        if each is not key and each.distinct > 1 and repeats * _differing(each, table) >= _EVIDENCE
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
    """The columns that have one value, or none at all, in the rows of each thing."""
    differ = ", ".join(
        f"CASE WHEN COUNT({value}) = 0 OR (COUNT({value}) = COUNT(*) AND MIN({value}) = MAX({value})) "
        f"THEN 0 ELSE 1 END AS differs_{at}"
        for at, value in enumerate(map(value_sql, columns))
    )
    name, most = value_sql(key), ", ".join(f"MAX(differs_{at})" for at in range(len(columns)))
    of_things = f"SELECT {differ} FROM {source} WHERE {name} IS NOT NULL GROUP BY {name}"
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
    used = {key.name.lower()}
    columns: list[SourceColumn] = [key]
    selected = [quoted(key.name)]
    for each in held:
        name = distinct_name(_short(each.name, thing), used)
        used.add(name.lower())
        columns.append(replace(each, name=name))
        selected.append(f"ANY_VALUE({quoted(each.name)}) AS {quoted(name)}")

    own = {each.key.name for each in things if homes[each.key.name] is thing}
    references = tuple(
        DeclaredReference(each.key.name, each.name, each.key.name) for each in things if each.key.name in own
    )
    sql = (
        f"SELECT {', '.join(selected)} FROM {source_sql(table.table)} "
        f"WHERE {quoted(key.name)} IS NOT NULL GROUP BY {quoted(key.name)}"
    )
    return SourceTable(thing.name, "", tuple(columns), key=key.name, references=references, sql=sql)


def _short(column: str, thing: _Thing) -> str:
    """The name of a thing's own name: what is a `Customer Name` beside orders is the name of a customer."""
    return "name" if spelled_out(words_of(column)) == (*thing.words, "name") else column
