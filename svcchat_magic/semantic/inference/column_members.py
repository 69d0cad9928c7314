"""The dimensions and measures that a table's columns suggest."""

from collections.abc import Iterator, Mapping, Sequence, Set

from svcchat_magic.semantic.inference.abbreviations import guess
from svcchat_magic.semantic.inference.column_measures import (
    _WIDE,
    measures_of,
    row_count_measure,
)
from svcchat_magic.semantic.inference.column_names import (
    Entry,
    column_sql,
    column_title,
    dimension_sql,
    free_name,
    is_in_many_currencies,
    without_key,
)
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.column_units import in_percent
from svcchat_magic.semantic.inference.column_words import words_for, words_that_are
from svcchat_magic.semantic.inference.dates_of_parts import (
    MADE_OF_YEAR,
    dates_of_parts,
    found_dates,
    is_part_of_date,
)
from svcchat_magic.semantic.inference.flow_measures import flow_amounts, flow_measures
from svcchat_magic.semantic.inference.given_things import given_things
from svcchat_magic.semantic.inference.lists_in_texts import said_to_be_several
from svcchat_magic.semantic.inference.may_be_nothing import tell_nothing
from svcchat_magic.semantic.inference.measurements import finest_of
from svcchat_magic.semantic.inference.money_words import with_words_for_money
from svcchat_magic.semantic.inference.names import (
    entity_title,
    member_name,
    title_of,
    words_of,
)
from svcchat_magic.semantic.inference.names_of_kinds import tell_kinds
from svcchat_magic.semantic.inference.numbering import is_row_label, is_row_number
from svcchat_magic.semantic.inference.person_names import full_names
from svcchat_magic.semantic.inference.promoters import promoter_groups, promoter_score
from svcchat_magic.semantic.inference.repeated_things import one_of_rows, repeated_things
from svcchat_magic.semantic.inference.reversed_documents import reversed_flag, reversed_measures
from svcchat_magic.semantic.inference.stock_prices import traded
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.inference.times_of_day import at_time_of_day
from svcchat_magic.semantic.inference.value_kinds import with_kinds
from svcchat_magic.semantic.inference.whole_sums import name_wholes
from svcchat_magic.semantic.inference.worth_of_rows import name_pieces, worth_of_rows

_LISTED_VALUES = 8  # of a category, in its description
_FULL = 0.98  # of the rows have a time that dates them
_MAIN_TIMES = ("date", "time", "timestamp", "created", "ordered", "started", "start", "began")
NAME_COLUMNS = frozenset({"name", "title", "label"})  # of the thing that the row is
_NAMES = {("name",), ("last", "name"), ("lastname",), ("full", "name"), ("surname",)}  # beside a title
_SHARED = 10  # rows that have the same title, where it is no name


def cube_members(
    table: TableProfile, roles: Mapping[str, ColumnRole], key: str
) -> tuple[list[Entry], list[Entry]]:
    """The dimensions and the measures of a table, with names that differ."""
    names: set[str] = {"count"}
    dimensions = [
        _dimension(table, column, roles[column.name], free_name(_name(column, table), names), key)
        for column in table.columns
        if roles[column.name].role is not Role.UNUSABLE
    ]
    told = _told_elsewhere(table, roles)
    for entry, column in zip(dimensions, table.columns, strict=False):
        tell_nothing(entry, column, table.measured)
        tell_kinds(entry, column)
        if column.name in told:
            entry["meta"] = {"questions": False}
        elif (clean := _clean_form(column, dimensions, table)) and "meta" not in entry:
            entry["meta"] = {"clean": clean}

    with_kinds(dimensions, table)
    dimensions += dates_of_parts(table, roles, names)
    dimensions += full_names(table, roles, names)
    dimensions += promoter_groups(table, names)
    dimensions += reversed_flag(table, names)
    dimensions += flow_amounts(table, dimensions, names)
    measures = [row_count_measure(table, roles), *_of_columns(table, roles, key, names, told)]
    measures += repeated_things(table, names)
    measures += given_things(table, roles, names)
    measures += promoter_score(table, measures, names)
    measures += traded(table, roles, measures, names)
    measures += [
        {**each, "name": free_name(str(each["name"]), names)} for each in worth_of_rows(table, roles)
    ]

    measures += reversed_measures(table, measures, names)
    name_pieces(table, measures)
    name_wholes(measures)
    measures += flow_measures(table, dimensions, names)
    measures += with_words_for_money(table, measures) if table.flows is None else ()
    return dimensions, measures


