"""Tables that are counted already: a row for each hour, with how many trips there were in `cnt`."""

from collections.abc import Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import TableProfile

_COUNTS = frozenset({("count",), ("frequency",), ("counts",)})


def counted_by(table: TableProfile, measures: Sequence[Entry]) -> str:
    """The measure that adds up how many each row stands for; none where no column says no more than that."""
    for column in table.columns:
        if spelled_out(words_of(column.name), column.kind) in _COUNTS:
            sums = (each for each in measures if each["type"] == "sum" and each["sql"] == column_sql(column))
            return str(next((each["name"] for each in sums), ""))

    return ""
