"""A result's chart for the embedded page, below the result's title and as wide as the page."""

from typing import Any

from svcchat_magic.charts.layout.parts import Spec
from svcchat_magic.charts.result_charts import chart_in
from svcchat_magic.charts.rules.literals import title as checked_title
from svcchat_magic.protocol.results import SqlResult

_LAST_NUMBER = 10  # pixels: the width of the last label is unknown when a single chart is measured
_SUBTITLE = {"fontSize": 12, "fontWeight": "normal"}


def page_chart(result: SqlResult, width: int) -> Spec:
    """The complete chart, which the page draws unchanged. Raises ChartRefused."""
    chart = chart_in(result, width)
    title = _title(chart.pop("title", None), result.title)
    titled = {**chart, "title": title} if title else chart
    if "autosize" not in titled:
        return titled

    padding = {**titled["padding"], "right": _LAST_NUMBER}
    return {**titled, "width": width, "padding": padding}  # this width includes its axes


def _title(given: Any, above: str) -> Any:
    """The chart's title, or its subtitle if the page already shows the title above the chart."""
    own = given if isinstance(given, dict) else {"text": given}
    if own.get("text") != checked_title(above):
        return given

    subtitle = own.get("subtitle")
    looks = {name: value for name, value in own.items() if name != "subtitle"}
    return {**looks, "text": subtitle, **_SUBTITLE} if subtitle else None
