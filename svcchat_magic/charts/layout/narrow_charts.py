"""Charts that shrink in a narrow cell, in front ends that pass its metadata to vega-embed.

Vega-Lite's container width does not work there: with vega-embed's style a container is as wide as its
contents. So the chart keeps a width in pixels, which applies wherever this metadata is ignored, and
vega-embed is configured to omit its style and to make the compiled chart follow its container.
"""

from typing import Any, NamedTuple

from svcchat_magic.charts.layout.filters import makes_rows, rows_left
from svcchat_magic.charts.layout.labels import (
    SLANTED,
    Rows,
    around,
    has_legend_above,
    has_names,
    legend_widths,
    level_width,
    names_of,
    slanted_width,
)
from svcchat_magic.charts.layout.narrow_names import LEAST_ROOM, NarrowNames
from svcchat_magic.charts.layout.parts import Spec
from svcchat_magic.charts.layout.sizes import FITTED, PAGE, is_divided, is_single

_EDGE = 8  # a cell's margin left of a chart, by which its container starts too early on a narrow page
_TOLERANCE = 20  # smaller changes are ignored, as a scrollbar may appear and disappear
_PLACE = "containerSize()[0]"
_HIDDEN = 50  # a container in a hidden tab has no width
_LOOK_AGAIN = 1_000  # milliseconds; opening a side bar sends no event
LEAST_BESIDE, BESIDE_GAP = 340, 24  # of charts beside each other: with less room they are below each other
_LEAST_PLOT = 100  # of a chart between its axis and its legend


def can_narrow(chart: Spec) -> bool:
    """Whether its width can follow the container: a single chart, or several below or beside each other."""
    parts = _parts(chart)
    are_single = all(is_single(part) and not is_divided(part) for part in parts)
    widths = {part.get("width", 0) for part in parts}
    return are_single and len(widths) == 1 and min(widths) > LEAST_ROOM


def narrowing(chart: Spec) -> Spec:
    """The chart with labels laid out again when it is narrow; `room` is the available width."""
    most, names = _most(chart), NarrowNames(_taken(chart))
    parts = [
        _laid_out(part, _rows(chart, part), _Place(names, is_certain=_is_certain(chart, part)))
        for part in _parts(chart)
    ]
    word = _word(chart)
    title = {**chart["config"]["title"], "limit": {"expr": f"room < {most:g} ? room : 0"}}
    return {
        **chart,
        **({word: parts} if word else parts[0]),
        "params": [{"name": "room", "value": most}, *chart.get("params", ()), *names.params()],
        "config": {**chart["config"], "title": title},
    }


def following(chart: Spec) -> list[dict[str, Any]]:
    """The patch of the compiled chart that makes `room` and its width follow its container.

    A container as wide as its chart gets its width from the chart, under a style that another chart added.
    """
    most = _most(chart)
    if _word(chart) == "concat":
        return _following_beside(len(chart["concat"]), most, _taken(chart))

    return [
        {"op": "replace", "path": f"/signals/{_heights(chart)}", "value": _place_signal("room", most)},
        *_fitted_to("room"),
    ]


def _following_beside(count: int, most: float, taken: float) -> list[dict[str, Any]]:
    """The same of charts beside each other: as many of them as there is room for, each with its share.

    Vega-Lite creates one signal for the width of every part, then one for their heights.
    """
    columns = {
        "name": "across",
        "update": f"clamp(floor((whole + {BESIDE_GAP}) / {LEAST_BESIDE + BESIDE_GAP}), 1, {count})",
    }
    share = f"(whole - {BESIDE_GAP} * (across - 1)) / across"
    room = {"name": "room", "update": f"clamp({share}, {LEAST_ROOM}, {most:g})"}
    width = {"name": "childWidth", "update": f"max(room - {taken:g}, {_LEAST_PLOT})"}
    whole = _place_signal("whole", count * most + BESIDE_GAP * (count - 1))
    return [
        {"op": "replace", "path": "/signals/0", "value": width},
        {"op": "replace", "path": "/signals/2", "value": room},
        *({"op": "add", "path": "/signals/-", "value": each} for each in (whole, columns)),
        {"op": "replace", "path": "/layout/columns", "value": {"signal": "across"}},
        *_fitted_to("whole"),
    ]


def _place_signal(name: str, most: float) -> Spec:
    """A signal: the width of the container, with little changes left out."""
    there = f"clamp({_PLACE} - {_EDGE}, {LEAST_ROOM}, {most:g})"
    is_told = f"{_PLACE} > {_HIDDEN} && {_PLACE} != {name}"
    is_little = f"{there} > {name} && {there} < min({name} + {_TOLERANCE}, {most:g})"
    events = [{"source": "window", "type": "resize"}, {"type": "timer", "throttle": _LOOK_AGAIN}]
    return {
        "name": name,
        "init": f"{_PLACE} > {_HIDDEN} ? {there} : {most:g}",
        "on": [{"events": events, "update": f"{is_told} && !({is_little}) ? {there} : {name}"}],
    }


