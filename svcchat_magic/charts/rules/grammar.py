"""The properties that marks, axes, legends, scales and titles may have; others are dropped."""

from svcchat_magic.charts.rules.literals import (
    Properties,
    choice,
    colour,
    either,
    flag,
    many,
    null,
    number,
    number_format,
    part,
    scalar,
    text,
    time_unit,
    title,
)

MARKS = ("bar", "line", "area", "point", "circle", "square", "tick", "rect", "rule", "text", "arc", "trail")
COMPOSITE_MARKS = ("boxplot", "errorbar", "errorband")
TYPES = ("quantitative", "temporal", "ordinal", "nominal")
AGGREGATES = (
    *("count", "valid", "missing", "distinct", "sum", "mean", "average", "median", "min", "max"),
    *("q1", "q3", "ci0", "ci1", "stdev", "stdevp", "stderr", "variance", "variancep", "product"),
)
WINDOW_OPERATIONS = (
    *("row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile"),
    *("lag", "lead", "first_value", "last_value", "nth_value"),
)
SHAPES = (
    *("circle", "square", "cross", "diamond", "stroke"),
    *("triangle", "triangle-up", "triangle-down", "triangle-right", "triangle-left"),
)
SCHEMES = (
    *("accent", "category10", "category20", "dark2", "paired", "pastel1", "pastel2", "set1", "set2", "set3"),
    *(
        "tableau10",
        "tableau20",
        "blues",
        "tealblues",
        "teals",
        "greens",
        "browns",
        "oranges",
        "reds",
        "purples",
    ),
    *("warmgreys", "greys", "viridis", "magma", "inferno", "plasma", "cividis", "turbo", "bluegreen"),
    *(
        "bluepurple",
        "goldgreen",
        "goldorange",
        "goldred",
        "greenblue",
        "orangered",
        "purpleblue",
        "purplered",
    ),
    *("redpurple", "yellowgreenblue", "yellowgreen", "yelloworangered", "blueorange", "brownbluegreen"),
    *("purplegreen", "pinkyellowgreen", "purpleorange", "redblue", "redgrey", "redyellowblue"),
    *("redyellowgreen", "spectral", "rainbow", "sinebow"),
)

FRACTION = number(0, 1)
_SIZE = number(0, 1_000)
_FONT_SIZE = number(1, 60)
_WIDTH = number(0, 50)
_ANGLE = number(-360, 360)
_DASH = many(number(0, 100), 4)
_WEIGHT = either(choice("normal", "bold", "lighter", "bolder"), number(100, 900))
_STYLE = choice("normal", "italic")
_ALIGN = choice("left", "center", "right")
_BASELINE = choice("top", "middle", "bottom", "alphabetic", "line-top", "line-bottom")
_ANCHOR = either(choice("start", "middle", "end"), null)
_SIDE = choice("left", "right", "top", "bottom")
_FORMAT_TYPE = choice("number", "time")
# Finer intervals over a long time are more ticks than a page can draw.
_TICK_INTERVAL = choice("year", "month")

TITLE_TEXT = either(title, null, many(title, 4))

_FILLED: Properties = {
    "color": colour,
    "fill": either(colour, null),
    "stroke": either(colour, null),
    "opacity": FRACTION,
    "fillOpacity": FRACTION,
    "strokeOpacity": FRACTION,
    "strokeWidth": _WIDTH,
    "strokeDash": _DASH,
    "filled": flag,
}
_POINT: Properties = {**_FILLED, "size": number(0, 10_000), "shape": choice(*SHAPES)}
_PIECE = either(flag, part({**_POINT, "thickness": _WIDTH, "extent": number(0, 1_000)}))
_BAND = either(number(0, 1_600), part({"band": FRACTION}))

