"""Fit a result's chart to a frame: the rebuilt specification and the frame's columns it reads."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from svcchat_magic.charts.layout.parts import Spec, fields_read
from svcchat_magic.charts.layout.sizes import sized
from svcchat_magic.charts.result_charts import MOST_ROWS
from svcchat_magic.charts.rules.fields import field_names
from svcchat_magic.charts.rules.literals import chart_text
from svcchat_magic.charts.rules.safe_chart import rebuild_spec
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.frame_columns import frame_columns


class FittedChart(NamedTuple):
    """`spec` has sizes and no data; `fields` maps the columns read to their names in the chart.

    `rows` are these columns with the chart's names and harmless text.
    """

    spec: Spec
    fields: dict[str, str]
    rows: pd.DataFrame


def fitted_chart(frame: pd.DataFrame, vega_spec: str, columns: Sequence[str]) -> FittedChart:
    """The chart over the rows of `frame`; `columns` are the result's own names for its columns.

    Raises ChartRefused if the service sent no chart, or the frame lacks a column of the chart.
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
    values = [dict(zip(first.columns, row, strict=True)) for row in first.itertuples(index=False)]
    return FittedChart(sized(spec, values), fields, rows)


def _inert(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows without text that would close the script tag of a saved page."""
    rows = rows.copy()
    for column in rows.columns:
        if any(isinstance(value, str) and "<" in value for value in rows[column]):
            rows[column] = [chart_text(value) if isinstance(value, str) else value for value in rows[column]]

    return rows
