"""A result's chart as an altair object, for the user to change."""

from collections.abc import Sequence
from typing import Any

import altair
import pandas as pd

from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.chart_fields import field_names
from svcchat_magic.frames.chart_literals import chart_text
from svcchat_magic.frames.chart_parts import fields_read
from svcchat_magic.frames.chart_sizes import sized
from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.result_charts import LOOKS, MIME_TYPE, MOST_ROWS
from svcchat_magic.frames.safe_chart import SCHEMA, rebuild_spec

EditableChart = altair.Chart | altair.LayerChart | altair.FacetChart | altair.ConcatChart


class _ShownOffline:
    """Displays a chart with what JupyterLab has; altair's own renderer fetches scripts from elsewhere."""

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
        spec = self.to_dict()  # type: ignore[attr-defined]  # stands beside one of altair's charts
        return {MIME_TYPE: {**spec, "$schema": SCHEMA}, "text/plain": repr(self)}


class _Chart(_ShownOffline, altair.Chart): ...


class _LayerChart(_ShownOffline, altair.LayerChart): ...


class _FacetChart(_ShownOffline, altair.FacetChart): ...


class _ConcatChart(_ShownOffline, altair.ConcatChart): ...


_OFFLINE: dict[type[Any], type[Any]] = {
    altair.Chart: _Chart,
    altair.LayerChart: _LayerChart,
    altair.FacetChart: _FacetChart,
    altair.ConcatChart: _ConcatChart,
}


def editable_chart(frame: pd.DataFrame, vega_spec: str, columns: Sequence[str]) -> EditableChart:
    """The chart over the rows of `frame`; `columns` are the result's own names for its columns.

    Raises ChartRefused when the service drew none, or when the frame lost a column that it reads.
    """
    if not vega_spec:
        raise ChartRefused("The service drew no chart for this result.")

    spec = rebuild_spec(vega_spec, columns)
    read = fields_read(spec)
    fields = {
        frame_columns(columns)[columns.index(name)]: field
        for name, field in field_names(columns).items()
        if field in read
    }
    if lost := [column for column in fields if column not in frame.columns]:
        raise ChartRefused(f"The chart reads {', '.join(lost)}, which this frame has no longer.")

    rows = _inert(frame[list(fields)].rename(columns=fields))
    first = rows.head(MOST_ROWS)
    spec = sized(spec, [dict(zip(first.columns, row, strict=True)) for row in first.itertuples(index=False)])
    # The data is set afterwards: altair walks through every row that stands in a specification.
    chart: EditableChart = altair.Chart.from_dict({**spec, **LOOKS, "data": {"values": []}})
    chart.data = rows
    # altair reads a specification into its own classes alone; ours differ in how they are shown.
    # A plain assignment would be read as a property of the specification.
    object.__setattr__(chart, "__class__", _OFFLINE.get(type(chart), type(chart)))
    return chart


def _inert(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows without text that would end the script of a page the chart is saved to."""
    rows = rows.copy()
    for column in rows.columns:
        if any(isinstance(value, str) and "<" in value for value in rows[column]):
            rows[column] = [chart_text(value) if isinstance(value, str) else value for value in rows[column]]

    return rows
