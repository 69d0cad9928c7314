"""Mutated chart specifications, rebuilt for the page: `python -m tests.campaigns.specs [N]`."""

import copy
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from svcchat_magic.charts.layout.parts import fields_read
from svcchat_magic.charts.page_charts import page_chart
from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.charts.rules.fields import field_names
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.data_requests import LEAST_WIDTH, MOST_WIDTH
from svcchat_magic.protocol.results import Column, SqlResult
from tests.campaigns.figures import Figure, main
from tests.charts.safe_spec import forbidden, without_ours

SEED = 20250110
MAX_SHOWN = 5
EVIL = "http://evil.example/?d="
COLUMNS = (
    Column("month", "Timestamp"),
    Column("channel", "String"),
    Column("revenue", "Double"),
    Column("orders.count", "Int64"),
)
ROWS = tuple(
    (f"2024-0{month}-01T00:00:00.000", channel, month * 10.5, month)
    for month in range(1, 7)
    for channel in ("web", "shop", "</script><img src=x>")
)
NAMES = field_names([column.name for column in COLUMNS])
MARKS = ("bar", "line", "area", "point", "circle", "tick", "rect", "arc", "boxplot", "trail")
TIME = {"field": "month", "type": "temporal"}
KIND = {"field": "channel", "type": "nominal"}
NUMBERS = ({"field": "revenue", "type": "quantitative"}, {"field": "orders.count", "type": "quantitative"})

TEXTS = (
    *("title", "text", "subtitle", "datum", "equal", "lt", "lte", "gt", "gte", "oneOf", "range"),
    *("domain", "domainMin", "domainMax", "sort", "values"),
)
HOSTILE_KEYS = (
    *("url", "href", "data", "datasets", "usermeta", "config", "params", "expr", "calculate", "signal"),
    *("labelExpr", "projection", "transform", "lookup", "from", "test", "condition", "key", "description"),
    *("__proto__", "constructor", "field", "mark", "layer", "spec", "facet", "cursor", "font", "style"),
    *("sequence", "flatten", "filter", "title", "tooltip", "text", "shape", "color", "width", "columns"),
)
HOSTILE_VALUES: tuple[Any, ...] = (
    EVIL,
    "javascript:alert(1)",
    "datum.a + fetch('http://evil.example')",
    "url(http://evil.example)",
    "</script><script>alert(1)</script>",
    "__proto__",
    "constructor",
    "image",
    "geoshape",
    "no such column",
    "orders\\.count",
    "a" * 5_000,
    "\ud800\u202e\x00",
    {"url": EVIL},
    {"expr": "alert(1)"},
    {"signal": "alert(1)"},
    {"type": "image", "url": EVIL},
    {"sequence": {"start": 0, "stop": 3e7}},
    {"field": "__proto__", "type": "nominal"},
    {"field": {"repeat": "column"}},
    {"condition": {"test": "true", "value": EVIL}, "value": 1},
    {"lookup": "a", "from": {"data": {"url": EVIL}, "key": "a"}},
    {"calculate": "alert(1)", "as": "revenue"},
    {"embedOptions": {"ast": False, "loader": {"baseURL": EVIL}}},
    {"values": [{"month": EVIL}]},
    [{"filter": "alert(1)"}],
    [[[[[[[[[[[[[[]]]]]]]]]]]]]],
    None,
    True,
    -1,
    1e7,
    1e308,
    [],
    {},
)


