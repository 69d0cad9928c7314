"""Values of one column as an array of its type, or of objects where one of them does not fit it."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, timedelta, timezone
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

Values: TypeAlias = list[Any]


def column_array(values: Values, column_type: str) -> Any:
    """Int64, float64, boolean, string or datetime64; nothing is rounded, cut or dropped."""
    make = _MAKERS.get(column_type, _untyped)
    for attempt in (make, _strings):
        array = attempt(values)
        if array is not None:
            return array

    return _objects(values)


def _integers(values: Values) -> Any:
    """Int64 with or without gaps, so that a column's type does not hang on one null."""
    if not all(type(value) is int or value is None for value in values):
        return None

    missing = np.array([value is None for value in values], dtype=bool)
    try:
        numbers = np.array([0 if value is None else value for value in values], dtype=np.int64)
    except OverflowError:
        return None

    return pd.arrays.IntegerArray(numbers, missing)


def _floats(values: Values) -> Any:
    """float64, with NaN for null: every plotting and modelling library reads it, unlike Float64."""
    if not all(type(value) is float or value is None or _is_exact_float(value) for value in values):
        return None

    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _is_exact_float(value: Any) -> bool:
    return type(value) is int and abs(value) <= 2**53


def _booleans(values: Values) -> Any:
    if not all(type(value) is bool or value is None for value in values):
        return None

    missing = np.array([value is None for value in values], dtype=bool)
    return pd.arrays.BooleanArray(np.array([value is True for value in values], dtype=bool), missing)


def _strings(values: Values) -> Any:
    if not all(type(value) is str or value is None for value in values):
        return None

    return pd.array(values, dtype="string")


def _times(values: Values) -> Any:
    """datetime64 where every value is a time of the calendar, with a zone where all name the same."""
    given = [value for value in values if value is not None]
    found = [_ISO_TIME.fullmatch(value) if type(value) is str else None for value in given]
    times = [each for each in found if each]
    zones = {each["zone"] for each in times}
    if len(times) < len(given) or len(zones) > 1:
        return None

    plain = iter(each["time"] for each in times)
    try:
        moments = np.array(
            [None if value is None else next(plain) for value in values], dtype="datetime64[us]"
        )
    except ValueError:
        return None

    zone = zones.pop() if zones else None
    return moments if zone is None else pd.Series(moments).dt.tz_localize(_zone(zone)).array


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC

    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset) if offset else UTC


def _untyped(values: Values) -> Any:
    """The type that all values agree on, for a column whose type was not said."""
    given = {type(value) for value in values} - {type(None)}
    if given <= {int, float} and float in given:
        return _floats(values)

    return (
        _MAKERS[_OF_PYTHON[given.pop()]](values) if len(given) == 1 and given <= _OF_PYTHON.keys() else None
    )


def _objects(values: Sequence[Any]) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


# A fraction finer than microseconds does not match: its column stays text, and exact.
_ISO_TIME = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?)(?:(?<=\.\d{6})0*)?"
    r"(?P<zone>Z|[+-](?:0\d|1\d|2[0-3])(?::?[0-5]\d)?)?",
    re.ASCII,
)
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
