"""A result's chart as an altair object, for the user to change."""

from collections.abc import Callable, Sequence
from typing import Any

import altair
import pandas as pd

from svcchat_magic.frames.fitted_chart import fitted_chart
from svcchat_magic.frames.result_charts import LOOKS, MIME_TYPE
from svcchat_magic.frames.safe_chart import SCHEMA

EditableChart = (
    altair.Chart
    | altair.LayerChart
    | altair.FacetChart
    | altair.ConcatChart
    | altair.HConcatChart
    | altair.VConcatChart
)

_OF_THE_WHOLE = (*LOOKS, "$schema", "autosize")  # what altair refuses in a part of a picture


class ShownOffline:
    """Displays a chart with what JupyterLab has; altair's own renderer fetches scripts from elsewhere."""

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
        spec = self.to_dict()  # type: ignore[attr-defined]  # stands beside one of altair's charts
        title = spec.get("title", "")
        words = title.get("text", "") if isinstance(title, dict) else title
        text = f"chart: {words}" if words else "chart"
        return {MIME_TYPE: {**spec, "$schema": SCHEMA}, "text/plain": text}

    def __add__(self, other: Any) -> Any:
        return _joined(altair.layer, self, other)

    def __radd__(self, other: Any) -> Any:
        return _joined(altair.layer, other, self)

    def __or__(self, other: Any) -> Any:
        return _joined(altair.hconcat, self, other)

    def __ror__(self, other: Any) -> Any:
        return _joined(altair.hconcat, other, self)

    def __and__(self, other: Any) -> Any:
        return _joined(altair.vconcat, self, other)

    def __rand__(self, other: Any) -> Any:
        return _joined(altair.vconcat, other, self)


class _Chart(ShownOffline, altair.Chart): ...


class _LayerChart(ShownOffline, altair.LayerChart): ...


class _FacetChart(ShownOffline, altair.FacetChart): ...


class _ConcatChart(ShownOffline, altair.ConcatChart): ...


class _HConcatChart(ShownOffline, altair.HConcatChart): ...


class _VConcatChart(ShownOffline, altair.VConcatChart): ...


_OFFLINE: dict[type[Any], type[Any]] = {
    altair.Chart: _Chart,
    altair.LayerChart: _LayerChart,
    altair.FacetChart: _FacetChart,
    altair.ConcatChart: _ConcatChart,
    altair.HConcatChart: _HConcatChart,
    altair.VConcatChart: _VConcatChart,
}


def editable_chart(frame: pd.DataFrame, vega_spec: str, columns: Sequence[str]) -> EditableChart:
    """The chart over the rows of `frame`; `columns` are the result's own names for its columns.

    Raises ChartRefused when the service drew none, or when the frame lost a column that it reads.
    """
    spec, _, rows = fitted_chart(frame, vega_spec, columns)
    # The data is set afterwards: altair walks through every row that stands in a specification.
    chart: EditableChart = altair.Chart.from_dict({**spec, **LOOKS, "data": {"values": []}})
    chart.data = rows
    return _shown_offline(chart)


def _shown_offline(chart: EditableChart) -> EditableChart:
    """The chart as one of our classes, which differ from altair's in how they are shown and joined."""
    # altair reads a specification into its own classes alone, and would read a plain assignment as a
    # property of the specification.
    object.__setattr__(chart, "__class__", _OFFLINE.get(type(chart), type(chart)))
    return chart


def _joined(join: Callable[..., Any], *charts: Any) -> EditableChart:
    """The charts as one; what belongs to the whole picture is said there, where altair wants it."""
    parts = [chart.copy() for chart in charts]
    for part in parts:
        for name in _OF_THE_WHOLE:
            part[name] = altair.Undefined

    joined: EditableChart = join(*parts)
    return _shown_offline(joined.properties(**LOOKS))
