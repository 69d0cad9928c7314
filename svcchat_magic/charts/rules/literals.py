"""Checks for literals in a chart: each returns the value or DROPPED, and repairs nothing."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from svcchat_magic.protocol.visible_text import visible

DROPPED: Any = object()
Check: TypeAlias = Callable[[Any], Any]
Properties: TypeAlias = Mapping[str, Check]

MOST_TEXT = 300
MOST_VALUES = 1_000


def kept(given: Any, properties: Properties) -> dict[str, Any]:
    """The listed properties of `given` that pass their check."""
    if not isinstance(given, dict):
        return {}

    checked = {name: check(given[name]) for name, check in properties.items() if name in given}
    return {name: value for name, value in checked.items() if value is not DROPPED}


def number(low: float = -1e6, high: float = 1e6) -> Check:
    """A finite number from `low` to `high`."""
    return lambda value: value if _is_number(value) and low <= value <= high else DROPPED


def choice(*words: str) -> Check:
    """One of the words."""
    return lambda value: value if isinstance(value, str) and value in words else DROPPED


def either(*checks: Check) -> Check:
    """The result of the first check that passes."""
    return lambda value: next((found for check in checks if (found := check(value)) is not DROPPED), DROPPED)


def part(properties: Properties) -> Check:
    """An object with these properties; dropped if none is left."""
    return lambda value: kept(value, properties) or DROPPED


def many(check: Check, most: int = MOST_VALUES) -> Check:
    """A list; dropped as a whole if one of its values is."""
    return lambda value: _list(value, check, most)


def flag(value: Any) -> Any:
    """True or false."""
    return value if isinstance(value, bool) else DROPPED


def null(value: Any) -> Any:
    """null, which switches a part of a chart off."""
    return None if value is None else DROPPED


def colour(value: Any) -> Any:
    """A colour by name, hex digits or plain numbers; never a url() or a variable."""
    return value if isinstance(value, str) and _COLOUR.fullmatch(value) else DROPPED


def title(value: Any) -> Any:
    """A title; a tooltip uses titles as row names and would load a row called image."""
    text = chart_text(value) if isinstance(value, str) else DROPPED
    return "Image" if text == "image" else text


def text(value: Any) -> Any:
    """Text to draw."""
    return chart_text(value) if isinstance(value, str) else DROPPED


def number_format(value: Any) -> Any:
    """A number format, or a time format such as %b; with an invalid one Vega draws nothing."""
    is_format = isinstance(value, str) and (_NUMBER_FORMAT.fullmatch(value) or _TIME_FORMAT.fullmatch(value))
    return value if is_format else DROPPED


def time_unit(value: Any) -> Any:
    """A unit such as yearmonth."""
    return value if isinstance(value, str) and _TIME_UNIT.fullmatch(value) else DROPPED


def scalar(value: Any) -> Any:
    """A value as in rows: a number, text, a boolean, or a time in parts."""
    if isinstance(value, bool) or _is_number(value):
        return value

    return text(value) if isinstance(value, str) else part(_TIME_PARTS)(value)


def chart_text(value: str) -> str:
    """Text that is safe in every renderer: no hidden character, nothing that opens or closes a tag."""
    return _TAG.sub("‹", visible(value, MOST_TEXT))


def _list(value: Any, check: Check, most: int) -> Any:
    if not isinstance(value, list) or len(value) > most:
        return DROPPED

    found = [check(each) for each in value]
    return DROPPED if any(each is DROPPED for each in found) else found


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False

    return abs(value) < 1e300 and math.isfinite(value)


_COLOUR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([0-9., %]{5,40}\)",
    re.IGNORECASE | re.ASCII,
)
_NUMBER_FORMAT = re.compile(
    r"(?:[\w .]?[<>=^])?[-+( ]?[$#]?0?[0-9]{0,2},?(?:\.[0-9]{1,2})?~?[bcdeEfFgGnoprsxX%]?", re.ASCII
)
_TIME_FORMAT = re.compile(
    r"(?=.{1,40}\Z)(?=.*%[a-zA-Z])(?!.*//)(?:%[-_0]?[aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ%]|[\w .,\-:/])+",
    re.ASCII,
)
_TIME_UNIT = re.compile(
    r"(?:utc|binned)?(?:year|quarter|month|week|dayofyear|day|date|hours|minutes|seconds|milliseconds){1,7}"
)
_TAG = re.compile(r"<(?=[/!?a-zA-Z])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TIME_PARTS: Properties = {
    "year": number(0, 9999),
    "quarter": number(1, 4),
    "month": either(number(1, 12), choice(*_MONTHS)),
    "date": number(1, 31),
    "hours": number(0, 24),
    "minutes": number(0, 60),
    "seconds": number(0, 60),
    "utc": flag,
}
