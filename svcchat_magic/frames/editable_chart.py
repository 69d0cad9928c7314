"""A result's chart as an editable altair object."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import altair
import numpy as np
import pandas as pd
import pandas.api.types as kinds

from svcchat_magic.charts.layout.parts import Spec, times_read
from svcchat_magic.charts.layout.times import drawn_column
from svcchat_magic.charts.rules.fields import field_names
from svcchat_magic.charts.rules.literals import chart_text
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames import offline_chart
from svcchat_magic.frames.fitted_chart import FittedChart, fitted_chart
from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.offline_chart import EditableChart

_CLASSES = {
    "layer": offline_chart.LayerChart,
    "concat": offline_chart.ConcatChart,
    "hconcat": offline_chart.HConcatChart,
    "vconcat": offline_chart.VConcatChart,
    "spec": offline_chart.FacetChart,
}


def editable_chart(frame: pd.DataFrame, vega_spec: str, columns: Sequence[str]) -> EditableChart:
    """The chart over the rows of `frame`; `columns` are the result's own names for its columns.

    Its data has every column that altair can draw, so that you can draw other columns too. Raises
    ChartRefused if the service sent no chart, or the frame has no rows or lacks a column of the chart.
    """
    if frame.empty:
        raise ChartRefused("This frame has no rows to draw.")

    frame = _flat(frame)
    fitted = fitted_chart(frame, vega_spec, columns)

    # altair's validation leaves errors that keep the call stack alive until the next garbage collection.
    with ThreadPoolExecutor(1) as apart:
        spec = {name: value for name, value in fitted.spec.items() if name not in _OF_THE_WHOLE}
        chart = apart.submit(_chart, spec).result()

    chart.data = _rows(frame, fitted, columns)
    return chart


# altair refuses them in a part of a chart; `offline_chart` sets them for the whole.
_OF_THE_WHOLE = ("$schema", "autosize")


def _chart(view: Spec) -> EditableChart:
    """A view and the views inside it as full altair charts.

    altair itself parses inner views as plain records, and none without data. The data is set afterwards,
    because altair walks through every row in a specification.
    """
    word = next((word for word in _CLASSES if word in view), "")
    kind: Any = _CLASSES.get(word, offline_chart.Chart)
    chart: EditableChart = kind.from_dict({**view, "data": {"values": []}})
    chart.data = altair.Undefined
    if word == "spec":
        chart.spec = _chart(view["spec"])
    elif word:
        chart[word] = [_chart(inner) for inner in view[word]]

    return chart


def _flat(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with its index as columns, because a user may have set a column as the index."""
    if isinstance(frame.index, pd.RangeIndex):
        return frame

    named = [name for name in frame.index.names if isinstance(name, str) and name not in frame.columns]
    return frame.reset_index(level=named).reset_index(drop=True) if named else frame.reset_index(drop=True)


def _rows(frame: pd.DataFrame, fitted: FittedChart, columns: Sequence[str]) -> pd.DataFrame:
    """The chart's columns followed by the frame's others, as values that altair can write."""
    times = times_read(fitted.spec)
    rows = {name: _drawable(fitted.rows[name], is_time=name in times) for name in fitted.rows.columns}
    names = dict(zip(frame_columns(columns), field_names(columns).values(), strict=False))
    for at, column in enumerate(frame.columns):
        name = names.get(column, column)
        if isinstance(name, str) and column not in fitted.fields and name not in rows:
            rows[name] = _drawable(frame.iloc[:, at])

    return pd.DataFrame(rows)


def _drawable(values: "pd.Series[Any]", *, is_time: bool = False) -> "pd.Series[Any]":
    """Times as local clock times; anything but numbers, times and booleans as harmless text."""
    if isinstance(values.dtype, pd.DatetimeTZDtype):
        clock: pd.Series[Any] = values.dt.tz_localize(None)
        return clock

    is_number = kinds.is_numeric_dtype(values) and not kinds.is_complex_dtype(values)
    if is_number or kinds.is_datetime64_any_dtype(values):
        return values

    if kinds.infer_dtype(values, skipna=True) == "date":
        return pd.to_datetime(values)

    given = [_plain(value) for value in values]
    drawn = drawn_column(given, is_time=True) if is_time else [_inert(value) for value in given]
    # Unchanged, it keeps its type and the order of its categories.
    return values if drawn == given else pd.Series(drawn, index=values.index, dtype=object)


def _plain(value: Any) -> Any:
    if kinds.is_scalar(value) and pd.isna(value):
        return None

    return value.item() if isinstance(value, np.generic) else value


def _inert(value: Any) -> Any:
    is_plain = value is None or isinstance(value, bool | int | float)
    return value if is_plain else chart_text(value if isinstance(value, str) else str(value))
