"""A result's chart as the embedded page shows it, below the result's title and as wide as the page is."""

from typing import Any

from svcchat_magic.charts.layout.parts import Spec
from svcchat_magic.charts.result_charts import chart_in
from svcchat_magic.charts.rules.literals import title as checked_title
from svcchat_magic.protocol.results import SqlResult

_LAST_NUMBER = 10  # pixels: a single chart is measured before it is known where its last number is
_SUBTITLE = {"fontSize": 12, "fontWeight": "normal"}


def page_chart(result: SqlResult, width: int) -> Spec:
    """The whole chart, which the page draws as it is. Raises ChartRefused."""
    chart = chart_in(result, width)
    title = _title(chart.pop("title", None), result.title)
    titled = {**chart, "title": title} if title else chart
    if "autosize" not in titled:
        return titled

    padding = {**titled["padding"], "right": _LAST_NUMBER}
    return {**titled, "width": width, "padding": padding}  # its axes are counted into this width


def _title(given: Any, above: str) -> Any:
    """The chart's title without the words that are above it already; a subtitle then takes its place."""
    own = given if isinstance(given, dict) else {"text": given}
    if own.get("text") != checked_title(above):
        return given

    subtitle = own.get("subtitle")
    looks = {name: value for name, value in own.items() if name != "subtitle"}
    return {**looks, "text": subtitle, **_SUBTITLE} if subtitle else None
