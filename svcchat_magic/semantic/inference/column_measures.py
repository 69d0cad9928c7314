"""The measures that a table's columns suggest."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql, dimension_sql, without_title
from svcchat_magic.semantic.inference.column_roles import NUMBERS_THINGS, REDUCED, ColumnRole, Role
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import (
    counted_noun,
    entity_title,
    entity_words,
    member_name,
    plural,
    words_of,
)
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_WIDE = 200  # columns; from then on a number has a sum and an average alone


def row_count_measure(table: TableProfile, roles: Mapping[str, ColumnRole]) -> Entry:
    """The measure that counts the rows, named after what they are."""
    words = " ".join(entity_words(table.spoken))
    title = entity_title(table.spoken)
    numbers = [
        name
        for name, role in roles.items()
        if role.role in {Role.AMOUNT, Role.LEVEL} or role.guess == NUMBERS_THINGS
    ]
    is_number = any(words_of(name) == entity_words(table.spoken) for name in numbers)  # a target in targets
    if is_number or entity_words(table.spoken)[-1] in words_that_are("uncountable"):
        return row_count(title)

    are_rows = [] if table.table.sql else ["rows", "records"]  # which things that another table holds are not
    called = [f"number of {title.lower()}", f"{words} count", *_head_of(table), *are_rows]
    return {
        "name": "count",
        "type": "count",
        "title": title,
        "description": f"How many {title.lower()} there are.",
        "meta": {"synonyms": without_title(title, called)},
    }


def _head_of(table: TableProfile) -> list[str]:
    """`trips` of a file called yellow_tripdata: what stands before it is the file's and nobody says it."""
    words = entity_words(table.spoken)
    is_found = len(words) > 1 and words_of(table.called) != words_of(table.name)
    return [plural(words[-1]), f"number of {plural(words[-1])}"] if is_found else []


def row_count(title: str) -> Entry:
    """The measure that counts rows which have no name that people count them by."""
    things = title if title[1:2].isupper() else title[:1].lower() + title[1:]
    return {
        "name": "count",
        "type": "count",
        "title": f"Rows of {things}",
        "description": f"How many rows of {things} there are.",
        "meta": {"synonyms": ["rows", "records"]},
    }


def measures_of(
    column: ColumnProfile, role: ColumnRole, title: str, *, rows: str, is_wide: bool, is_key: bool
) -> Iterator[Entry]:
    """The measures of one column, by its role; the `rows` of its table are called so."""
    name, sql = member_name(column.name), column_sql(column)
    plain = title[:1].lower() + title[1:] if title[1:2].islower() else title
    match role.role:
        case Role.AMOUNT if many := counted_noun(column.name):
            named = [many, f"number of {many}", plain]
            yield _number(f"total_{name}", "sum", sql, f"Total {many}", role, named)
            yield _number(f"average_{name}", "avg", sql, f"Average {many}", role, [f"average {plain}"])
        case Role.AMOUNT:
            synonyms = without_title(f"Total {plain}", [plain, f"sum of {plain}", f"overall {plain}"])
            yield _number(_total_name(name), "sum", sql, _total_title(title, plain), role, synonyms)
            yield _number(f"average_{name}", "avg", sql, f"Average {plain}", role, [f"mean {plain}"])
        case Role.LEVEL | Role.SCALE:
            yield from _of_level(name, sql, title, role)
        case Role.FLAG:
            truth, _ = dimension_sql(column, role)
            yield {
                "name": f"share_{name}",
                "sql": f"CASE WHEN {truth} THEN 1.0 WHEN NOT ({truth}) THEN 0.0 END",
                "type": "avg",
                "title": f"Share with {plain[4:]}"
                if plain.startswith("has ")
                else f"Share of {plain.removeprefix('is ')}",
                "format": "percent",
                "meta": {"synonyms": _of_flagged(plain, rows)},
            }
        case Role.CATEGORY | Role.TEXT | Role.CODE:
            yield from _distinct_count(column, role, sql, is_key=is_key)

    if role.role in {Role.AMOUNT, Role.LEVEL} and not is_wide:
        low, high = [f"minimum {plain}", f"smallest {plain}"], [f"maximum {plain}", f"largest {plain}"]
        low += _ends(plain, ("minimum ", "lowest "), ("lowest ", "minimum "))
        high += _ends(plain, ("maximum ", "highest "), ("highest ", "maximum "))
        yield _number(f"lowest_{name}", "min", sql, f"Lowest {plain}", role, low)
        yield _number(f"highest_{name}", "max", sql, f"Highest {plain}", role, high)