def run(count: int) -> Sequence[Figure]:
    dice = random.Random(SEED)
    let_in: Counter[str] = Counter()
    uncaught: Counter[str] = Counter()
    drawn = harmful = 0
    for number in range(count):
        text = mutated(dice)
        harmful += is_harmful(text)
        try:
            bad = faults(_drawn(result(text), dice))
        except ChartRefused:
            continue
        except Exception as error:  # counting these is what the campaign is for
            uncaught[f"{type(error).__name__}: {error}"[:90]] += 1
            _show(number, text, error, sum(uncaught.values()))
            continue

        drawn += 1
        let_in.update(bad)
        if bad:
            _show(number, text, bad, sum(let_in.values()))

    kept, whole, ordinary = _of_the_ordinary(max(count // 50, 200))
    return (
        Figure(
            "forbidden nodes in drawn charts",
            f"{sum(let_in.values())} in {drawn:,} of {count:,}",
            "0",
            not let_in,
            f"passed through as they came, {100 * harmful / count:.0f} % would have held one",
        ),
        Figure("uncaught exceptions", str(sum(uncaught.values())), "0", not uncaught, ""),
        Figure(
            "ordinary charts drawn",
            f"{100 * kept / ordinary:.1f} % of {ordinary:,}",
            ">= 99 %",
            kept >= 0.99 * ordinary,
            f"{100 * whole / ordinary:.1f} % with every channel and mark they came with",
        ),
    )


def _drawn(found: SqlResult, dice: random.Random) -> dict[str, Any]:
    """The chart of a notebook, or of a chat page of some width."""
    if dice.random() < 0.5:
        return chart_bundle(found).data[MIME_TYPE]

    return page_chart(found, dice.randint(LEAST_WIDTH, MOST_WIDTH))


def result(spec_text: str) -> SqlResult:
    return SqlResult("T", "", "", COLUMNS, ROWS, len(ROWS), vega_spec=spec_text)


def faults(chart: dict[str, Any]) -> list[str]:
    """What may not be in a chart on the page: keys, addresses, unknown fields, unsafe rows, huge sides."""
    spec = without_ours(chart)
    found = sorted(forbidden(_without_texts(spec)))
    found += re.findall(r"</|<script|<img", json.dumps(chart))
    made = (
        {each.get("as") for each in _objects(spec)}
        | {name for each in _objects(spec) if isinstance(each.get("as"), list) for name in each["as"]}
        if "transform" in json.dumps(spec)
        else set()
    )
    found += [f"field {name}" for name in fields_read(spec) - set(NAMES.values()) - made]
    found += [
        f"{side} {each[side]}"
        for each in _objects(spec)
        for side in ("width", "height")
        if isinstance(each.get(side), int | float) and each[side] > 1_600
    ]
    return found + ([] if chart["$schema"] == SCHEMA else ["$schema"])


def is_harmful(text: str) -> bool:
    """Whether the text itself holds what may not be drawn: the control."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return False

    return isinstance(given, dict) and bool(forbidden({**given, "$schema": ""}))


def mutated(dice: random.Random) -> str:
    """One specification with one to four changes, and sometimes one in its text."""
    spec = copy.deepcopy(ordinary(dice))
    for _ in range(dice.randint(1, 4)):
        spec = dice.choice(MUTATIONS)(dice, spec)

    text = json.dumps(spec)
    if dice.random() < 0.1:
        at = dice.randrange(len(text))
        text = (
            text[:at] + dice.choice(('"', "{", "]", "NaN", "\\u0000", "")) + text[at + dice.randint(0, 3) :]
        )

    return text


def ordinary(dice: random.Random) -> dict[str, Any]:
    """A chart as an agent draws it."""
    number = dice.choice(NUMBERS)
    if dice.random() < 0.3:
        number = {**number, "aggregate": dice.choice(("sum", "mean", "max"))}

    encoding: dict[str, Any] = {"x": dice.choice((TIME, KIND)), "y": number}
    if dice.random() < 0.4:
        encoding = {"x": encoding["y"], "y": encoding["x"]}

    if dice.random() < 0.5:
        encoding["color"] = {**KIND, "title": "Channel"}

    if dice.random() < 0.4:
        encoding["tooltip"] = [TIME, {**number, "format": ",.2f"}]

    mark: Any = dice.choice(MARKS)
    if mark == "arc":
        encoding = {"theta": number, "color": KIND}

    if dice.random() < 0.5:
        mark = {"type": mark, "opacity": 0.8}

    view: dict[str, Any] = {"mark": mark, "encoding": encoding}
    if dice.random() < 0.2:
        view["transform"] = [{"filter": {"field": "channel", "oneOf": ["web", "shop"]}}]

    if dice.random() < 0.15:
        view = {"layer": [view, {"mark": "point", "encoding": encoding}]}
    elif dice.random() < 0.1:
        view = {"vconcat": [view, view]}

    return {"$schema": SCHEMA, "title": "Revenue", **view}


def _of_the_ordinary(count: int) -> tuple[int, int, int]:
    """How many ordinary charts are drawn, and how many with all they came with."""
    dice = random.Random(SEED + 1)
    kept = whole = 0
    for _ in range(count):
        spec = ordinary(dice)
        try:
            chart = chart_bundle(result(json.dumps(spec))).data[MIME_TYPE]
        except ChartRefused:
            continue

        kept += 1
        whole += _channels(spec) == _channels(without_ours(chart))

    return kept, whole, count


def _channels(spec: dict[str, Any]) -> list[tuple[str, ...]]:
    views = [each for each in _objects(spec) if "mark" in each]
    return [(str(each["mark"]), *sorted(each.get("encoding", ()))) for each in views]


def _without_texts(value: Any, inside: str = "") -> Any:
    """The chart without what it writes or compares, which is text and nothing else."""
    if isinstance(value, list):
        return [_without_texts(each, inside) for each in value]

    if not isinstance(value, dict):
        return value

    texts = (*TEXTS, "value") if inside in ("text", "tooltip") else TEXTS
    return {
        name: _without_texts(each, name)
        for name, each in value.items()
        if name not in texts or isinstance(each, dict)
    }


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())

    if isinstance(value, list):
        for each in value:
            yield from _objects(each)


def _put_in(dice: random.Random, spec: Any) -> Any:
    dice.choice(list(_objects(spec)))[dice.choice(HOSTILE_KEYS)] = copy.deepcopy(dice.choice(HOSTILE_VALUES))
    return spec


def _change(dice: random.Random, spec: Any) -> Any:
    place = dice.choice([each for each in _objects(spec) if each] or [{"x": 1}])
    place[dice.choice(list(place))] = copy.deepcopy(dice.choice(HOSTILE_VALUES))
    return spec


def _rename(dice: random.Random, spec: Any) -> Any:
    place = dice.choice([each for each in _objects(spec) if each] or [{"x": 1}])
    place[dice.choice(HOSTILE_KEYS)] = place.pop(dice.choice(list(place)))
    return spec


def _wrap(dice: random.Random, spec: Any) -> Any:
    word = dice.choice(("layer", "hconcat", "vconcat", "concat", "facet", "repeat"))
    if word in ("facet", "repeat"):
        return {word: dict(KIND), "spec": spec}

    return {word: [spec] * dice.choice((1, 2, 20))}


def _share(dice: random.Random, spec: Any) -> Any:
    """Put one object of the chart inside another."""
    objects = list(_objects(spec))
    one, other = copy.deepcopy(dice.choice(objects)), dice.choice(objects)
    other[dice.choice(HOSTILE_KEYS)] = one
    return spec


MUTATIONS = (_put_in, _put_in, _change, _change, _rename, _wrap, _share)


def _show(number: int, text: str, what: object, shown: int) -> None:
    if shown <= MAX_SHOWN:
        print(f"specification {number}: {what!r}\n{text[:2_000]}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main("Mutated chart specifications", run, 50_000))
