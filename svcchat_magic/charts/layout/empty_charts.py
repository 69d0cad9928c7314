"""Detect charts that would show nothing before they are drawn, with the reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from svcchat_magic.charts.layout.filters import makes_rows, rows_left
from svcchat_magic.charts.layout.parts import Spec, Unit, inner_views, units
from svcchat_magic.errors import ChartRefused

Rows = Sequence[Mapping[str, Any]]

_POSITIONS = ("x", "y", "theta")
_SERIES = ("color", "stroke", "detail", "strokeDash", "opacity", "size", "facet", "row", "column")


def check_drawn(spec: Spec, rows: Rows, names: Mapping[str, str]) -> None:
    """Raise ChartRefused, with a reason, if no mark of the chart would show any of the rows.

    `names` maps each field to its column. Only certain cases are refused: computed fields and conditions on
    times are assumed to leave some rows.
    """
    reasons = list(_reasons(spec, rows, names))
    if reasons and all(reasons):
        raise ChartRefused(f"The chart would be empty: {reasons[0]}.")


def _reasons(view: Spec, rows: Rows, names: Mapping[str, str]) -> list[str]:
    """Why each mark of the view shows nothing; an empty reason for a mark that shows something."""
    made = makes_rows(view)
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
