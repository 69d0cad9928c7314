"""Rebuild a chart's encoding channel by channel."""

from collections.abc import Mapping
from typing import Any

from svcchat_magic.charts.rules.fields import Fields
from svcchat_magic.charts.rules.grammar import (
    AGGREGATES,
    AXIS,
    BIN,
    FRACTION,
    HEADER,
    LEGEND,
    SCALE,
    SHAPES,
    TIME_UNIT,
    TITLE_TEXT,
    TYPES,
)
from svcchat_magic.charts.rules.literals import (
    DROPPED,
    Check,
    Properties,
    chart_text,
    choice,
    colour,
    either,
    flag,
    kept,
    many,
    null,
    number,
    number_format,
    part,
    scalar,
    text,
)
from svcchat_magic.errors import ChartRefused

Rebuilt = dict[str, Any]

MOST_LISTED = 20


def rebuilt_encoding(given: Any, fields: Fields) -> Rebuilt:
    """The valid channels. Raises ChartRefused for a field that does not exist."""
    if not isinstance(given, dict):
        return {}

    done: Rebuilt = {}
    for channel in CHANNELS:
        definition = given.get(channel)
        if isinstance(definition, list) and channel in _LISTED:
            rebuilt: Any = [_channel(channel, each, fields) for each in definition[:MOST_LISTED]]
            rebuilt = [each for each in rebuilt if each]
        else:
            rebuilt = _channel(channel, definition, fields)

        if rebuilt or (channel == "tooltip" and channel in given and definition is None):
            done[channel] = rebuilt or None

    return done


def rebuilt_facet(given: Any, fields: Fields) -> Rebuilt:
    """The field that divides a view into facets; their arrangement is a sibling property."""
    rebuilt = _channel("facet", given, fields)
    return {name: value for name, value in rebuilt.items() if name not in ("columns", "spacing")}


def _channel(channel: str, given: Any, fields: Fields) -> Rebuilt:
    if not isinstance(given, dict):
        return {}

    if "field" not in given and given.get("aggregate") != "count":
        constant = _DATUM if channel in _CONSTANTS and "datum" in given else {}
        return kept(given, {"value": _VALUES.get(channel, number()), **constant})

    rebuilt = kept(given, {**_COMMON, **_guides(channel)})
    if "field" in given:
        field = fields.read(given["field"])
        rebuilt["field"] = field
        if field != given["field"] and "title" not in rebuilt and channel not in _UNTITLED:
            rebuilt["title"] = (
                "Image" if given["field"] == "image" else chart_text(fields.column(given["field"]))
            )

    if "sort" in given and (sort := _sort(given["sort"], fields)) is not DROPPED:
        rebuilt["sort"] = sort

    return rebuilt


def _guides(channel: str) -> Properties:
    """A channel's axis, legend or header."""
    if channel in _POSITIONS:
        return {"axis": either(null, part(AXIS)), "scale": either(null, part(SCALE)), **_STACKED}

    if channel in _FACETS:
        return {"header": either(null, part(HEADER)), "columns": number(1, 40), "spacing": number(0, 200)}

    if channel in _VALUES and channel not in _LISTED and channel != "text":
        return {"legend": either(null, part(LEGEND)), "scale": either(null, part(SCALE)), **_STACKED}

    return {"scale": either(null, part(SCALE))} if channel in ("xOffset", "yOffset") else {}


def _sort(given: Any, fields: Fields) -> Any:
    """The order of a channel's values: a word, a list, another channel or a field."""
    plain = either(null, choice("ascending", "descending", *_SORTED_BY, *_SORTED_DOWN), many(scalar))(given)
    if plain is not DROPPED:
        return plain

    if not isinstance(given, Mapping):
        return DROPPED

    order = kept(given, {"order": either(null, choice("ascending", "descending"))})
    if given.get("encoding") in _SORTED_BY:
        return {"encoding": given["encoding"], **order}

    if "field" not in given:
        return DROPPED

    if given.get("op", "min") not in AGGREGATES:
        raise ChartRefused("The chart sorts by an aggregation that does not exist.")

    return {"field": fields.read(given["field"]), **kept(given, {"op": choice(*AGGREGATES)}), **order}


_POSITIONS = ("x", "y", "theta", "radius")
_SECONDARY = ("x2", "y2", "theta2", "radius2", "xError", "yError", "xError2", "yError2", "xOffset", "yOffset")
_FACETS = ("facet", "row", "column")
_LISTED = ("tooltip", "detail", "order")
_UNTITLED = ("detail", "order", "xOffset", "yOffset", "x2", "y2")

_POSITION_VALUE = either(number(-2_000, 2_000), choice("width", "height"))
_VALUES: Mapping[str, Check] = {
    **dict.fromkeys(("x", "y", "x2", "y2", "xOffset", "yOffset"), _POSITION_VALUE),
    **dict.fromkeys(("theta", "theta2"), number(-10, 10)),
    **dict.fromkeys(("radius", "radius2"), number(0, 2_000)),
    **dict.fromkeys(("color", "fill", "stroke"), either(colour, null)),
    **dict.fromkeys(("opacity", "fillOpacity", "strokeOpacity"), FRACTION),
    "strokeWidth": number(0, 50),
    "strokeDash": many(number(0, 100), 4),
    "size": number(0, 10_000),
    "angle": number(-360, 360),
    "shape": choice(*SHAPES),
    "text": text,
    "tooltip": either(null, text),
}
_DATUM: Properties = {"datum": scalar, "type": choice(*TYPES)}
_CONSTANTS = (
    "x",
    "y",
    "x2",
    "y2",
    "theta",
    "radius",
    "color",
    "fill",
    "stroke",
    "shape",
    "strokeDash",
    "text",
)
CHANNELS = tuple(dict.fromkeys((*_POSITIONS, *_SECONDARY, *_VALUES, *_FACETS, "detail", "order")))
_SORTED_BY = (*_POSITIONS, "color", "fill", "stroke", "size", "shape", "opacity", "text")
_SORTED_DOWN = tuple(f"-{channel}" for channel in _SORTED_BY)

_COMMON: Properties = {
    "type": choice(*TYPES),
    "aggregate": choice(*AGGREGATES),
    "bin": BIN,
    "timeUnit": TIME_UNIT,
    "title": TITLE_TEXT,
    "format": number_format,
    "formatType": choice("number", "time"),
    "bandPosition": FRACTION,
}
_STACKED: Properties = {
    "stack": either(flag, null, choice("zero", "normalize", "center")),
    "impute": part(
        {
            "value": either(null, number(-1e300, 1e300)),
            "method": choice("value", "median", "max", "min", "mean"),
            "frame": many(either(null, number(-1_000, 1_000)), 2),
        }
    ),
}
