"""Draws a result: a Vega-Lite v5 specification without data, chosen from the result's shape."""

import json
from decimal import Decimal

from svcchat_magic.analyst.chart_axes import (
    ACCENT,
    LETTER,
    TICKS,
    Spec,
    axis,
    colour,
    legend,
    moments,
    name_tip,
    number_axis,
    number_tip,
    time_axis,
    time_tip,
)
from svcchat_magic.analyst.chart_titles import chart_title, part_title, values_drawn
from svcchat_magic.analyst.results import Result
from svcchat_magic.semantic.model.model import Field

_BEFORE, _NOW = "#aab2d5", ACCENT
_WIDTH, _HEIGHT = 538, 220
_PART_WIDTH, _PART_HEIGHT = 460, 130  # charts below each other do not count their axes into their width
_MOST_BARS, _MOST_SERIES, _MOST_GROUPS, _MOST_PARTS = 25, 6, 12, 3
_MOST_POINTS = 60


def chart_of(result: Result) -> str:
    """The specification as JSON, or empty when one number or nothing is to be drawn."""
    if result.is_empty or len(result.rows.rows) < 2 or any("." in each.name for each in result.rows.columns):
        return ""

    spec = _drawn(result)
    return json.dumps(spec, separators=(",", ":"), ensure_ascii=False) if spec else ""


def _drawn(result: Result) -> Spec | None:
    query, measures = result.query, result.query.measures[:_MOST_PARTS]
    if query.shape == "growth" and query.grain:
        return _growth(result) if len(query.dimensions) == 1 else None

    if query.grain and len(query.dimensions) <= 1 and not query.ranked:
        if len(moments(result)) < 2:
            return None

        return _below_each_other(result, [_trend(result, each) for each in measures])

    if len(query.dimensions) == 2 and not query.grain:
        return _grouped_bars(result)

    if len(query.dimensions) + bool(query.grain) != 1:
        return None

    return _below_each_other(result, [_bars(result, each) for each in measures])


def _below_each_other(result: Result, charts: list[Spec]) -> Spec:
    """A single chart as it is; a chart for each measure with its own scale otherwise."""
    if len(charts) == 1:
        return charts[0]

    measures = result.query.measures[: len(charts)]
    title = charts[0]["title"]
    parts = [
        {name: value for name, value in chart.items() if name != "$schema"}
        | {"title": part_title(measure), "width": _PART_WIDTH}
        | ({"height": _PART_HEIGHT} if chart["height"] == _HEIGHT else {})
        for chart, measure in zip(charts, measures, strict=True)
    ]
    whole = {"text": chart_title(result, measures)["text"]}
    return {
        "$schema": charts[0]["$schema"],
        "title": title | whole if isinstance(title, dict) else whole,
        "vconcat": parts,
        "spacing": 22,
    }


def _trend(result: Result, measure: Field) -> Spec:
    query = result.query
    mark: Spec = {"type": "line", "strokeWidth": 2, "strokeJoin": "round"}
    point: Spec = {"point": {"size": 26, "filled": True}} if len(moments(result)) <= _MOST_POINTS else {}
    encoding: Spec = {"x": time_axis(result), "y": number_axis(result, measure, "y")}
    tips = [time_tip(result), number_tip(measure)]
    if not query.dimensions:
        return _framed(result, measure, mark | point | {"color": ACCENT}, encoding, tips)

    series = query.dimensions[0]
    leading = _leading(result, series)
    encoding["color"] = colour(series, leading)
    part = values_drawn(result, series, len(leading))
    spec = _framed(result, measure, mark | point, encoding, [*tips, name_tip(series)], part)
    return _filtered(spec, _only(series, leading, len(result.distinct(series))))


def _bars(result: Result, measure: Field) -> Spec:
    """Sorted bars: upright for few short names, lying for many or long ones and for units of time."""
    query = result.query
    band: Spec = {"scale": {"paddingInner": 0.3, "paddingOuter": 0.15}, "sort": None, "title": None}
    if not query.dimensions:
        quiet = axis(format=TICKS[query.grain], grid=False, labelAngle=0, ticks=False)
        shown: Spec = {"field": query.time_column, "type": "ordinal", "timeUnit": "yearmonthdate"}
        tips = [time_tip(result), number_tip(measure)]
        return _lying(result, measure, shown | {"axis": quiet} | band, len(result.rows.rows), tips)

    dimension = query.dimensions[0]
    names = result.distinct(dimension)
    quiet = axis(grid=False, labelAngle=0, labelLimit=180, ticks=False)
    category: Spec = {"field": dimension.name, "type": "nominal", "axis": quiet} | band
    tips = [name_tip(dimension), number_tip(measure)]
    if len(names) > 6 or max(map(len, names), default=0) > 12:
        drawn = list(names[:_MOST_BARS])
        part = values_drawn(result, dimension, len(drawn))
        spec = _lying(result, measure, category, len(drawn), tips, part)
        return _filtered(spec, _only(dimension, drawn, len(names)))

    encoding: Spec = {"x": category, "y": number_axis(result, measure, "y")}
    spec = _framed(result, measure, _BAR, encoding, tips)
    return spec | {"width": min(_WIDTH, max(300, len(names) * 120))}


