"""The dimensions and measures that a table's columns suggest."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import (
    entity_title,
    entity_words,
    in_speech,
    member_name,
    plural,
    spelled_out,
    title_of,
    words_of,
)
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

Entry = dict[str, object]

_LISTED_VALUES = 8  # of a category, in its description
_WIDE = 200  # columns; from then on a number has a sum and an average alone
_MAIN_TIMES = ("date", "time", "timestamp", "created", "ordered", "started", "start", "began")
NAME_COLUMNS = frozenset({"name", "title", "label"})  # of the thing that the row is
_PARTS_OF_DATES = frozenset({"year", "month", "day"})
_FIRST_YEAR, _LAST_YEAR = 1500, 2500


def cube_members(
    table: TableProfile, roles: Mapping[str, ColumnRole], key: str
) -> tuple[list[Entry], list[Entry]]:
    """The dimensions and the measures of a table, with names that differ."""
    names: set[str] = {"count"}
    dimensions = [
        _dimension(table, column, roles[column.name], _new(member_name(column.name), names), key)
        for column in table.columns
        if roles[column.name].role is not Role.UNUSABLE
    ]
    dimensions += _dates_of_parts(table, roles, names)
    measures = [_count(table, roles)]
    is_wide = len(table.columns) > _WIDE
    for column in table.columns:
        title = _title(column, table)
        for entry in _measures(column, roles[column.name], title, is_wide=is_wide, is_key=column.name == key):
            entry["name"] = _new(str(entry["name"]), names)
            measures.append(entry)

    return dimensions, measures


def _is_part_of_date(column: ColumnProfile, table: TableProfile) -> bool:
    """Whether a year, month or day repeats what a time of the table says: who asks by month means it."""
    part = column.name.lower()
    if column.kind != "integer" or part not in _PARTS_OF_DATES:
        return False

    mine = set(column.seen)
    times = [each.seen for each in table.columns if each.kind in {"date", "time"}]
    return any({getattr(moment, part) for moment in moments} == mine for moments in times)


def time_first(dimensions: Sequence[Entry]) -> tuple[Entry, ...]:
    """The key, then the times with the main one first, then the others in their order."""
    keys = [each for each in dimensions if each.get("primary_key")]
    others = [each for each in dimensions if not each.get("primary_key")]
    times = sorted((each for each in others if each["type"] == "time"), key=_time_rank)
    return (*keys, *times, *(each for each in others if each["type"] != "time"))


def is_asked(dimension: Entry) -> bool:
    """Whether questions may mean a dimension; SQL may name the others too."""
    meta = dimension.get("meta")
    return not isinstance(meta, dict) or meta.get("questions") is not False


def column_sql(column: ColumnProfile) -> str:
    """A column of the cube's own table, in the SQL of a model file."""
    name = column.name
    plain = name.isidentifier() and name.isascii() and name.islower()
    found = "{CUBE}." + (name if plain else '"' + name.replace('"', '""') + '"')
    return f"CAST({found} AS VARCHAR)" if column.is_cast else found


def _new(name: str, names: set[str]) -> str:
    found, number = name, 1
    while found in names:
        number += 1
        found = f"{name}_{number}"

    names.add(found)
    return found


def _dimension(table: TableProfile, column: ColumnProfile, role: ColumnRole, name: str, key: str) -> Entry:
    sql, kind = _dimension_sql(column, role)
    entry: Entry = {"name": name, "sql": sql, "type": kind}
    if column.name == key:
        entry["primary_key"] = True

    one = title_of(" ".join(entity_words(table.name)))
    is_name = name in NAME_COLUMNS
    entry["title"] = one if is_name else _title(column, table)
    if described := column.comment or _values(column, role):
        entry["description"] = described

    if role.format:
        entry["format"] = role.format

    if _is_part_of_date(column, table):
        entry["meta"] = {"questions": False}  # the date beside it answers them

    if is_name:
        entry["meta"] = {"synonyms": [name, f"{one.lower()} {name}"]}

    if role.guess and role.role is not Role.AMOUNT:
        entry["#"] = f"guessed ({role.confidence:.0%}): {role.guess}"

    return entry


