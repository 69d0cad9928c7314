"""Prices of shares by day: what everybody calls the volume of a table with open, high, low and close."""

from collections.abc import Iterator, Mapping, Sequence, Set

from svcchat_magic.semantic.inference.column_names import Entry, column_sql
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import TableProfile

_PRICES = ("open", "high", "low", "close")
_PRICED = frozenset({"price", "adj", "adjusted", "last", "usd", "eur", "gbp", "open", "high", "low", "close"})
_VOLUME = "volume"
_TRADED = (
    "shares traded", "traded shares", "volume traded", "traded volume", "trading volume",
    "number of shares traded",
)  # fmt: skip


def are_prices(table: TableProfile) -> bool:
    """Whether a table has the four prices of a day and how much was traded, and so of shares or the like."""
    names = [tuple(words_of(each.name)) for each in table.columns]
    has_prices = all(any(one in each and set(each) <= _PRICED for each in names) for one in _PRICES)
    return has_prices and any(each[:1] == (_VOLUME,) for each in names)


def traded(
    table: TableProfile, roles: Mapping[str, ColumnRole], measures: Sequence[Entry], names: Set[str]
) -> Iterator[Entry]:
    """The days on which something was traded, beside other words for the volume."""
    if not are_prices(table):
        return

    for each in measures:
        meta = each.get("meta")
        of = {"sum": "", "avg": "average "}.get(str(each["type"]))
        if of is not None and isinstance(meta, dict) and _VOLUME in words_of(str(each["title"])):
            meta["synonyms"] = [*meta["synonyms"], *(f"{of}{one}" for one in _TRADED)]

    dates = [each for each in table.columns if roles[each.name].role is Role.TIME]
    if len(dates) == 1 and "trading_days" not in names:
        yield {
            "name": "trading_days",
            "sql": column_sql(dates[0]),
            "type": "count_distinct",
            "title": "Trading days",
            "description": "On how many different days there are prices.",
            "meta": {"synonyms": ["number of trading days", "days traded"]},
        }
