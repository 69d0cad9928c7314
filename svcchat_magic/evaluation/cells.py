"""Cells of two results made comparable: numbers, moments and texts, whatever their types were."""

import math
import re
from datetime import date, datetime
from decimal import Decimal
from typing import TypeAlias

DIGITS = 4  # significant ones, to which numbers are compared
NEXT_TO_ZERO = 1e-9
SORTED_DIGITS = 6

Cell: TypeAlias = float | str | None

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?(?:Z|[+]00:?00)?")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def cell(value: object) -> Cell:
    """A number as a float, a moment as ISO text in UTC without a midnight, everything else as text."""
    match value:
        case None:
            return None
        case bool():
            return str(value).lower()
        case int() | float() | Decimal():
            return float(value)
        case datetime() | date():
            return _text(value.isoformat())
        case _:
            return _text(str(value).strip())


def is_same(one: Cell, other: Cell) -> bool:
    """Whether two cells are equal, numbers to four significant digits."""
    if isinstance(one, float) and isinstance(other, float):
        return _is_close(one, other)

    return one == other


def sorting_key(row: tuple[Cell, ...]) -> tuple[tuple[int, float, str], ...]:
    """Texts in their own order, numbers rounded so that the noise of sums does not reorder rows."""
    return tuple(_key(each) for each in row)


def _text(text: str) -> Cell:
    if moment := _MOMENT.fullmatch(text):
        day, time = moment.groups()
        seconds = f"{time}:00"[:8] if time else "00:00:00"
        return day if seconds == "00:00:00" else f"{day} {seconds}"

    return float(text) if _NUMBER.fullmatch(text) else text


def _is_close(one: float, other: float) -> bool:
    if one == other:
        return True

    if not (math.isfinite(one) and math.isfinite(other)):
        return math.isnan(one) and math.isnan(other)

    largest = max(abs(one), abs(other))
    if largest < NEXT_TO_ZERO:
        return True

    last_digit = 10.0 ** (math.floor(math.log10(largest)) - DIGITS + 1)
    return abs(one - other) <= last_digit / 2


def _key(value: Cell) -> tuple[int, float, str]:
    if isinstance(value, float):
        return (1, float(f"{value:.{SORTED_DIGITS}g}"), "")

    return (0, 0.0, "") if value is None else (2, 0.0, value)
