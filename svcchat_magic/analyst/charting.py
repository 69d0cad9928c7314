"""Draws a result: a Vega-Lite v5 specification without data, chosen from the result's shape.

Everything that styles a mark stands at the mark or its axis: a `config` would not survive the client.
"""

import json
from decimal import Decimal

from svcchat_magic.analyst.reading import lowered
from svcchat_magic.analyst.results import Result
from svcchat_magic.semantic.model import Field

ACCENT = "#5b6ee1"
PALETTE = (ACCENT, "#2f9e6e", "#e08a3c", "#c2569b", "#3aa6b9", "#9a7b4f", "#7c6fd8", "#b5534c")
_BEFORE, _NOW = "#aab2d5", ACCENT
_GREY, _FAINT, _SOFT = "#888", "rgba(128,128,128,.22)", "rgba(128,128,128,.4)"
_WIDTH, _HEIGHT = 560, 220
_MOST_BARS, _MOST_SERIES = 25, 6
_TICKS = {"year": "%Y", "quarter": "Q%q %Y", "month": "%b %Y", "week": "%d %b %Y", "day": "%d %b"}

Spec = dict[str, object]


def chart_of(result: Result) -> str:
    """The specification as JSON, or empty when one number or nothing is to be drawn."""
    if result.is_empty or len(result.rows.rows) < 2 or any("." in each.name for each in result.rows.columns):
        return ""

    spec = _drawn(result)
    return json.dumps(spec, separators=(",", ":"), ensure_ascii=False) if spec else ""


def _drawn(result: Result) -> Spec | None:
    query = result.query
    if query.shape == "growth":
        return _growth(result) if query.grain and len(query.dimensions) == 1 else _bars(result)

    if query.grain and len(query.dimensions) <= 1 and not query.ranked:
        return _trend(result)

    if len(query.dimensions) == 2 and not query.grain:
        return _grouped_bars(result)

    return _bars(result) if len(query.dimensions) + bool(query.grain) == 1 else None


def _trend(result: Result) -> Spec:
    query, measure = result.query, result.query.measures[0]
    mark = {"type": "line", "strokeWidth": 2, "point": {"size": 26, "filled": True}}
    encoding: Spec = {"x": _time_axis(result), "y": _number_axis(result, measure, "y")}
    tooltip = [_time_tip(result), _tip(measure)]
    spec = _framed(result, {"mark": mark, "encoding": encoding})
    if not query.dimensions:
        spec["mark"] = mark | {"color": ACCENT, "point": {"size": 26, "filled": True, "color": ACCENT}}
        return _with_tooltip(spec, tooltip)

    series = query.dimensions[0]
    leading = _leading(result, series)
    if len(leading) < len(result.distinct(series)):
        spec["transform"] = [{"filter": {"field": series.name, "oneOf": leading}}]

    encoding["color"] = _colour(series, leading)
    return _with_tooltip(spec, [*tooltip, _name_tip(series)])


def _bars(result: Result) -> Spec:
    """Sorted bars: upright for few short names, lying for many or long ones and for units of time."""
    query, measure = result.query, result.query.measures[0]
    band: Spec = {"scale": {"paddingInner": 0.3, "paddingOuter": 0.15}, "sort": None, "title": None}
    if not query.dimensions:
        axis = _axis(format=_TICKS[query.grain], grid=False, labelAngle=0, ticks=False)
        shown: Spec = {
            "field": query.time_column,
            "type": "ordinal",
            "timeUnit": "yearmonthdate",
            "axis": axis,
        }
        return _lying(result, shown | band, len(result.rows.rows), [_time_tip(result), _tip(measure)])

    dimension = query.dimensions[0]
    names = result.distinct(dimension)
    axis = _axis(grid=False, labelAngle=0, labelLimit=220, ticks=False)
    category: Spec = {"field": dimension.name, "type": "nominal", "axis": axis} | band
    tips = [_name_tip(dimension), _tip(measure)]
    if len(names) > 6 or max(map(len, names), default=0) > 12:
        spec = _lying(result, category, min(len(names), _MOST_BARS), tips)
        cut = {"filter": {"field": dimension.name, "oneOf": list(names[:_MOST_BARS])}}
        return spec | {"transform": [cut]} if len(names) > _MOST_BARS else spec

    encoding = {"x": category, "y": _number_axis(result, measure, "y")}
    spec = _framed(result, {"mark": _BAR, "encoding": encoding})
    return _with_tooltip(spec | {"width": min(_WIDTH, max(240, len(names) * 110))}, tips)


def _lying(result: Result, category: Spec, bars: int, tips: list[Spec]) -> Spec:
    encoding = {"y": category, "x": _number_axis(result, result.query.measures[0], "x")}
    spec = _framed(result, {"mark": _BAR, "encoding": encoding}) | {"height": max(90, bars * 24)}
    return _with_tooltip(spec, tips)


def _grouped_bars(result: Result) -> Spec:
    first, second = result.query.dimensions
    outer, inner = (
        (first, second) if len(result.distinct(second)) <= len(result.distinct(first)) else (second, first)
    )
    leading = _leading(result, inner)
    offset: Spec = {"field": inner.name, "type": "nominal", "sort": leading}
    return _beside(result, outer, _colour(inner, leading), offset, _name_tip(inner))