def _dimension_sql(column: ColumnProfile, role: ColumnRole) -> tuple[str, str]:
    sql = column_sql(column)
    if role.text_format:
        text = sql if column.kind == "text" else f"CAST({sql} AS VARCHAR)"
        return f"TRY_STRPTIME(TRIM({text}), '{role.text_format}')", "time"

    if role.true_values:
        true = ", ".join(f"'{value}'" for value in role.true_values)
        text = f"LOWER(TRIM(CAST({sql} AS VARCHAR)))"
        return f"CASE WHEN {sql} IS NOT NULL THEN {text} IN ({true}) END", "boolean"

    kinds = {"integer": "number", "date": "time", "text": "string"}
    return sql, kinds.get(column.kind, column.kind)


def _values(column: ColumnProfile, role: ColumnRole) -> str:
    """The values of a category that has few."""
    values = sorted({str(value) for value in column.seen})
    is_short = role.role is Role.CATEGORY and 2 <= len(values) <= _LISTED_VALUES
    if not is_short or column.distinct > len(values) or any(len(value) > 40 for value in values):
        return ""

    return f"{', '.join(values[:-1])} or {values[-1]}."


def _dates_of_parts(table: TableProfile, roles: Mapping[str, ColumnRole], names: set[str]) -> Iterator[Entry]:
    """A time made of year, month and day, where the table has no other."""
    if any(role.role is Role.TIME for role in roles.values()):
        return

    parts = {column.name.lower(): column for column in table.columns if column.kind == "integer"}
    year = parts.get("year") or parts.get("yr")
    if year is None or not _are_years(year):
        return

    month, day = parts.get("month"), parts.get("day")
    month_sql = column_sql(month) if month else "1"
    day_sql = column_sql(day) if month and day else "1"
    of_parts = ["year", *(["month"] if month else []), *(["day"] if month and day else [])]
    yield {
        "name": _new("date", names),
        "sql": f"TRY(MAKE_DATE({column_sql(year)}, {month_sql}, {day_sql}))",
        "type": "time",
        "title": "Date",
        "description": f"Made of {' and '.join(of_parts)}.",
    }


def _are_years(column: ColumnProfile) -> bool:
    return all(
        isinstance(value, int) and _FIRST_YEAR <= value <= _LAST_YEAR
        for value in (column.lowest, column.highest)
    )


def _count(table: TableProfile, roles: Mapping[str, ColumnRole]) -> Entry:
    words = " ".join(entity_words(table.name))
    title = entity_title(table.name)
    numbers = [name for name, role in roles.items() if role.role in {Role.AMOUNT, Role.LEVEL}]
    is_number = any(words_of(name) == entity_words(table.name) for name in numbers)  # a target in targets
    if is_number or entity_words(table.name)[-1] in words_that_are("uncountable"):
        return _row_count(title.lower())

    return {
        "name": "count",
        "type": "count",
        "title": title,
        "description": f"How many {title.lower()} there are.",
        "meta": {
            "synonyms": _without(title, [f"number of {title.lower()}", f"{words} count", "rows", "records"])
        },
    }


def _row_count(things: str) -> Entry:
    return {
        "name": "count",
        "type": "count",
        "title": f"Rows of {things}",
        "description": f"How many rows of {things} there are.",
        "meta": {"synonyms": ["rows", "records"]},
    }


def _title(column: ColumnProfile, table: TableProfile) -> str:
    """The column's title without its unit, which nobody asks by; with it where two would have one title."""
    words, plain = words_of(column.name), _without_unit(column.name)
    twins = [each for each in table.columns if _without_unit(each.name) == plain]
    if plain == in_speech(words) or len(twins) == 1:
        return title_of(" ".join(plain))

    return f"{title_of(' '.join(plain))} ({words[-1]})"


def _without_unit(name: str) -> tuple[str, ...]:
    words = words_of(name)
    plain = words[:-1] if len(words) > 1 and words[-1] in words_that_are("units") else words
    return in_speech(plain)