MARK: Properties = {
    **_POINT,
    **{f"cornerRadius{at}": _SIZE for at in ("", "End", "TopLeft", "TopRight", "BottomLeft", "BottomRight")},
    **{name: number(0, 2_000) for name in ("innerRadius", "outerRadius", "radius", "radiusOffset")},
    **{name: number(-10, 10) for name in ("theta", "theta2", "thetaOffset", "padAngle")},
    **{name: number(-1_000, 1_000) for name in ("xOffset", "yOffset", "x2Offset", "y2Offset", "dx", "dy")},
    **dict.fromkeys(("box", "median", "rule", "outliers", "borders", "band"), _PIECE),
    "interpolate": choice(
        *("linear", "linear-closed", "step", "step-before", "step-after"),
        *("basis", "cardinal", "monotone", "natural"),
    ),
    "tension": FRACTION,
    "strokeCap": choice("butt", "round", "square"),
    "strokeJoin": choice("miter", "round", "bevel"),
    "point": either(flag, choice("transparent"), part(_POINT)),
    "line": either(flag, part(_FILLED)),
    "tooltip": either(flag, null, part({"content": choice("encoding", "data")})),
    "ticks": _PIECE,
    "orient": choice("horizontal", "vertical"),
    "width": _BAND,
    "height": _BAND,
    "binSpacing": _SIZE,
    "bandSize": _SIZE,
    "thickness": _WIDTH,
    "extent": either(choice("min-max", "iqr", "stdev", "stderr", "ci"), number(0, 100)),
    "invalid": either(choice("filter", "break-paths-filter-domains", "break-paths-show-domains"), null),
    "clip": flag,
    "text": text,
    "align": _ALIGN,
    "baseline": _BASELINE,
    "angle": _ANGLE,
    "fontSize": _FONT_SIZE,
    "fontWeight": _WEIGHT,
    "fontStyle": _STYLE,
    "limit": number(0, 2_000),
    "lineHeight": number(0, 200),
}  # fmt: skip

_LABELS: Properties = {
    "format": number_format,
    "formatType": _FORMAT_TYPE,
    "labelAngle": _ANGLE,
    "labelAlign": _ALIGN,
    "labelBaseline": _BASELINE,
    "labelColor": colour,
    "labelFontSize": _FONT_SIZE,
    "labelFontStyle": _STYLE,
    "labelFontWeight": _WEIGHT,
    "labelLimit": number(0, 2_000),
    "labelOpacity": FRACTION,
    "labelPadding": number(-200, 200),
    "title": TITLE_TEXT,
    "titleAlign": _ALIGN,
    "titleAnchor": _ANCHOR,
    "titleAngle": _ANGLE,
    "titleBaseline": _BASELINE,
    "titleColor": colour,
    "titleFontSize": _FONT_SIZE,
    "titleFontStyle": _STYLE,
    "titleFontWeight": _WEIGHT,
    "titleLimit": number(0, 2_000),
    "titleOpacity": FRACTION,
    "titlePadding": number(-200, 200),
}
_TICK_COUNT = either(
    number(0, 100), _TICK_INTERVAL, part({"interval": _TICK_INTERVAL, "step": number(1, 1_000)})
)

AXIS: Properties = {
    **_LABELS,
    **{f"{line}Color": colour for line in ("grid", "domain", "tick")},
    **{f"{line}Dash": _DASH for line in ("grid", "domain", "tick")},
    **{f"{line}Opacity": FRACTION for line in ("grid", "domain", "tick")},
    **{f"{line}Width": _WIDTH for line in ("grid", "domain", "tick")},
    **dict.fromkeys(("domain", "grid", "labels", "ticks", "tickExtra", "tickRound"), flag),
    **{name: number(-2_000, 2_000) for name in ("offset", "position", "titleX", "titleY", "tickOffset")},
    "bandPosition": FRACTION,
    "labelBound": either(flag, _SIZE),
    "labelFlush": either(flag, _SIZE),
    "labelOffset": number(-200, 200),
    "labelOverlap": either(flag, choice("parity", "greedy")),
    "labelSeparation": number(0, 200),
    "maxExtent": _SIZE,
    "minExtent": _SIZE,
    "orient": _SIDE,
    "tickBand": choice("center", "extent"),
    "tickCount": _TICK_COUNT,
    "tickMinStep": number(0, 1e300),
    "tickSize": number(-100, 100),
    "values": many(scalar, 200),
    "zindex": number(0, 10),
}

