"""The size of a chart: from its specification or its values, never wider than the available space."""

from collections.abc import Mapping, Sequence
from typing import Any

from svcchat_magic.charts.layout.filters import rows_left
from svcchat_magic.charts.layout.parts import Spec, inner_views, is_discrete, units
from svcchat_magic.charts.rules.safe_chart import LEAST_SIDE, MOST_SIDE

# What JupyterLab leaves beside the chart's menu on a page of 700 pixels. It draws a width of "container"
# without end, so a chart has a width of its own.
PAGE = 538
AXIS = 78  # beside each of several charts: only a single one includes its axes in its width
_GAP = 20
_SMALL_WIDTH = 240
_HEIGHT, _SMALL_HEIGHT = 220, 160
_STEP = 22
LEAST_LINE = 13  # of a name beside the chart
_LEAST = LEAST_SIDE * 3
FITTED: Spec = {"autosize": {"type": "fit-x", "contains": "padding"}}

Values = Sequence[Mapping[str, Any]]


def sized(view: Spec, values: Values, room: float = PAGE) -> Spec:
    """The view and the views inside it, with widths and heights in pixels."""
    if is_single(view) and not is_divided(view):
        placed = {**view, **_sides(view, values, (room, room), _HEIGHT)}
        return {**placed, **fitted(placed)}

    return _composed(view, values, room)


def fitted(view: Mapping[str, Any]) -> Spec:
    """Properties that include the axes of a single chart in its width; none for other views."""
    has_width = isinstance(view.get("width"), int | float)
    return FITTED if has_width and is_single(view) and not is_divided(view) else {}


def _composed(view: Spec, values: Values, room: float) -> Spec:
    done = dict(view)
    for word in ("concat", "hconcat", "vconcat"):
        if word in view:
            there = len(view[word])
            across = 1 if word == "vconcat" else _wrapped(there, view)
            done[word] = [_part(inner, values, room / across, is_small=across > 1) for inner in view[word]]

    if "spec" in view:
        by = view["facet"]
        across = _wrapped(_across({"facet": by} if "field" in by else by, values), view)
        done["spec"] = _part(view["spec"], values, room, across, is_small=True)

    return done if not is_single(view) else _part(view, values, room)


def _part(view: Spec, values: Values, room: float, across: int = 1, *, is_small: bool = False) -> Spec:
    """A chart among others, with its axis in addition to its width."""
    if not is_single(view):
        return _composed(view, values, room)

    across *= _across(view.get("encoding", {}), values)
    most = max((room - AXIS - _GAP * (across - 1)) // across, _LEAST)
    if is_small or is_divided(view):
        return {**view, **_sides(view, values, (min(_SMALL_WIDTH, most), most), _SMALL_HEIGHT)}

    return {**view, **_sides(view, values, (most, most), _HEIGHT)}


def _sides(view: Spec, values: Values, widths: tuple[float, float], height: float) -> Spec:
    """`widths` are the default and the largest."""
    values = rows_left(view, values)
    return {
        "width": min(_side(view, "width", "x", values, widths[0]), widths[1]),
        "height": _side(view, "height", "y", values, height),
    }


def _side(view: Spec, side: str, channel: str, values: Values, usual: float) -> Any:
    given = view.get(side)
    if isinstance(given, int | float):
        lines = _places(view, channel, values) if side == "height" and _has_labels(view, channel) else 0
        return max(given, min(lines * LEAST_LINE, MOST_SIDE))

    needed = _places(view, channel, values) * (given["step"] if given else _STEP)
    # Labels side by side share the default width; labels below each other need a line each.
    is_fitted = given or (needed and side == "height")
    return min(max(needed, _LEAST), MOST_SIDE) if is_fitted and needed else usual


def _has_labels(view: Spec, channel: str) -> bool:
    axes = [unit.encoding.get(channel, {}).get("axis", {}) for unit in units(view)]
    return any(axis is not None and axis.get("labels", True) for axis in axes)


def _places(view: Spec, channel: str, values: Values) -> int:
    """The number of positions of a discrete axis; 0 for a continuous one."""
    shared = view.get("encoding", {})
    for part in (view, *inner_views(view)):
        found = {**shared, **part.get("encoding", {})}.get(channel)
        if found and "field" in found and is_discrete(found):
            return _count(found["field"], values)

    return 0


def _across(by: Mapping[str, Any], values: Values) -> int:
    """The number of small charts side by side."""
    divided = by.get("column") or by.get("facet") or {}
    return _wrapped(_count(divided["field"], values), divided) if "field" in divided else 1


def _wrapped(count: int, arranged: Mapping[str, Any]) -> int:
    return max(1, min(count, int(arranged.get("columns", count))))


def _count(field: str, values: Values) -> int:
    return len({str(row.get(field)) for row in values})


def is_single(view: Mapping[str, Any]) -> bool:
    """Whether it is one chart, perhaps with facets, and not a combination of several."""
    return "mark" in view or "layer" in view


def is_divided(view: Mapping[str, Any]) -> bool:
    """Whether it is drawn once for each value of a field."""
    return any(channel in view.get("encoding", {}) for channel in ("facet", "row", "column"))
