"""Numbers of things that a row may have none of: children, special requests, the balance of an account."""

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry
from svcchat_magic.semantic.inference.names import counted_noun, is_plural, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile

_HELD = frozenset({"balance", "debt"})


def tell_nothing(dimension: Entry, column: ColumnProfile, rows: int) -> None:
    """Mark the dimension of such a column."""
    told = dimension.get("meta", {})
    if dimension["type"] == "number" and isinstance(told, dict) and _may_be_nothing(column, rows):
        dimension["meta"] = {**told, "from_zero": True}


def _may_be_nothing(column: ColumnProfile, rows: int) -> bool:
    """Whether each row has such a number, and the lowest is zero: then `without children` is that."""
    is_whole = column.filled == rows > 0 and column.lowest == 0 != column.highest
    held = spelled_out(words_of(column.name), column.kind)[-1:]
    return is_whole and (
        is_plural(column.name) or bool(counted_noun(column.name)) or not _HELD.isdisjoint(held)
    )
