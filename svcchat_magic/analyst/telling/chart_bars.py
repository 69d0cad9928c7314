"""Charts of groups beside each other: bars, stacked bars, heat maps, pies."""

from svcchat_magic.analyst.telling.chart_axes import (
    ACCENT,
    LETTER,
    TICKS,
    Spec,
    axis,
    calendar_title,
    colour,
    legend,
    moments,
    name_tip,
    number_axis,
    number_tip,
    tick_format,
    time_tip,
)
from svcchat_magic.analyst.telling.chart_frames import PART_WIDTH, filtered, framed, leading, narrowed, only
from svcchat_magic.analyst.telling.chart_titles import values_drawn
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

_MOST_BARS, _CUT_BARS = 30, 25  # more than 30 become the first 25
_MOST_GROUPS, _MOST_INNER, _MOST_STACKED, _MOST_ROWS = 12, 6, 8, 30
_MOST_UPRIGHT, _LONG = 6, 12  # bars, and letters of a name, that fit below upright bars
_BEFORE, _NOW = "#aab2d5", ACCENT
_BAR: Spec = {"type": "bar", "color": ACCENT, "cornerRadiusEnd": 2}
_BAND: Spec = {"scale": {"paddingInner": 0.3, "paddingOuter": 0.15}, "sort": None, "title": None}


def bars(result: Result, measure: Field) -> Spec:
    """Sorted bars: upright for few short names and along the calendar, lying for many or long ones."""
    dimension = result.query.dimensions[0]
    names = result.distinct(dimension)
    tips = [name_tip(dimension), number_tip(measure)]
    if title := calendar_title(result, dimension):
        quiet = axis(grid=False, labelAngle=0, ticks=False)
        shown: Spec = {"field": dimension.name, "type": "ordinal", "axis": quiet} | _BAND | {"title": title}
        encoding: Spec = {"x": shown, "y": number_axis(result, measure, "y")}
        return framed(result, measure, _BAR, encoding, tips)

    category = _category(dimension)
    if len(names) > _MOST_UPRIGHT or max(map(len, names), default=0) > _LONG:
        drawn = list(names if len(names) <= _MOST_BARS else names[:_CUT_BARS])
        part = values_drawn(result, dimension, len(drawn))
        spec = framed(
            result, measure, _BAR, {"y": category, "x": number_axis(result, measure, "x")}, tips, part
        )
        return filtered(spec | {"height": max(90, len(drawn) * 24)}, only(result, dimension, drawn))

    spec = framed(result, measure, _BAR, {"x": category, "y": number_axis(result, measure, "y")}, tips)
    return narrowed(spec, len(names) * 120)


def row_bars(result: Result, dimension: Field, coloured: Field) -> Spec:
    """A lying bar for each row, in the colour of its group: the best products of each category."""
    measure = result.query.measures[0]
    drawn = list(dict.fromkeys(result.value(row, dimension) for row in range(len(result.rows.rows))))
    shown = drawn if len(drawn) <= _MOST_BARS else drawn[:_CUT_BARS]
    groups = list(result.distinct(coloured))
    encoding: Spec = {
        "y": _category(dimension),
        "x": number_axis(result, measure, "x"),
        "color": colour(coloured, groups, result.raw(coloured, groups)),
    }
    tips = [name_tip(dimension), name_tip(coloured), number_tip(measure)]
    part = values_drawn(result, dimension, len(shown))
    spec = framed(result, measure, {"type": "bar", "cornerRadiusEnd": 2}, encoding, tips, part)
    return filtered(spec | {"height": max(90, len(shown) * 24)}, only(result, dimension, shown))


def pie(result: Result, measure: Field) -> Spec:
    """Slices of a whole."""
    dimension = result.query.dimensions[0]
    names = list(result.distinct(dimension))
    size: Spec = {"field": measure.name, "type": "quantitative", "stack": True}
    largest: Spec = {"field": measure.name, "type": "quantitative", "sort": "descending"}
    encoding: Spec = {
        "theta": size,
        "order": largest,
        "color": colour(dimension, names, result.raw(dimension, names)),
    }
    tips = [name_tip(dimension), number_tip(measure)]
    spec = framed(result, measure, {"type": "arc", "innerRadius": 50}, encoding, tips)
    return narrowed(spec, 300) | {"height": 240}


def paired_bars(result: Result, outer: Field, inner: Field | None) -> Spec:
    """Bars side by side for each value of `outer`; without `inner` one for each unit of time."""
    measure = result.query.measures[0]
    tones, offset, tip, inner_part, filters = _inner(result, inner)
    drawn = leading(result, outer, _MOST_GROUPS)
    order: object = None if calendar_title(result, outer) else result.raw(outer, drawn)
    category = _category(outer) | {"sort": order, "scale": {"paddingInner": 0.3}}
    tips = [name_tip(outer), tip, number_tip(measure)]
    part = " · ".join(filter(None, (values_drawn(result, outer, len(drawn)), inner_part)))
    mark: Spec = {"type": "bar", "cornerRadiusEnd": 2}
    is_narrow = max(map(len, drawn), default=0) * LETTER > PART_WIDTH / max(len(drawn), 1)
    if is_narrow:  # names that do not fit below the bars stand beside them
        encoding: Spec = {
            "y": category,
            "yOffset": offset,
            "x": number_axis(result, measure, "x"),
            "color": tones,
        }
        count = len(drawn) * len(result.distinct(inner) if inner else moments(result))
        spec = framed(result, measure, mark, encoding, tips, part) | {"height": max(90, count * 14)}
    else:
        encoding = {"x": category, "xOffset": offset, "y": number_axis(result, measure, "y"), "color": tones}
        spec = framed(result, measure, mark, encoding, tips, part)

    return filtered(spec, (*only(result, outer, drawn), *filters))


