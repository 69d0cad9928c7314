"""Detect charts that would show nothing before they are drawn, with the reason."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from svcchat_magic.charts.layout.parts import Spec, Unit, inner_views, units
from svcchat_magic.errors import ChartRefused

Rows = Sequence[Mapping[str, Any]]

_POSITIONS = ("x", "y", "theta")
_SERIES = ("color", "stroke", "detail", "strokeDash", "opacity", "size", "facet", "row", "column")
_UNKNOWN: Any = object()


def check_drawn(spec: Spec, rows: Rows, names: Mapping[str, str]) -> None:
    """Raise ChartRefused, with a reason, if no mark of the chart would show any of the rows.

    `names` maps each field to its column. Only certain cases are refused: computed fields and conditions on
    times are assumed to leave some rows.
    """
    reasons = list(_reasons(spec, rows, names))
    if reasons and all(reasons):
        raise ChartRefused(f"The chart would be empty: {reasons[0]}.")


def rows_left(view: Spec, rows: Rows) -> Rows:
    """The rows that a view's filters keep; a condition that cannot be evaluated here keeps all of them."""
    if not _makes_rows(view):
        for each in view.get("transform", ()):
            rows = [row for row in rows if _holds(each["filter"], row) is not False]

    return rows


def _makes_rows(view: Spec) -> bool:
    return any(set(each) - {"filter"} for each in view.get("transform", ()))


def _reasons(view: Spec, rows: Rows, names: Mapping[str, str]) -> list[str]:
    """Why each mark of the view shows nothing; an empty reason for a mark that shows something."""
    made = _makes_rows(view)
    left = rows_left(view, rows)
    if not left:
        return ["its filter leaves no row"]

    if "layer" in view or "mark" in view:
        shared = view.get("encoding", {})
        layers = view.get("layer", [view])
        return [reason for layer in layers for reason in _layer(layer, shared, left, names, made=made)]

    return [reason for inner in inner_views(view) for reason in _reasons(inner, left, names)]


def _layer(
    view: Spec, shared: Mapping[str, Any], rows: Rows, names: Mapping[str, str], *, made: bool
) -> list[str]:
    if made or "transform" in view or "layer" in view:
        return [""]

    return [_unit(unit, rows, names) for unit in units(view, shared)]


def _unit(unit: Unit, rows: Rows, names: Mapping[str, str]) -> str:
    for channel in _POSITIONS:
        definition = unit.encoding.get(channel) or {}
        field = definition.get("field")
        if field is None or field not in rows[0]:
            continue

        values = [row[field] for row in rows if row[field] is not None]
        name = names.get(field, field)
        if not values:
            return f"{name} has no value in any row"

        kind = definition.get("type")
        if kind == "quantitative" and not any(map(_is_number, values)) and not _counts(definition):
            return f"{name} holds no number"

        if kind == "temporal" and not any(map(_could_be_a_time, values)):
            return f"{name} holds no date"

    return _line(unit, rows)


def _line(unit: Unit, rows: Rows) -> str:
    """A line or an area through a single point has no length."""
    if unit.mark not in ("line", "area", "trail") or _bins(unit):
        return ""

    fields = [_field(unit, channel) for channel in (*_SERIES, "x", "y")]
    series = [field for field in fields[: len(_SERIES)] if field]
    x, y = fields[-2:]
    if not (x and y):
        return ""

    points: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for row in rows:
        if row.get(x) is not None and row.get(y) is not None:
            key = tuple(str(row.get(field)) for field in series)
            points.setdefault(key, set()).add((str(row[x]), str(row[y])))

    if all(len(each) < 2 for each in points.values()):
        return "a line needs two points, and there is one"

    return ""


def _field(unit: Unit, channel: str) -> str | None:
    definition = unit.encoding.get(channel)
    return definition.get("field") if isinstance(definition, Mapping) else None


def _bins(unit: Unit) -> bool:
    """Whether the chart itself turns the rows into points, or marks the points of the line."""
    channels = [each for each in unit.encoding.values() if isinstance(each, Mapping)]
    return any(each.keys() & {"aggregate", "bin", "impute"} for each in channels) or unit.has_points


def _counts(definition: Mapping[str, Any]) -> bool:
    return definition.get("aggregate") in ("count", "distinct", "valid", "missing")


def _is_number(value: Any) -> bool:
    if isinstance(value, bool | int | float):
        return True

    try:
        float(value)
    except ValueError:
        return False

    return True


def _could_be_a_time(value: Any) -> bool:
    return not isinstance(value, str) or any(letter.isdigit() for letter in value)


def _holds(test: Mapping[str, Any], row: Mapping[str, Any]) -> bool | None:
    """Whether a condition holds for a row; None if that is not certain."""
    if "not" in test:
        inner = _holds(test["not"], row)
        return None if inner is None else not inner

    if "and" in test or "or" in test:
        word = "and" if "and" in test else "or"
        found = [_holds(each, row) for each in test[word]]
        decisive = word == "or"
        if decisive in found:
            return decisive

        return None if None in found else not decisive

    value = row.get(test["field"], _UNKNOWN)
    if value is _UNKNOWN or "timeUnit" in test:
        return None

    results = [check(value, test[name]) for name, check in _TESTS.items() if name in test]
    return results[0] if len(results) == 1 else None


def _compared(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool | None]:
    def holds(value: Any, limit: Any) -> bool | None:
        both_numbers = _is_plain_number(value) and _is_plain_number(limit)
        return compare(value, limit) if both_numbers else None

    return holds


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _equal(value: Any, other: Any) -> bool | None:
    """Whether two values are equal; certain for two texts or two numbers that are not times."""
    if isinstance(value, str) and isinstance(other, str):
        return None if value[:4].isdigit() else value == other

    return value == other if _is_plain_number(value) and _is_plain_number(other) else None


def _one_of(value: Any, others: Sequence[Any]) -> bool | None:
    found = [_equal(value, other) for other in others]
    if True in found:
        return True

    return None if None in found else False


_TESTS: Mapping[str, Callable[[Any, Any], bool | None]] = {
    "equal": _equal,
    "oneOf": _one_of,
    "lt": _compared(lambda value, limit: value < limit),
    "lte": _compared(lambda value, limit: value <= limit),
    "gt": _compared(lambda value, limit: value > limit),
    "gte": _compared(lambda value, limit: value >= limit),
    "valid": lambda value, wanted: (value is not None) == wanted,
}