def _ends(plain: str, said: tuple[str, ...], so: tuple[str, ...]) -> list[str]:
    """The lowest temperature is the least of the minimum temperatures of days."""
    of = next((plain.removeprefix(each) for each in said if plain.startswith(each)), "")
    return [f"{each}{of}" for each in so] if of else []


def _of_flagged(plain: str, rows: str) -> list[str]:
    """What the share of rows with a flag is called too: the late rate, the share of late order lines."""
    flag = plain.removeprefix("is ").removeprefix("has ")
    if plain.startswith("has "):
        return [f"{flag} rate"]

    nouns = dict.fromkeys((rows.lower(), rows.lower().split()[-1]))
    return [f"{flag} rate", *(f"share of {flag} {each}" for each in nouns)]


def _of_level(name: str, sql: str, title: str, role: ColumnRole) -> Iterator[Entry]:
    """The average, and the sum of what was paid once for each row."""
    plain = title[:1].lower() + title[1:] if title[1:2].islower() else title
    is_part = role.format == "percent" and not REDUCED.isdisjoint(words_of(title))
    synonyms = [f"mean {plain}", f"typical {plain}"]
    synonyms += [plain] if role.role is Role.LEVEL and not is_part else []  # a discount is that of each row
    of = next((plain.removeprefix(each) for each in ("average ", "mean ") if plain.startswith(each)), plain)
    synonyms += [] if of == plain else [of, f"mean {of}"]  # the mean of the means of days
    yield _number(f"average_{name}", "avg", sql, f"Average {of}", role, synonyms)
    if role.adds_up:
        yield _number(_total_name(name), "sum", sql, _total_title(title, plain), role, [f"sum of {plain}"])


def _total_title(title: str, plain: str) -> str:
    is_total = title.lower().startswith("total") or title.lower().endswith(" total")
    return title if is_total else f"Total {plain}"


def _total_name(name: str) -> str:
    """`total_amount`, `sum_of_total_amount`: a column and its sum cannot have one name."""
    return f"sum_of_{name}" if name.startswith("total") else f"total_{name}"


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
    spoken = spelled_out(words_of(column.name), column.kind)
    if spoken[-1:] == ("number",) and words_that_are("ordinals").intersection(spoken[-2:-1]):
        return  # line 3 is one of many orders

    words = tuple(
        word
        for word, full in zip(words_of(column.name), spoken, strict=False)
        if full not in {"id", "key", "code", "name"}
    )
    words = words[:-1] if len(words) > 1 and spelled_out(words)[-1] == "number" else words
    counts = set(spelled_out(words)) & words_that_are("entities") or (
        (role.role is Role.CODE or _numbers_texts(role, spoken))
        and (words != words_of(column.name) or role.guess == NUMBERS_THINGS)
    )
    repeats = 1 < column.distinct < column.filled
    if is_key or not words or not counts or not repeats:
        return

    written = " ".join(words)
    words = spelled_out(words, column.kind)
    many = " ".join((*words[:-1], plural(words[-1])))
    as_written = [written, f"number of {written}"] if words != tuple(written.split()) else []
    yield {
        "name": f"distinct_{member_name(many)}",
        "sql": sql,
        "type": "count_distinct",
        "title": f"Different {many}",
        "description": f"How many different {many} occur.",
        "meta": {"synonyms": [f"unique {many}", f"distinct {many}", f"number of {many}", *as_written]},
    }


def _numbers_texts(role: ColumnRole, spoken: Sequence[str]) -> bool:
    """An order number kept as text is that of an order, which may have several rows."""
    return role.role in {Role.TEXT, Role.CATEGORY} and spoken[-1:] == ("number",)


def without_their_number(measures: list[Entry], column: ColumnProfile, *, are_held: bool) -> None:
    """Where a table of their own has them, the number of customers is not that of those who occur here.

    Of those that the table itself holds all occur: they need no second number.
    """
    own = [
        each for each in measures if each["type"] == "count_distinct" and each["sql"] == column_sql(column)
    ]
    for entry in own:
        meta = entry.get("meta")
        if are_held:
            measures.remove(entry)
        elif isinstance(meta, dict):
            kept = ("unique ", "distinct ")
            meta["synonyms"] = [each for each in meta["synonyms"] if each.startswith(kept)]


def mark_levels(measures: Sequence[Entry], columns: Sequence[ColumnProfile], things: Sequence[str]) -> None:
    """The sums of levels say that they hold for one moment: over time the latest one counts."""
    levels = {column_sql(each) for each in columns}
    for entry in measures:
        meta = entry.get("meta")
        if entry["type"] == "sum" and entry["sql"] in levels and isinstance(meta, dict):
            meta["over_time"] = "latest"
            meta["of_each"] = list(things)
            entry["#"] = "guessed (80%): a level, of which the latest counts and not the sum over time"
