"""Columns that only number or label: the rows, or the things that were measured several times."""

import re
from collections import Counter
from collections.abc import Sequence

from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_NAMELESS = re.compile(r"column\d*|unnamed\W*\d*|index|level_0|row[ _]?(no|num|number|names?)?")
_FEWEST_THINGS = 5  # that are numbered in a panel
_LAST_HOUR = 24
_LAST_YEAR = 2500
_DENSE = 1.15  # numbers to each thing, at most: the count of different values is an estimate
_ALIKE = 0.8  # of the things have the same number of rows
_EACH = 0.9  # of the rows have a value of their own


def is_row_number(column: ColumnProfile) -> bool:
    """Whether a column only numbers the rows, as an index that was written beside the data does."""
    return column.kind == "integer" and _is_index(column)


def is_row_label(column: ColumnProfile) -> bool:
    """Whether a column without a name of its own has the names of the rows, as an index of texts does."""
    return column.kind == "text" and _is_index(column)


def counts_rows(column: ColumnProfile, table: TableProfile) -> bool:
    """Whether whole numbers count the rows: one in each, one after the other."""
    is_each = column.filled == table.measured > 10 and column.distinct > _EACH * column.filled
    return column.kind == "integer" and is_each and _span(column) == column.filled - 1


def numbers_things(column: ColumnProfile) -> bool:
    """Whether whole numbers say which thing was measured: from 1 to 40, each about as often."""
    times = Counter(column.seen)
    usual = Counter(times.values()).most_common(1)
    if column.kind != "integer" or len(times) < _FEWEST_THINGS or not usual:
        return False

    often, alike = usual[0]
    is_dense = column.lowest in (0, 1) and _span(column) <= _DENSE * column.distinct
    return is_dense and often > 1 and alike >= _ALIKE * len(times)


def numbering(column: ColumnProfile, last: Sequence[str]) -> str:
    """What whole numbers tell by their name and their values; an empty text for nothing."""
    if numbers_lines(column, last):
        return "numbers the lines of one thing"

    if words_that_are("areas").intersection(last):
        return "numbers a part of a town"

    return "hours of the day" if is_hours(column) else ""


def is_hours(column: ColumnProfile) -> bool:
    """Whether a column is that of the hours of a day under its short name: 0 to 23."""
    ends = (column.lowest, column.highest)
    are_hours = all(isinstance(each, int) and 0 <= each <= _LAST_HOUR for each in ends)
    return column.kind == "integer" and words_of(column.name) == ("hr",) and are_hours


def numbers_lines(column: ColumnProfile, last: Sequence[str]) -> bool:
    """Whether whole numbers run from 1 on without a gap, as the lines of an order do, and are called so."""
    low, high = column.lowest, column.highest
    is_counted = low in (0, 1) and isinstance(high, int) and high - 1 <= column.distinct
    return is_counted and bool(words_that_are("ordinals").intersection(last))


def is_per_year(column: ColumnProfile) -> bool:
    """Whether numbers are too large for years: a `tuition_yr` of 9250 is for a year."""
    return isinstance(column.lowest, int) and column.lowest > _LAST_YEAR and len(words_of(column.name)) > 1


def repeats_own_id(table: TableProfile) -> bool:
    """Whether the id of what a table is about stands in several rows: then its rows are not those things."""
    own = {("id",), (*entity_words(table.spoken), "id")}
    ids = (each for each in table.columns if words_of(each.name) in own)
    return any(each.distinct <= _EACH * each.filled for each in ids)


def _is_index(column: ColumnProfile) -> bool:
    is_nameless = _NAMELESS.fullmatch(column.name.strip().lower()) is not None
    return is_nameless and column.distinct > _EACH * column.filled


def _span(column: ColumnProfile) -> float:
    low, high = column.lowest, column.highest
    return high - low if isinstance(low, (int, float)) and isinstance(high, (int, float)) else -1