def _clean_form(column: ColumnProfile, dimensions: Sequence[Entry], table: TableProfile) -> str:
    """The dimension that has a raw text in a clean form, which is meant by what both hold."""
    clean = table.raw.get(column.name, "")
    names = zip(dimensions, table.columns, strict=False)
    return next((str(entry["name"]) for entry, each in names if each.name == clean), "")


def _told_elsewhere(table: TableProfile, roles: Mapping[str, ColumnRole]) -> frozenset[str]:
    """The columns that questions leave to another: to the date of which they are parts, to one currency."""
    dates = found_dates(table, roles)
    return frozenset(
        each.name
        for each in table.columns
        if is_part_of_date(each, table, dates) or is_in_many_currencies(each, table)
    )


def _of_columns(
    table: TableProfile, roles: Mapping[str, ColumnRole], key: str, names: set[str], told: Set[str]
) -> Iterator[Entry]:
    """The measures of each column."""
    is_wide, rows = len(table.columns) > _WIDE, entity_title(table.spoken)
    for column in table.columns:
        if column.name in told or (table.table.sql and column.name == table.table.label):
            continue  # how many there are is told by the rows

        title, is_key = column_title(column, table), column.name == key
        role = roles[column.name]
        for entry in measures_of(column, role, title, rows=rows, is_wide=is_wide, is_key=is_key):
            entry["name"] = free_name(str(entry["name"]), names)
            yield entry


def _name(column: ColumnProfile, table: TableProfile) -> str:
    is_label = is_row_label(column) or (column.name == table.table.label and table.table.sql)
    return "name" if is_label else member_name(column.name)


def time_first(dimensions: Sequence[Entry], table: TableProfile) -> tuple[Entry, ...]:
    """The key, then the times with the main one first, then the others in their order."""
    columns = zip(dimensions, table.columns, strict=False)  # a time made of parts has no column
    full = {str(each["name"]) for each, column in columns if column.filled >= _FULL * table.measured}
    full |= {str(each["name"]) for each in dimensions[len(table.columns) :]}
    keys = [each for each in dimensions if each.get("primary_key")]
    others = [each for each in dimensions if not each.get("primary_key")]
    times = sorted(
        (each for each in others if each["type"] == "time"), key=lambda each: _time_rank(each, full)
    )
    return (*keys, *times, *(each for each in others if each["type"] != "time"))


def is_name(dimension: Entry) -> bool:
    """Whether a dimension tells its rows to a reader by a column called so."""
    meta = dimension.get("meta")
    return dimension["name"] in NAME_COLUMNS and not (isinstance(meta, dict) and meta.get("names") is False)


def is_asked(dimension: Entry) -> bool:
    """Whether questions may mean a dimension; SQL may name the others too."""
    meta = dimension.get("meta")
    return not isinstance(meta, dict) or meta.get("questions") is not False


def _dimension(table: TableProfile, column: ColumnProfile, role: ColumnRole, name: str, key: str) -> Entry:
    sql, kind = _sql_of(table, column, role)
    entry: Entry = {"name": name, "sql": sql, "type": kind}
    if column.name == key:
        entry["primary_key"] = True

    one = title_of(" ".join(one_of_rows(table)))
    is_name = name in NAME_COLUMNS and not _is_honorific(column, role) and not _is_beside_name(column, table)
    entry["title"] = one if is_name else column_title(column, table)
    if role.role is Role.TIME:
        entry["title"] = without_key(str(entry["title"]))
    if described := column.comment or _described(column, role):
        entry["description"] = described

    if role.format:
        entry["format"] = role.format

    if is_row_number(column):
        entry["meta"] = {"questions": False}  # nobody asks for row numbers

    if kind == "time" and (told := dict(_told_of_time(column, table))):
        entry["meta"] = told

    if role.role is Role.FLAG and column.name.lower() in words_for("people"):
        entry["meta"] = {"synonyms": words_for("people")[column.name.lower()].split()}
    if _is_honorific(column, role):
        entry["meta"] = {"names": False}  # Mr and Dr tell nobody from anybody else

    if is_name or column.name == table.table.label:
        entry["meta"] = _of_name(name if is_name else "", one.lower())

    if role.role is Role.SCALE and "meta" not in entry:
        entry["meta"] = {"scale": [column.lowest, column.highest]}

    of_values = f"guessed ({role.confidence:.0%}): {role.guess}" if role.guess else ""
    remarks = ("" if role.role is Role.AMOUNT else of_values, guess(words_of(column.name), column.kind))
    if any(remarks):
        entry["#"] = "; ".join(filter(None, remarks))

    return entry