def _growth(result: Result) -> Spec:
    """Two bars for each value: the period before in a paler tone, then the period asked for."""
    query = result.query
    moment: Spec = {"field": query.time_column, "type": "ordinal", "timeUnit": "yearmonthdate"}
    colour = moment | {
        "scale": {"range": [_BEFORE, _NOW]},
        "legend": _legend() | {"format": _TICKS[query.grain]},
    }
    return _beside(result, query.dimensions[0], colour | {"title": None}, moment, _time_tip(result))


def _beside(result: Result, outer: Field, colour: Spec, offset: Spec, tip: Spec) -> Spec:
    measure = result.query.measures[0]
    axis = _axis(grid=False, labelAngle=0, labelLimit=120, ticks=False)
    category = {
        "field": outer.name,
        "type": "nominal",
        "title": None,
        "axis": axis,
        "sort": "-y",
        "scale": {"paddingInner": 0.3},
    }
    number = _number_axis(result, measure, "y")
    encoding: Spec = {"x": category, "xOffset": offset, "y": number, "color": colour}
    spec = _framed(result, {"mark": {"type": "bar", "cornerRadiusEnd": 2}, "encoding": encoding})
    names = result.distinct(outer)
    if len(names) > 12:
        spec["transform"] = [{"filter": {"field": outer.name, "oneOf": _leading(result, outer, 12)}}]

    return _with_tooltip(spec, [_name_tip(outer), tip, _tip(measure)])


_BAR: Spec = {"type": "bar", "color": ACCENT, "cornerRadiusEnd": 2}


def _framed(result: Result, body: Spec) -> Spec:
    look: Spec = {"anchor": "start", "fontSize": 13, "fontWeight": 600, "color": _GREY, "offset": 10}
    title = {"text": result.query.title, **look}
    schema = "https://vega.github.io/schema/vega-lite/v5.json"
    return {"$schema": schema, "title": title, "width": _WIDTH, "height": _HEIGHT, **body}


def _with_tooltip(spec: Spec, tips: list[Spec]) -> Spec:
    encoding = spec["encoding"]
    return spec | {"encoding": {**encoding, "tooltip": tips}} if isinstance(encoding, dict) else spec


def _time_axis(result: Result) -> Spec:
    query = result.query
    moments = sorted({day for row in range(len(result.rows.rows)) if (day := result.moment(row))})
    one_year = len({day.year for day in moments}) == 1
    form = "%b" if query.grain == "month" and one_year else _TICKS[query.grain]
    form = "%d %b" if query.grain == "week" and one_year else form
    step = -(-len(moments) // 12)
    ticks: object = (
        {"interval": query.grain, "step": step} if query.grain in ("month", "year") else min(len(moments), 8)
    )
    axis = _axis(format=form, grid=False, tickCount=ticks, labelAngle=0, labelOverlap=True)
    return {"field": query.time_column, "type": "temporal", "title": None, "axis": axis}


def _number_axis(result: Result, measure: Field, channel: str) -> Spec:
    form = ".0%" if measure.format == "percent" else "~s"
    axis = _axis(format=form, tickCount=5, domain=False, ticks=False)
    encoding: Spec = {"field": measure.name, "type": "quantitative", "title": None, "axis": axis}
    if channel == "y" and result.query.shape == "trend":
        encoding["scale"] = {"zero": _needs_zero(result, measure), "nice": True}

    return encoding


def _needs_zero(result: Result, measure: Field) -> bool:
    """A line that stays far above zero is drawn without it, so that its course can be seen."""
    numbers = [number for _, number in result.numbers(measure)]
    return not numbers or min(numbers) < max(numbers) * Decimal("0.4")


def _axis(**more: object) -> Spec:
    quiet: Spec = {"labelColor": _GREY, "labelFontSize": 11, "gridColor": _FAINT, "tickColor": _SOFT}
    return quiet | {"domainColor": _SOFT} | more


def _colour(member: Field, values: list[str]) -> Spec:
    scale = {"domain": values, "range": [PALETTE[at % len(PALETTE)] for at in range(len(values))]}
    return {"field": member.name, "type": "nominal", "title": None, "scale": scale, "legend": _legend()}


def _legend() -> Spec:
    return {"orient": "top", "title": None, "labelColor": _GREY, "labelFontSize": 11, "symbolSize": 60}


def _leading(result: Result, dimension: Field, most: int = _MOST_SERIES) -> list[str]:
    """The values with the most of the first measure, in that order."""
    sizes: dict[str, Decimal] = {}
    for row, number in result.numbers(result.query.measures[0]):
        if result.cell(row, dimension.name) is not None:
            name = result.value(row, dimension)
            sizes[name] = sizes.get(name, Decimal(0)) + abs(number)

    return sorted(sizes, key=lambda name: (-sizes[name], name))[:most]


def _tip(measure: Field) -> Spec:
    forms = {"percent": ".1%", "currency": ",.2f"}
    form = forms.get(measure.format, ",~f" if measure.agg_type in ("count", "count_distinct") else ",.2~f")
    return {"field": measure.name, "type": "quantitative", "title": measure.title, "format": form}


def _name_tip(dimension: Field) -> Spec:
    return {"field": dimension.name, "type": "nominal", "title": dimension.title}


def _time_tip(result: Result) -> Spec:
    query = result.query
    title = query.grain if query.reading.time is None else lowered(query.reading.time).capitalize()
    return {"field": query.time_column, "type": "temporal", "title": title, "format": _TICKS[query.grain]}
