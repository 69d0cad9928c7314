"""Chart specifications in which parts were replaced: by good words in wrong places, and by bad ones."""

import json
import random
from collections.abc import Iterator
from typing import Any

from svcchat_magic.charts.rules import grammar as grammar

# A result that the specifications are for, with values that mean harm.
COLUMNS = ("kind", "day", "amount", "share", "sales.total", "image", "id")
TYPES = ("String", "Timestamp", "Double", "Double", "Double", "String", "Int64")
ROWS = [
    ["Web", "2024-01-01", 12, 0.5, "1.5", "http://127.0.0.1:9/x.png", 1],
    ["<b>Store</b>", "2024-02-01T00:00:00", -3.25, None, "2", "b", 2],
    ["\u202eevil\u200b", "2024-03-01 10:30:00+02:00", 1e9, 0.25, None, None, 3],
]

_PROPERTIES = sorted({name for table in vars(grammar).values() if isinstance(table, dict) for name in table})
_X = {"field": "day", "type": "temporal", "timeUnit": "yearmonth", "axis": {"format": "%b", "title": None}}
_Y = {"field": "amount", "type": "quantitative", "scale": {"zero": True}, "axis": {"format": "~s"}}
_KIND = {"field": "kind", "type": "nominal", "sort": "-x", "legend": {"orient": "top"}}
_GOOD: tuple[dict[str, Any], ...] = (
    {"mark": "bar", "encoding": {"x": _X, "y": _Y, "color": _KIND}, "title": "Amounts", "width": 300},
    {"mark": {"type": "line", "point": {"size": 20}, "tooltip": True}, "encoding": {"x": _X, "y": _Y}},
    {
        "layer": [
            {"mark": "line"},
            {"mark": {"type": "rule", "color": "#888"}, "encoding": {"y": {"datum": 3}}},
        ],
        "encoding": {"x": _X, "y": {**_Y, "aggregate": "sum"}},
    },
    {
        "facet": {"field": "kind", "type": "nominal", "columns": 2},
        "spec": {"mark": "area", "encoding": {"x": _X, "y": _Y}},
        "resolve": {"scale": {"y": "independent"}},
    },
    {
        "transform": [
            {
                "filter": {
                    "and": [{"field": "kind", "oneOf": ["Web", "b"]}, {"not": {"field": "id", "gt": 2}}]
                }
            },
            {"window": [{"op": "rank", "as": "place"}], "sort": [{"field": "amount", "order": "descending"}]},
            {"fold": ["amount", "share"], "as": ["what", "much"]},
            {"aggregate": [{"op": "sum", "field": "much", "as": "whole"}], "groupby": ["kind", "what"]},
        ],
        "mark": "rect",
        "encoding": {
            "x": {"field": "what", "type": "ordinal"},
            "y": {"field": "kind", "sort": {"field": "whole", "op": "sum", "order": "ascending"}},
            "color": {"field": "whole", "type": "quantitative", "scale": {"scheme": "blues"}},
            "tooltip": [{"field": "kind"}, {"field": "whole", "format": ".1%"}],
        },
    },
    {
        "hconcat": [
            {"mark": "arc", "encoding": {"theta": _Y, "color": _KIND}},
            {"mark": "tick", "encoding": {"x": _Y}},
        ]
    },
    {
        "mark": "point",
        "encoding": {"x": {"field": "sales\\.total", "type": "quantitative"}, "y": _Y, "row": _KIND},
    },
    {
        "mark": "text",
        "encoding": {"text": {"field": "image"}, "y": {"field": "kind"}},
        "height": {"step": 30},
    },
    {
        "mark": {"type": "boxplot", "extent": "min-max"},
        "encoding": {"x": _KIND, "y": {**_Y, "bin": {"maxbins": 5}}},
    },
)
# What a chart may never hold, each where it would do its harm.
_HOSTILE = (
    *(("mark", "image"), ("mark", "geoshape"), ("mark", {"type": "image", "url": "http://127.0.0.1:9/x"})),
    *(
        ("color", "url(#x)"),
        ("fill", "url(http://127.0.0.1:9/x)"),
        ("stroke", "var(--x)"),
        ("scheme", "x(y)"),
    ),
    *(("field", "__proto__"), ("field", "constructor"), ("as", "__proto__"), ("groupby", ["toString"])),
    *(
        ("title", "<script>"),
        ("title", "image"),
        ("text", "</b>"),
        ("format", "%Y <b>"),
        ("labelExpr", "a()"),
    ),
    *(("href", {"value": "javascript:a()"}), ("url", {"field": "image"}), ("filter", "a()"), ("expr", "a()")),
    *(("width", 1e7), ("size", {"value": 1e9}), ("value", {"expr": "a()"}), ("data", {"url": "/x"})),
)
_WORDS = (
    *(
        "mark",
        "type",
        "encoding",
        "x",
        "y",
        "color",
        "field",
        "layer",
        "spec",
        "facet",
        "transform",
        "filter",
        "as",
    ),
    *(
        "op",
        "count",
        "sum",
        "data",
        "url",
        "href",
        "value",
        "datum",
        "expr",
        "signal",
        "calculate",
        "config",
        "params",
    ),
    *(
        "condition",
        "test",
        "usermeta",
        "datasets",
        "projection",
        "__proto__",
        "constructor",
        "image",
        "geoshape",
    ),
    *(
        "http://127.0.0.1:9/x",
        "url(#x)",
        "javascript:alert(1)",
        "</script><b>",
        "day",
        "kind",
        "amount",
        "share",
    ),
    *(
        "sales.total",
        "sales\\.total",
        "[kind]",
        "'day'",
        "unknown",
        "#fff",
        "red",
        "rgb(1, 2, 3)",
        "%Y <b>",
        ".1%",
    ),
    *(
        "year",
        "yearmonth",
        "utcyear",
        "ascending",
        "descending",
        "-y",
        "zero",
        "normalize",
        "shared",
        "independent",
    ),
    *(
        "nominal",
        "quantitative",
        "temporal",
        "ordinal",
        "container",
        "fit",
        "\u202e",
        "\u200bimage",
        "\u0000",
        "",
        "é",
    ),
)


