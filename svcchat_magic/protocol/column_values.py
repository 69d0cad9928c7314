"""Values of a result as Python's, by the type of their column (2.6)."""

import math
from collections.abc import Callable, Mapping
from typing import Any


def cast_of(column_type: str) -> Callable[[Any], Any]:
    """What makes a value of this type of one that came as JSON; times stay text in ISO 8601."""
    return _CASTS.get(column_type, _as_it_came)


def whole_number(value: Any) -> int | None:
    """The value as a whole number, None where it is none."""
    if isinstance(value, bool) or value is None:
        return None

    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _to_int(value: Any) -> Any:
    if isinstance(value, float) and not value.is_integer():
        return value

    found = whole_number(value)
    return value if found is None else found


def _to_float(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return value

    if isinstance(value, int) and abs(value) > 2**53:
        return value  # a float would lose its last digits

    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return value

    return number if math.isfinite(number) else None


def _to_bool(value: Any) -> Any:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower(), value)

    return value


def _as_it_came(value: Any) -> Any:
    return value


_CASTS: Mapping[str, Callable[[Any], Any]] = {
    "Int64": _to_int,
    "Double": _to_float,
    "Decimal": _to_float,
    "Boolean": _to_bool,
}
