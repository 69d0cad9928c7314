"""Convert one column's values to an array of its type, or of objects if a value does not fit."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, timedelta, timezone
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

Values: TypeAlias = list[Any]


def column_array(values: Values, column_type: str) -> Any:
    """Convert to Int64, float64, boolean, string or datetime64 without loss."""
    make = _MAKERS.get(column_type, _untyped)
    for attempt in (make, _strings):
        array = attempt(values)
        if array is not None:
            return array

    return _objects(values)


def _integers(values: Values) -> Any:
    """Int64 with or without nulls, so that one null does not change a column's type."""
    if not _kinds(values) <= {int, _NONE}:
        return None

    missing = _missing(values)
    try:
        numbers = np.array([0 if value is None else value for value in values], dtype=np.int64)
    except OverflowError:
        return None

    return pd.arrays.IntegerArray(numbers, missing)


def _floats(values: Values) -> Any:
    """float64 with NaN for null, which plotting and modelling libraries accept, unlike Float64."""
    kinds = _kinds(values)
    if not kinds <= {float, int, _NONE}:
        return None

    if int in kinds and not all(abs(value) <= _MOST_EXACT for value in values if type(value) is int):
        return None

    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _booleans(values: Values) -> Any:
    if not _kinds(values) <= {bool, _NONE}:
        return None

    return pd.arrays.BooleanArray(np.array([value is True for value in values], dtype=bool), _missing(values))


def _strings(values: Values) -> Any:
    return pd.array(values, dtype=pd.StringDtype()) if _kinds(values) <= {str, _NONE} else None


def _times(values: Values) -> Any:
    """datetime64 if every value is a valid time, with a zone if all values have the same."""
    if not _kinds(values) <= {str, _NONE}:
        return None

    times, zones = _times_and_zones(values)
    if times.count(None) > values.count(None) or len(zones) > 1:
        return None

    try:
        moments = np.array(times, dtype="datetime64[us]")
    except ValueError:
        return None

    zone = zones.pop() if zones else None
    return moments if zone is None else pd.Series(moments).dt.tz_localize(_zone(zone)).array


def _times_and_zones(values: Values) -> tuple[Values, set[str | None]]:
    """Each time without its zone, or None if null, and the zones found."""
    if None not in values and _ISO_TIMES.fullmatch("\n".join(values)):  # the usual case, parsed in one step
        return values, set()

    found = [None if value is None else _ISO_TIME.fullmatch(value) for value in values]
    return [each and each["time"] for each in found], {each["zone"] for each in found if each}


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC

    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset) if offset else UTC


def _untyped(values: Values) -> Any:
    """The common type of all values, for a column without a type."""
    given = _kinds(values) - {_NONE}
    if given <= {int, float} and float in given:
        return _floats(values)

    return (
        _MAKERS[_OF_PYTHON[given.pop()]](values) if len(given) == 1 and given <= _OF_PYTHON.keys() else None
    )


def _kinds(values: Values) -> set[type]:
    """The types of the values, including null."""
    return set(map(type, values))


def _missing(values: Values) -> Any:
    """Which values are null."""
    if None not in values:
        return np.zeros(len(values), dtype=bool)

    return np.array([value is None for value in values], dtype=bool)


def _objects(values: Sequence[Any]) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


# A fraction finer than microseconds does not match: its column stays text, and exact.
_TIME = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?"
_ISO_TIMES = re.compile(rf"{_TIME}(?:\n{_TIME})*+", re.ASCII)
_ISO_TIME = re.compile(
    rf"(?P<time>{_TIME})(?:(?<=\.\d{{6}})0*)?(?P<zone>Z|[+-](?:0\d|1\d|2[0-3])(?::?[0-5]\d)?)?",
    re.ASCII,
)
_NONE = type(None)
_MOST_EXACT = 2**53  # the largest integer below which float64 represents every integer
_OF_PYTHON: Mapping[type, str] = {int: "Int64", float: "Double", bool: "Boolean", str: "String"}
_MAKERS: Mapping[str, Callable[[Values], Any]] = {
    "Int64": _integers,
    "Double": _floats,
    "Decimal": _floats,
    "Boolean": _booleans,
    "String": _strings,
    "Timestamp": _times,
    "Date": _times,
}
