"""The charts of one question's results for several users or branches, beside each other."""

from collections.abc import Sequence
from typing import Any

from svcchat_magic.charts.layout.filters import rows_left
from svcchat_magic.charts.layout.labels import LEVEL, around, with_labels
from svcchat_magic.charts.layout.narrow_charts import BESIDE_GAP
from svcchat_magic.charts.layout.parts import Spec, is_discrete, units
from svcchat_magic.charts.layout.sizes import PAGE, is_divided, is_single, sized
from svcchat_magic.charts.result_charts import LOOKS, MIME_TYPE, ChartBundle, chart_bundle, drawn
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import SqlResult

_COLUMNS = 2  # where the page does not say how much room there is


def compared_charts(sides: Sequence[tuple[str, SqlResult]]) -> ChartBundle:
    """The chart of each result below its label, beside each other with equal scales.

    Raises ChartRefused if one of them has no chart, or one that is made of several.
    """
    parts = [_part(label, result) for label, result in sides]
    width = PAGE - max(around(part, part["data"]["values"]) for part in parts)
    height = max(part["height"] for part in parts)
    views = [{**part, "width": width, "height": height} for part in parts]
    words = "; ".join(f"{label}: {chart_bundle(result).summary}" for label, result in sides)
    looks = {**LOOKS, "description": words, "config": {**LOOKS["config"], "axisXDiscrete": LEVEL}}
    whole = with_labels({"concat": views, "columns": _COLUMNS, "spacing": BESIDE_GAP}, ())
    chart = {"$schema": SCHEMA, **whole, **_with_equal_scales(views), **looks}
    return ChartBundle({MIME_TYPE: chart, "text/plain": words}, words)


def _part(label: str, result: SqlResult) -> Spec:
    spec, values = drawn(result)
    if not is_single(spec) or is_divided(spec):
        raise ChartRefused("A chart made of several is shown alone.")

    (part,) = sized({"vconcat": [spec]}, values)["vconcat"]
    del part["$schema"]  # the whole chart has it
    return {**part, "title": _titled(label, spec, result), "data": {"values": list(rows_left(spec, values))}}


def _titled(label: str, spec: Spec, result: SqlResult) -> Spec:
    """The label in place of the title, over what else the title says."""
    given = spec.get("title")
    own: dict[str, Any] = given if isinstance(given, dict) else {}
    note = () if result.is_complete else (f"First {len(result.rows):,} of {result.total_rows:,} rows",)
    below = own.get("subtitle") or []
    lines = [*([below] if isinstance(below, str) else below), *note]
    return {"text": label, "fontWeight": 500, **({"subtitle": lines} if lines else {})}


def _with_equal_scales(views: Sequence[Spec]) -> Spec:
    """Equal scales for amounts and times, so that the same height means the same in every chart.

    Names keep their own: an axis would have room for those of others only by cutting its own.
    """
    equal = [channel for channel in ("x", "y") if all(_is_continuous(view, channel) for view in views)]
    return {"resolve": {"scale": dict.fromkeys(equal, "shared")}} if equal else {}


def _is_continuous(view: Spec, channel: str) -> bool:
    found = [unit.encoding[channel] for unit in units(view) if channel in unit.encoding]
    return bool(found) and not any(is_discrete(each) for each in found)