def _fitted_to(signal: str) -> list[dict[str, Any]]:
    """The patch that makes the whole chart as wide as a signal says."""
    follows = [{"events": {"signal": signal}, "update": signal}]
    width = {"name": "width", "value": 0, "init": signal, "on": follows}  # Vega misses changes of it
    return [
        {"op": "add", "path": "/signals/-", "value": width},
        *({"op": "add", "path": f"/{name}", "value": value} for name, value in FITTED.items()),
    ]


def _parts(chart: Spec) -> list[Spec]:
    """The charts below or beside each other, or the single one."""
    word = _word(chart)
    return chart[word] if word else [chart]


def _word(chart: Spec) -> str:
    """How its parts are arranged; of those beside each other only ours, each with its own rows, are known."""
    if "concat" in chart and all("data" in part for part in chart["concat"]):
        return "concat"

    return "vconcat" if "vconcat" in chart else ""


def _rows(chart: Spec, part: Spec) -> Rows:
    """The rows that a part draws: its own, or those of the whole chart."""
    if part is not chart and "data" in part:
        return rows_left(part, part["data"]["values"])

    return rows_left(part, rows_left(chart, chart["data"]["values"]))


def _heights(chart: Spec) -> int:
    """The number of signals that Vega-Lite creates for the parts' heights before the given ones."""
    heights = {part["height"] for part in chart.get("vconcat", ())}
    return len(heights) if len(heights) < 2 else len(_parts(chart))


def _most(chart: Spec) -> float:
    """The width of the whole chart where there is room for it."""
    width: float = _parts(chart)[0]["width"]
    return width if "autosize" in chart else max(width, min(width + _taken(chart), PAGE))


def _taken(chart: Spec) -> float:
    """The part of the whole chart's width that axes and legends use."""
    return max(around(part, _rows(chart, part)) for part in _parts(chart))


class _Place(NamedTuple):
    names: NarrowNames
    is_certain: bool  # what the names are


def _is_certain(*views: Spec) -> bool:
    return not any(makes_rows(view) or "resolve" in view for view in views)


def _laid_out(view: Spec, rows: Rows, place: _Place) -> Spec:
    done = dict(view)
    if "encoding" in view:
        laid_out = {name: _channel(name, each, rows, place) for name, each in view["encoding"].items()}
        done["encoding"] = laid_out

    if "layer" in view:
        place = place._replace(
            is_certain=place.is_certain and not any("transform" in each for each in view["layer"])
        )
        done["layer"] = [_laid_out(inner, rows_left(inner, rows), place) for inner in view["layer"]]

    return done


def _channel(name: str, channel: Any, rows: Rows, place: _Place) -> Any:
    if not has_names(channel):
        return channel

    if has_legend_above(channel):
        return {**channel, "legend": {**channel["legend"], **_columns(channel, rows, place.names.taken)}}

    axis = channel.get("axis", {})
    if name not in ("x", "y") or axis is None or axis.get("labels") is False:
        return channel

    more = _foot(axis, channel, rows, place) if name == "x" else place.names.beside(axis, channel, rows)
    return {**channel, "axis": {**axis, **more}} if more else channel


def _foot(axis: Spec, channel: Spec, rows: Rows, place: _Place) -> Spec:
    taken, is_listed = place.names.taken, place.is_certain and "values" not in axis
    level, slanted = level_width(channel, rows) + taken, slanted_width(channel, rows) + taken
    if axis.get("labelAngle"):
        is_whole = axis.get("labelOverlap") is False and slanted > LEAST_ROOM
        overlaps = {} if is_listed or not is_whole else {"labelOverlap": {"expr": f"room < {slanted:g}"}}
        return {**place.names.at_foot(axis, channel, rows, is_listed=is_listed), **overlaps}

    if level <= LEAST_ROOM:
        return {}

    looks = {
        name: {"expr": f"room < {level:g} ? {SLANTED[name]!r} : {usual}"} for name, usual in _LEVEL.items()
    }
    few = "" if is_listed else f"room < {slanted:g} || "
    names = place.names.at_foot(axis, channel, rows, level=level, is_listed=is_listed)
    return {**looks, **names, "labelOverlap": {"expr": f"{few}room >= {level:g}"}}


def _columns(channel: Spec, rows: Rows, taken: float) -> Spec:
    line, entry = legend_widths(channel, rows)
    if line + taken <= LEAST_ROOM:
        return {}

    most = channel["legend"].get("columns") or len(names_of(channel, rows))
    fitting = f"clamp(floor((room - {taken:g}) / {entry:g}), 1, {most})"
    return {"columns": {"expr": f"room < {line + taken:g} ? {fitting} : {most}"}}


_LEVEL = {"labelAngle": "0", "labelAlign": "'center'", "labelBaseline": "'top'"}
