"""Charts along time: lines, areas, and bars for each unit."""

from svcchat_magic.analyst.telling.chart_axes import (
    ACCENT,
    TICKS,
    Spec,
    axis,
    colour,
    moments,
    name_tip,
    number_axis,
    number_tip,
    tick_format,
    time_axis,
    time_tip,
)
from svcchat_magic.analyst.telling.chart_frames import filtered, framed, leading, narrowed, only
from svcchat_magic.analyst.telling.chart_titles import values_drawn
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

_MOST_SERIES = 6
_MOST_POINTS = 60
_MOST_NAMED = 12  # units whose names fit below upright bars
_BAR: Spec = {"type": "bar", "color": ACCENT, "cornerRadiusEnd": 2}


def trend(result: Result, measure: Field) -> Spec:
    """A line, or one for each of the leading values of a dimension."""
    query = result.query
    mark: Spec = {"type": "line", "strokeWidth": 2, "strokeJoin": "round"}
    point: Spec = {"point": {"size": 26, "filled": True}} if len(moments(result)) <= _MOST_POINTS else {}
    encoding: Spec = {"x": time_axis(result), "y": number_axis(result, measure, "y", is_line=True)}
    tips = [time_tip(result), number_tip(measure)]
    if not query.dimensions:
        return framed(result, measure, mark | point | {"color": ACCENT}, encoding, tips)

    series = query.dimensions[0]
    first = leading(result, series, _MOST_SERIES)[:_MOST_SERIES]
    encoding["color"] = colour(series, first, result.raw(series, first))
    part = values_drawn(result, series, len(first))
    spec = framed(result, measure, mark | point, encoding, [*tips, name_tip(series)], part)
    return filtered(spec, only(result, series, first))


def area(result: Result, measure: Field) -> Spec:
    """What adds up, as an area from zero."""
    mark: Spec = {
        "type": "area",
        "color": ACCENT,
        "fillOpacity": 0.25,
        "line": {"color": ACCENT, "strokeWidth": 2},
    }
    encoding: Spec = {"x": time_axis(result), "y": number_axis(result, measure, "y")}
    return framed(result, measure, mark, encoding, [time_tip(result), number_tip(measure)])


def time_bars(result: Result, measure: Field, *, lying: bool = False) -> Spec:
    """A bar for each unit of time: upright along time, or lying in the order of a ranking."""
    query = result.query
    count = len(result.rows.rows)
    written = TICKS[query.grain] if lying else tick_format(query.grain, moments(result))
    quiet = axis(format=written, grid=False, labelAngle=0, ticks=False, labelOverlap=count > _MOST_NAMED)
    shown: Spec = {
        "field": query.time_column,
        "type": "ordinal",
        "timeUnit": "yearmonthdate",
        "axis": quiet,
        "title": None,
    }
    shown["scale"] = {"paddingInner": 0.3, "paddingOuter": 0.15}
    tips = [time_tip(result), number_tip(measure)]
    if lying:
        spec = framed(
            result, measure, _BAR, {"y": shown | {"sort": None}, "x": number_axis(result, measure, "x")}, tips
        )
        return spec | {"height": max(90, count * 24)}

    spec = framed(result, measure, _BAR, {"x": shown, "y": number_axis(result, measure, "y")}, tips)
    return narrowed(spec, count * 60)
