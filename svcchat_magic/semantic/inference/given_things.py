"""What some rows have got and most have not: the medals of athletes, the injuries of players."""

from collections.abc import Iterator, Mapping

from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import member_name, plural, title_of, words_of
from svcchat_magic.semantic.inference.table_profile import TableProfile

_MOST = 0.8  # of the rows, where not all have one
_KINDS = 20  # of what is given: its values tell gold from silver and name nobody


def given_things(table: TableProfile, roles: Mapping[str, ColumnRole], names: set[str]) -> Iterator[Entry]:
    """How many rows have one: `medals by country` counts those that were won and no kinds of medals."""
    for column in table.columns:
        words = words_of(column.name)
        is_some = 0 < column.filled <= _MOST * table.measured and column.distinct <= _KINDS
        if roles[column.name].role is not Role.CATEGORY or not is_some:
            continue

        if words[-1:] and words[-1] in words_that_are("given"):
            many = " ".join((*words[:-1], plural(words[-1])))
            yield {
                "name": free_name(member_name(many), names),
                "sql": column_sql(column),
                "type": "count",
                "title": title_of(many),
                "description": f"How many rows have one of the {many}.",
                "meta": {"synonyms": [f"number of {many}"]},
            }