LEGEND: Properties = {
    **_LABELS,
    **{name: number(-2_000, 2_000) for name in ("offset", "legendX", "legendY")},
    **{name: number(0, 200) for name in ("padding", "rowPadding", "columnPadding")},
    "columns": number(0, 40),
    "cornerRadius": _SIZE,
    "direction": choice("horizontal", "vertical"),
    "gradientLength": _SIZE,
    "gradientThickness": _SIZE,
    "labelOffset": number(-200, 200),
    "labelOverlap": either(flag, choice("parity", "greedy")),
    "orient": choice(
        "none", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right"
    ),
    "symbolLimit": number(0, 200),
    "symbolOpacity": FRACTION,
    "symbolSize": number(0, 10_000),
    "symbolStrokeWidth": _WIDTH,
    "symbolType": choice(*SHAPES),
    "tickCount": _TICK_COUNT,
    "titleOrient": _SIDE,
    "type": choice("symbol", "gradient"),
    "values": many(scalar, 200),
}  # fmt: skip

HEADER: Properties = {
    **_LABELS,
    "labelAnchor": _ANCHOR,
    "labelOrient": _SIDE,
    "labels": flag,
    "orient": _SIDE,
    "titleOrient": _SIDE,
}

_RANGE = either(
    choice("category", "ordinal", "diverging", "ramp", "heatmap", "symbol", "width", "height"),
    many(either(colour, number(-10_000, 10_000), choice(*SHAPES), many(number(0, 100), 4)), 200),
)
SCALE: Properties = {
    "type": choice(
        *("linear", "log", "pow", "sqrt", "symlog", "time", "utc", "ordinal", "band", "point"),
        *("bin-ordinal", "quantile", "quantize", "threshold"),
    ),
    "domain": either(many(scalar), choice("unaggregated")),
    "domainMax": scalar,
    "domainMid": number(-1e300, 1e300),
    "domainMin": scalar,
    "range": _RANGE,
    "rangeMax": either(number(-10_000, 10_000), colour),
    "rangeMin": either(number(-10_000, 10_000), colour),
    "scheme": choice(*SCHEMES),
    "align": FRACTION,
    "base": number(2, 100),
    "clamp": flag,
    "constant": number(1e-6, 1e9),
    "exponent": number(0.1, 10),
    "nice": either(flag, number(0, 100), choice("year", "month", "week", "day", "hour", "minute", "second")),
    "padding": number(0, 1_000),
    "paddingInner": FRACTION,
    "paddingOuter": number(0, 100),
    "reverse": flag,
    "round": flag,
    "zero": flag,
}  # fmt: skip

TITLE: Properties = {
    "text": TITLE_TEXT,
    "subtitle": TITLE_TEXT,
    "align": _ALIGN,
    "anchor": _ANCHOR,
    "angle": _ANGLE,
    "baseline": _BASELINE,
    "color": colour,
    "dx": number(-1_000, 1_000),
    "dy": number(-1_000, 1_000),
    "fontSize": _FONT_SIZE,
    "fontStyle": _STYLE,
    "fontWeight": _WEIGHT,
    "frame": choice("bounds", "group"),
    "limit": number(0, 2_000),
    "lineHeight": number(0, 200),
    "offset": number(-200, 200),
    "orient": _SIDE,
    "subtitleColor": colour,
    "subtitleFontSize": _FONT_SIZE,
    "subtitleFontStyle": _STYLE,
    "subtitleFontWeight": _WEIGHT,
    "subtitlePadding": number(-200, 200),
}

VIEW: Properties = {
    "cornerRadius": _SIZE,
    "fill": either(colour, null),
    "fillOpacity": FRACTION,
    "stroke": either(colour, null),
    "strokeOpacity": FRACTION,
    "strokeWidth": _WIDTH,
}

TIME_UNIT = either(time_unit, part({"unit": time_unit, "step": number(1, 1_000)}))
BIN = either(flag, null, choice("binned"), part({"maxbins": number(2, 100), "nice": flag}))