def mutated_specs(dice: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """So many specifications, each with one to five parts replaced, added or taken away."""
    for _ in range(count):
        given = json.loads(json.dumps(dice.choice(_GOOD)))
        for _ in range(dice.randint(1, 5)):
            _mutate(dice, given)

        yield given


def _mutate(dice: random.Random, spec: dict[str, Any]) -> None:
    place: Any = spec
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        inner = [key for key in keys if isinstance(place[key], dict | list) and place[key]]
        if not inner or dice.random() < 0.25:
            break

        place = place[dice.choice(inner)]

    if isinstance(place, dict) and dice.random() < 0.3:
        name, value = dice.choice(_HOSTILE)
        place[name] = json.loads(json.dumps(value))
    elif isinstance(place, list):
        place[dice.randrange(len(place))] = _anything(dice, 3)
    elif place and dice.random() < 0.2:
        place.pop(dice.choice(list(place)))
    else:
        names = dice.choice((list(place) or ["mark"], _PROPERTIES, _WORDS))
        place[dice.choice(names)] = _anything(dice, 3)


def _anything(dice: random.Random, depth: int) -> Any:
    kind = dice.random()
    if depth and kind < 0.15:
        return {
            dice.choice((*_PROPERTIES, *_WORDS)): _anything(dice, depth - 1)
            for _ in range(dice.randint(0, 4))
        }

    if depth and kind < 0.25:
        return [_anything(dice, depth - 1) for _ in range(dice.randint(0, 4))]

    if kind < 0.65:
        return dice.choice((*_PROPERTIES, *_WORDS))

    return dice.choice(
        (None, True, False, 0, 1, -1, 2.5, 12, 300, 1e7, 1e301, -0.5, dice.randint(-3_000, 3_000))
    )