def _measures(
    column: ColumnProfile, role: ColumnRole, title: str, *, is_wide: bool, is_key: bool
) -> Iterator[Entry]:
    name, sql = member_name(column.name), column_sql(column)
    plain = title[:1].lower() + title[1:] if title[1:2].islower() else title
    match role.role:
        case Role.AMOUNT:
            synonyms = _without(f"Total {plain}", [plain, f"sum of {plain}", f"overall {plain}"])
            yield _number(f"total_{name}", "sum", sql, _total_title(title, plain), role, synonyms)
            yield _number(f"average_{name}", "avg", sql, f"Average {plain}", role, [f"mean {plain}"])
        case Role.LEVEL | Role.SCALE:
            synonyms = [f"mean {plain}", f"typical {plain}"] + ([plain] if role.role is Role.LEVEL else [])
            yield _number(f"average_{name}", "avg", sql, f"Average {plain}", role, synonyms)
        case Role.FLAG:
            truth, _ = _dimension_sql(column, role)
            yield {
                "name": f"share_{name}",
                "sql": f"CASE WHEN {truth} THEN 1.0 WHEN NOT ({truth}) THEN 0.0 END",
                "type": "avg",
                "title": f"Share of {plain.removeprefix('is ').removeprefix('has ')}",
                "format": "percent",
                "meta": {"synonyms": [f"{plain.removeprefix('is ').removeprefix('has ')} rate"]},
            }
        case Role.CATEGORY | Role.TEXT | Role.CODE:
            yield from _distinct_count(column, role, sql, is_key=is_key)

    if role.role in {Role.AMOUNT, Role.LEVEL} and not is_wide:
        yield _number(
            f"lowest_{name}", "min", sql, f"Lowest {plain}", role, [f"minimum {plain}", f"smallest {plain}"]
        )
        yield _number(
            f"highest_{name}", "max", sql, f"Highest {plain}", role, [f"maximum {plain}", f"largest {plain}"]
        )


def _total_title(title: str, plain: str) -> str:
    return title if title.lower().startswith("total") else f"Total {plain}"


def _number(name: str, kind: str, sql: str, title: str, role: ColumnRole, synonyms: list[str]) -> Entry:
    entry: Entry = {"name": name, "sql": sql, "type": kind, "title": title}
    if role.format:
        entry["format"] = role.format

    entry["meta"] = {"synonyms": synonyms}
    if role.guess and kind in {"sum", "avg"}:
        entry["#"] = f"guessed ({role.confidence:.0%}): {role.guess}"

    return entry


def _distinct_count(column: ColumnProfile, role: ColumnRole, sql: str, *, is_key: bool) -> Iterator[Entry]:
    """How many different ones there are, of what is worth counting."""
    words = tuple(word for word in words_of(column.name) if word not in {"id", "key", "code", "name"})
    counts = set(spelled_out(words)) & words_that_are("entities") or (
        role.role is Role.CODE and words != words_of(column.name)
    )
    repeats = 1 < column.distinct < column.filled
    if is_key or not words or not counts or not repeats:
        return

    many = " ".join((*words[:-1], plural(words[-1])))
    yield {
        "name": f"distinct_{member_name(many)}",
        "sql": sql,
        "type": "count_distinct",
        "title": f"Different {many}",
        "description": f"How many different {many} occur.",
        "meta": {"synonyms": [f"unique {many}", f"distinct {many}", f"number of {many}"]},
    }


def name_of_column(dimensions: Sequence[Entry], column: ColumnProfile) -> str:
    """The dimension that shows a column as it is."""
    return next(str(each["name"]) for each in dimensions if each["sql"] == column_sql(column))


def without_their_number(measures: Sequence[Entry], column: ColumnProfile) -> None:
    """Where a table of their own has them, the number of customers is not that of those who occur here."""
    for entry in measures:
        meta = entry.get("meta")
        if (
            entry["type"] == "count_distinct"
            and entry["sql"] == column_sql(column)
            and isinstance(meta, dict)
        ):
            meta["synonyms"] = [each for each in meta["synonyms"] if not each.startswith("number of ")]


def _without(title: str, synonyms: list[str]) -> list[str]:
    return [each for each in synonyms if each.lower() != title.lower()]


def _time_rank(entry: Entry) -> tuple[int, int]:
    words = set(words_of(str(entry["name"])))
    is_later = bool(words & words_that_are("later_times"))
    named = min((at for at, word in enumerate(_MAIN_TIMES) if word in words), default=len(_MAIN_TIMES))
    return int(is_later), named