def _lying(
    result: Result, measure: Field, category: Spec, bars: int, tips: list[Spec], part: str = ""
) -> Spec:
    encoding: Spec = {"y": category, "x": number_axis(result, measure, "x")}
    return _framed(result, measure, _BAR, encoding, tips, part) | {"height": max(90, bars * 24)}


def _grouped_bars(result: Result) -> Spec:
    first, second = result.query.dimensions
    outer, inner = (
        (first, second) if len(result.distinct(second)) <= len(result.distinct(first)) else (second, first)
    )
    leading = _leading(result, inner)
    offset: Spec = {"field": inner.name, "type": "nominal", "sort": leading}
    part = values_drawn(result, inner, len(leading))
    filters = _only(inner, leading, len(result.distinct(inner)))
    return _beside(result, outer, (colour(inner, leading), offset, name_tip(inner)), part, filters)


def _growth(result: Result) -> Spec:
    """Two bars for each value: the period before in a paler tone, then the period asked for."""
    query = result.query
    moment: Spec = {"field": query.time_column, "type": "ordinal", "timeUnit": "yearmonthdate"}
    tones = moment | {
        "scale": {"range": [_BEFORE, _NOW]},
        "legend": legend() | {"format": TICKS[query.grain]},
    }
    return _beside(result, query.dimensions[0], (tones | {"title": None}, moment, time_tip(result)))


def _beside(
    result: Result,
    outer: Field,
    inner: tuple[Spec, Spec, Spec],
    inner_part: str = "",
    filters: tuple[Spec, ...] = (),
) -> Spec:
    """Bars side by side for each value of `outer`; `inner` is their colour, their place and their tooltip."""
    measure = result.query.measures[0]
    tones, offset, tip = inner
    leading = _leading(result, outer, _MOST_GROUPS)
    is_narrow = max(map(len, leading), default=0) * LETTER > _PART_WIDTH / max(len(leading), 1)
    angle: Spec = {"labelAngle": -35, "labelAlign": "right"} if is_narrow else {"labelAngle": 0}
    quiet = axis(grid=False, labelLimit=120, ticks=False, **angle)
    category: Spec = {"field": outer.name, "type": "nominal", "title": None, "axis": quiet, "sort": "-y"}
    category |= {"scale": {"paddingInner": 0.3}}
    number = number_axis(result, measure, "y")
    encoding: Spec = {"x": category, "xOffset": offset, "y": number, "color": tones}
    tips = [name_tip(outer), tip, number_tip(measure)]
    part = " · ".join(filter(None, (values_drawn(result, outer, len(leading)), inner_part)))
    spec = _framed(result, measure, {"type": "bar", "cornerRadiusEnd": 2}, encoding, tips, part)
    return _filtered(spec, (*_only(outer, leading, len(result.distinct(outer))), *filters))


_BAR: Spec = {"type": "bar", "color": ACCENT, "cornerRadiusEnd": 2}


def _framed(
    result: Result, measure: Field, mark: Spec, encoding: Spec, tips: list[Spec], part: str = ""
) -> Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": chart_title(result, (measure,), part),
        "width": _WIDTH,
        "height": _HEIGHT,
        "mark": mark,
        "encoding": encoding | {"tooltip": tips},
    }


def _only(dimension: Field, drawn: list[str], there: int) -> tuple[Spec, ...]:
    """A filter that leaves the other values out, where there are others."""
    return ({"filter": {"field": dimension.name, "oneOf": drawn}},) if len(drawn) < there else ()


def _filtered(spec: Spec, filters: tuple[Spec, ...]) -> Spec:
    return spec | {"transform": list(filters)} if filters else spec


def _leading(result: Result, dimension: Field, most: int = _MOST_SERIES) -> list[str]:
    """The values with the most of the first measure, in that order."""
    sizes: dict[str, Decimal] = {}
    for row, number in result.numbers(result.query.measures[0]):
        if result.cell(row, dimension.name) is not None:
            name = result.value(row, dimension)
            sizes[name] = sizes.get(name, Decimal(0)) + abs(number)

    return sorted(sizes, key=lambda name: (-sizes[name], name))[:most]
