"""Numbers of rows that are events, which add up where those of things do not; and names of keys."""

from collections.abc import Iterator, Set

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import plural, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

COUNTED_NUMBERS = frozenset({"number", "index"})  # a key only as the last word: "number of guests" is none
_PAID = frozenset({"paid", "charged", "billed", "invoiced"})
_LATELY = frozenset({"last", "latest", "updated", "changed", "modified", "scraped", "review"})
_COUNTED = frozenset({"quantity", "qty", "units", "unit", "pieces"})  # how many at that price


def is_key_name(name: str) -> bool:
    """Whether a column of that name identifies something."""
    words = spelled_out(words_of(name))
    return bool(words) and (
        words[-1] in words_that_are("keys")
        or bool(words_that_are("keys") - COUNTED_NUMBERS & frozenset(words[-1:]))
    )


def counts_things(column: ColumnProfile, table: TableProfile) -> bool:
    """The nights of bookings add up, as bookings have a date; the cylinders of cars do not."""
    last = words_of(column.name)[-1:]
    return _is_dated(table) and any(plural(singular(each)) == each for each in last)


def is_paid_once(words: Set[str], table: TableProfile) -> bool:
    """The price of a trip that was booked adds up; that of one unit, or of a thing for sale, does not."""
    is_price = "price" in words and not words & words_that_are("of_each")
    is_event = any(_LATELY.isdisjoint(words_of(each.name)) for each in _dates(table))
    if is_price and words & _PAID and _is_dated(table) and not _names(table) & _COUNTED:
        return True

    leads_on = sum(is_key_name(each.name) for each in table.columns) > 1
    return is_price and is_event and leads_on and not _names(table) & _COUNTED


def _names(table: TableProfile) -> set[str]:
    return {word for each in table.columns for word in words_of(each.name)}


def _is_dated(table: TableProfile) -> bool:
    return next(_dates(table), None) is not None


def _dates(table: TableProfile) -> Iterator[ColumnProfile]:
    return (each for each in table.columns if each.kind in ("date", "time"))