def heat_map(result: Result, rows: Field, columns: Field | None) -> Spec:
    """A cell for each pair of values, or for each value and unit of time without `columns`."""
    measure = result.query.measures[0]
    across, filters, part_across = _across(result, columns)
    drawn = leading(result, rows, _MOST_ROWS)
    title = calendar_title(result, rows)
    down = _category(rows) | {
        "sort": None if title else result.raw(rows, drawn),
        "scale": {"padding": 0.04},
        "title": title,
    }
    across |= {"scale": {"padding": 0.04}}
    form = "~%" if measure.format == "percent" else ",~f"
    tones: Spec = {
        "field": measure.name,
        "type": "quantitative",
        "scale": {"scheme": "blues"},
        "legend": legend() | {"format": form, "gradientLength": 200},
        "title": None,
    }
    tip = name_tip(columns) if columns else time_tip(result)
    encoding: Spec = {"y": down, "x": across, "color": tones}
    part = " · ".join(filter(None, (values_drawn(result, rows, len(drawn)), part_across)))
    spec = framed(
        result,
        measure,
        {"type": "rect", "cornerRadius": 1},
        encoding,
        [name_tip(rows), tip, number_tip(measure)],
        part,
    )
    return filtered(spec | {"height": max(90, len(drawn) * 24)}, (*only(result, rows, drawn), *filters))


def stacked_shares(result: Result, member: Field) -> Spec:
    """Bars of 100 %: the shares of each unit of time, or of each value of the first dimension."""
    query = result.query
    inner = query.dimensions[-1]
    names = leading(result, inner, _MOST_STACKED)[:_MOST_STACKED]
    tones, tips = colour(inner, names, result.raw(inner, names)), [name_tip(inner), number_tip(member)]
    filters, part = only(result, inner, names), values_drawn(result, inner, len(names))
    size = number_axis(result, member, "y" if query.grain else "x") | {
        "stack": "zero",
        "scale": {"domain": [0, 1]},
    }
    if query.grain:
        many = len(moments(result)) > _MOST_ROWS
        encoding: Spec = {
            "x": time_band(result, overlap=len(moments(result)) > _MOST_GROUPS),
            "y": size,
            "color": tones,
        }
        mark: Spec = {"type": "bar", "binSpacing": 0} if many else {"type": "bar", "cornerRadius": 1}
        return filtered(framed(result, member, mark, encoding, [time_tip(result), *tips], part), filters)

    outer = query.dimensions[0]
    drawn = leading(result, outer, _CUT_BARS)
    encoding = {"y": _category(outer) | {"sort": result.raw(outer, drawn)}, "x": size, "color": tones}
    whole = " · ".join(filter(None, (values_drawn(result, outer, len(drawn)), part)))
    spec = framed(
        result, member, {"type": "bar", "cornerRadius": 1}, encoding, [name_tip(outer), *tips], whole
    )
    return filtered(spec | {"height": max(90, len(drawn) * 24)}, (*only(result, outer, drawn), *filters))


def _category(dimension: Field) -> Spec:
    """The channel of names, each of them readable."""
    quiet = axis(grid=False, labelAngle=0, labelLimit=180, ticks=False)
    named: Spec = (
        {"title": dimension.title} if dimension.type in ("boolean", "number") else {}
    )  # no names by themselves
    return {"field": dimension.name, "type": "nominal", "axis": quiet} | _BAND | named


def time_band(result: Result, *, overlap: bool = False) -> Spec:
    """The channel across bars of units of time, each with its name."""
    written = tick_format(result.query.grain, moments(result))
    quiet = axis(format=written, grid=False, labelAngle=0, ticks=False, labelOverlap=overlap)
    shown: Spec = {"field": result.query.time_column, "type": "ordinal", "timeUnit": "yearmonthdate"}
    return shown | {"axis": quiet, "title": None}


def _across(result: Result, columns: Field | None) -> tuple[Spec, tuple[Spec, ...], str]:
    """The channel across a heat map, its filter and what it leaves out."""
    if columns is None:
        return time_band(result), (), ""

    names = leading(result, columns, _MOST_GROUPS)
    title = calendar_title(result, columns)
    is_long = max(map(len, names), default=0) * LETTER > PART_WIDTH / max(len(names), 1)
    turned: Spec = {"labelAngle": -35, "labelAlign": "right"} if is_long and not title else {"labelAngle": 0}
    quiet = axis(grid=False, labelLimit=120, ticks=False, **turned)
    shown: Spec = {
        "field": columns.name,
        "type": "nominal",
        "title": title,
        "axis": quiet,
        "sort": None if title else names,
    }
    return shown, only(result, columns, names), values_drawn(result, columns, len(names))


def _inner(result: Result, inner: Field | None) -> tuple[Spec, Spec, Spec, str, tuple[Spec, ...]]:
    """Colour, place, tooltip, what is left out and the filter of the bars within a group."""
    if inner is None:
        moment: Spec = {"field": result.query.time_column, "type": "ordinal", "timeUnit": "yearmonthdate"}
        above = legend() | {"format": TICKS[result.query.grain]}
        tones = moment | {"scale": {"range": [_BEFORE, _NOW]}, "legend": above, "title": None}
        return tones, moment, time_tip(result), "", ()

    names = leading(result, inner, _MOST_INNER)
    offset: Spec = {"field": inner.name, "type": "nominal", "sort": result.raw(inner, names)}
    part = values_drawn(result, inner, len(names))
    return (
        colour(inner, names, result.raw(inner, names)),
        offset,
        name_tip(inner),
        part,
        only(result, inner, names),
    )
