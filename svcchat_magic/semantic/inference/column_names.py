"""What a column is called in a model file: its SQL, its title, and a name that no other member has."""

import re

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_roles import ColumnRole
from svcchat_magic.semantic.inference.column_units import unit_of
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import (
    in_speech,
    title_of,
    words_of,
)
from svcchat_magic.semantic.inference.numbering import is_hours
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

Entry = dict[str, object]  # of a cube in a model file

_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")  # a unit or a scale: Length (ft), Rating (1-5)


def column_sql(column: ColumnProfile) -> str:
    """A column of the cube's own table, in the SQL of a model file."""
    name = column.name
    plain = name.isidentifier() and name.isascii() and name.islower()
    found = "{CUBE}." + (name if plain else '"' + name.replace('"', '""') + '"')
    if column.written:
        return column.written.sql(found)

    return f"CAST({found} AS VARCHAR)" if column.is_cast else found


def free_name(name: str, names: set[str]) -> str:
    """The name, with a number if it is taken; it is taken after that."""
    found, number = name, 1
    while found in names:
        number += 1
        found = f"{name}_{number}"

    names.add(found)
    return found


def column_title(column: ColumnProfile, table: TableProfile) -> str:
    """The column's title without its unit, which nobody asks by; with it where two would have one title."""
    if is_hours(column):
        return "Hour"

    if (said := table.words(column.name)) != words_of(column.name):
        return title_of(" ".join(said))

    words, plain = words_of(column.name), _without_unit(column.name)
    others = [each for each in table.columns if not is_in_many_currencies(each, table)]
    twins = [each for each in others if _without_unit(each.name) == plain]
    plain = spelled_out(plain, column.kind)
    if plain == spelled_out(in_speech(words), column.kind) or len(twins) == 1:
        return title_of(" ".join(plain))

    bracketed = _IN_BRACKETS.search(column.name)
    return f"{title_of(' '.join(plain))} ({bracketed[1].strip() if bracketed else words[-1]})"


def _without_unit(name: str) -> tuple[str, ...]:
    words = words_of(_IN_BRACKETS.sub("", name)) or words_of(name)
    if len(words) > 1 and words[-1] in words_that_are("currencies"):
        rest = words[:-2] if len(words) > 2 and words[-2] == "in" else words[:-1]  # salary_in_usd
        return in_speech(rest) if rest != ("total",) else ("total", "amount")

    if len(words) > 1 and words[-1] in words_that_are("flags"):
        return words[:-1]

    plain = words[: len(words) - len(unit_of(words))]
    plain = plain[:-1] if len(words) > len(plain) > 1 and plain[-1] == "in" else plain
    return in_speech(plain)


def is_in_many_currencies(column: ColumnProfile, table: TableProfile) -> bool:
    """Whether amounts are each in a currency of its own, and another column has them in one.

    A `salary` beside a `salary_currency` and a `salary_in_usd`: nobody may average the first.
    """
    words = words_of(column.name)
    names = {words_of(each.name): each for each in table.columns if each.name != column.name}
    of_each = names.get((*words, "currency")) or names.get(("currency",))
    is_in_one = any(
        each[: len(words)] == words and each[len(words) :] in (("in", each[-1]), each[-1:])
        for each in names
        if words_that_are("currencies").intersection(each[-1:])
    )
    return is_in_one and of_each is not None and of_each.distinct > 1


def without_key(title: str) -> str:
    """The title of a date whose column is the key of a calendar: `order_date_key` is the Order date."""
    words = title.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1] in ("key", "ID") else title


def without_title(title: str, synonyms: list[str]) -> list[str]:
    """The synonyms that do not repeat the title."""
    return [each for each in synonyms if each.lower() != title.lower()]


def dimension_sql(column: ColumnProfile, role: ColumnRole) -> tuple[str, str]:
    """The SQL and the type of the dimension of a column."""
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
