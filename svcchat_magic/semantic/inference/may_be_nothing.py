"""Numbers of things that a row may have none of: children, special requests, the balance of an account."""

from collections.abc import Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql
from svcchat_magic.semantic.inference.column_roles import Role, role_of
from svcchat_magic.semantic.inference.names import counted_noun, is_plural, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_HELD = frozenset({"balance", "debt"})
BESIDES = frozenset(  # amounts that come beside others, for some of the rows
    (
        "tip", "toll", "gratuity", "discount", "rebate", "surcharge", "penalty", "fine", "bonus", "donation",
        "overtime",
    )
)  # fmt: skip
_OF_MONEY = frozenset({"amount", "value", "total", "fee"})


def tell_nothing(dimension: Entry, column: ColumnProfile, rows: int) -> None:
    """Mark the dimension of such a column."""
    told = dimension.get("meta", {})
    if dimension["type"] == "number" and isinstance(told, dict) and _may_be_nothing(column, rows):
        dimension["meta"] = {**told, "from_zero": True}


def _may_be_nothing(column: ColumnProfile, rows: int) -> bool:
    """Whether the lowest number is zero, and what it is of not in every row: `without children` is that.

    Each row has such a number, or it is an amount beside others: a trip that was cancelled has no tip.
    """
    said = [each for each in spelled_out(words_of(column.name), column.kind) if each not in _OF_MONEY]
    has_none = column.lowest == 0 != column.highest
    if has_none and not BESIDES.isdisjoint(map(singular, said[:1] + said[-1:])):
        return 2 * column.filled > rows

    is_held = is_plural(column.name) or bool(counted_noun(column.name)) or not _HELD.isdisjoint(said[-1:])
    return has_none and column.filled == rows > 0 and is_held


def tell_none_measured(dimensions: Sequence[Entry], table: TableProfile) -> None:
    """Mark the amounts of measurements that are zero where there was none: no rain, no sales that day."""
    columns = {column_sql(each): each for each in table.columns}
    for dimension in dimensions:
        column = columns.get(str(dimension["sql"]))
        if dimension["type"] == "number" and column is not None and column.lowest == 0 != column.highest:
            told = dimension.get("meta", {})
            is_amount = role_of(column, table).role is Role.AMOUNT
            if is_amount and isinstance(told, dict):
                dimension["meta"] = {**told, "from_zero": True}