def _told_of_time(column: ColumnProfile, table: TableProfile) -> Iterator[tuple[str, object]]:
    if finest := finest_of(column):
        yield "finest", finest

    if _ends_every_row(column, table):
        yield "every_row", True  # then its absence says nothing


def _ends_every_row(column: ColumnProfile, table: TableProfile) -> bool:
    """Whether each row has a date on which it ends, as what is only expected to end has one."""
    is_end = not words_that_are("endings").isdisjoint(words_of(column.name))
    return is_end and column.filled == table.measured > 0


def _sql_of(table: TableProfile, column: ColumnProfile, role: ColumnRole) -> tuple[str, str]:
    """The SQL and the type of a dimension; a date with a time of day beside it is the moment."""
    sql, kind = dimension_sql(column, role)
    return at_time_of_day(sql, table.clocks[column.name]) if column.name in table.clocks else sql, kind


def _of_name(name: str, one: str) -> Entry:
    """What the name of a row is called; one that is not called a name says that it is one."""
    return (
        {"synonyms": [name, f"{one} {name}"]}
        if name
        else {"names": True, "synonyms": ["name", f"{one} name"]}
    )


def _is_beside_name(column: ColumnProfile, table: TableProfile) -> bool:
    """The title of somebody who has a name is that of their work, and what has a name is not called so."""
    if words_of(column.name)[-1:] == ("name",):
        return False

    return any(words_of(each.name) in _NAMES for each in table.columns)


def _is_honorific(column: ColumnProfile, role: ColumnRole) -> bool:
    """Whether a title is one of a few that very many have: of people, and not of books."""
    is_title = words_of(column.name)[-1:] in (("title",), ("label",))
    return is_title and role.role is Role.CATEGORY and column.distinct * _SHARED < column.filled


def _described(column: ColumnProfile, role: ColumnRole) -> str:
    """How the numbers of a text are written, that it names several, or its few values."""
    if column.written:
        return column.written.told()

    if in_percent(column):
        return "In %."

    may_be_lists = column.kind == "text" and role.role in (Role.CATEGORY, Role.TEXT)
    several = said_to_be_several((*column.seen, *column.others)) if may_be_lists else ""
    return several or _values(column, role)


def _values(column: ColumnProfile, role: ColumnRole) -> str:
    """The values of a category that has few."""
    values = sorted({str(value) for value in column.seen})
    is_short = role.role is Role.CATEGORY and 2 <= len(values) <= _LISTED_VALUES
    if not is_short or column.distinct > len(values) or any(len(value) > 40 for value in values):
        return ""

    return f"{', '.join(values[:-1])} or {values[-1]}."


def name_of_column(dimensions: Sequence[Entry], column: ColumnProfile) -> str:
    """The dimension that shows a column as it is; empty where none does, as of a date kept as a number."""
    return next((str(each["name"]) for each in dimensions if each["sql"] == column_sql(column)), "")


def _time_rank(entry: Entry, full: Set[str]) -> tuple[bool, bool, bool, int]:
    """What every row has dates it before what only some have: an application, before a start in the job."""
    words = set(words_of(str(entry["name"])))
    is_later = bool(words & words_that_are("later_times"))
    named = min((at for at, word in enumerate(_MAIN_TIMES) if word in words), default=len(_MAIN_TIMES))
    is_year = entry.get("description") == MADE_OF_YEAR  # days say more
    return is_later, is_year, bool(full) and entry["name"] not in full, named
