"""Generate code that draws a result's chart with altair, without this package."""

import re
from collections.abc import Sequence
from typing import Any

import pandas as pd

from svcchat_magic.charts.layout.parts import times_read
from svcchat_magic.charts.layout.times import have_one_clock
from svcchat_magic.charts.result_charts import MIME_TYPE, MOST_ROWS
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.frames.fitted_chart import fitted_chart
from svcchat_magic.frames.python_source import source

CHART_IMPORT = "import altair as alt\n"
# altair's own renderer fetches scripts from the internet, or names a version that front ends cannot draw.
CHART_SETUP = f'''class Offline:
    """A chart as the front end itself draws it, without a request to anywhere."""

    def __init__(self, chart):
        self.chart = chart

    def _repr_mimebundle_(self, include=None, exclude=None):
        spec = {{**self.chart.to_dict(), "$schema": "{SCHEMA}"}}
        return {{"{MIME_TYPE}": spec, "text/plain": "chart"}}
'''


def chart_code(
    frame: pd.DataFrame, vega_spec: str, columns: Sequence[str], *, frame_name: str, name: str
) -> str:
    """Code that binds the chart of the variable `frame_name` to `name`, and displays it.

    It follows `CHART_IMPORT` and `CHART_SETUP`. `columns` are the result's own names of its columns.
    Raises ChartRefused if there is no chart that can be drawn.
    """
    spec, fields, rows = fitted_chart(frame, vega_spec, columns)
    parts = {word: each for word, each in spec.items() if word != "$schema"}
    literal = source({**parts, "data": {"values": []}}, _STEP)
    data = f"{frame_name}[{source(list(fields))}]"
    if renamed := {column: field for column, field in fields.items() if column != field}:
        data += f".rename(columns={source(renamed)})"

    for field in sorted(times_read(spec).intersection(rows.columns)):
        if steps := _by_the_clock(rows[field]):
            data += f".assign(**{{{field!r}: lambda rows: rows[{field!r}]{steps}}})"

    if not rows.equals(frame[list(fields)].rename(columns=fields)):
        data += '.replace("<", "‹", regex=True)'  # text that would close the script tag of a saved page

    made = f"{name} = alt.Chart.from_dict(\n{_STEP}{literal}\n)\n{name}.data = {data}.head({MOST_ROWS})\n"
    return f"{made}Offline({name})\n"


def _by_the_clock(times: "pd.Series[Any]") -> str:
    """Code that converts a column of times to local clock times; empty if they are already.

    A browser converts a time with a zone to the reader's zone, and treats a bare date as midnight UTC, which
    is the previous day in America.
    """
    if isinstance(times.dtype, pd.DatetimeTZDtype):
        return ".dt.tz_localize(None)"

    texts = [value for value in times if isinstance(value, str)]
    steps = ""
    if have_one_clock(texts) and any(map(re.compile(_ZONE).search, texts)):
        steps += f'.str.replace(r"{_ZONE}", r"\\1", regex=True)'

    if any(map(re.compile(_DAY).search, texts)):
        steps += f'.str.replace(r"{_DAY}", r"\\1T00:00:00", regex=True)'

    return steps


_STEP = "    "
_ZONE = r"(:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d(?::?\d\d)?)$"
_DAY = r"^(\d{4}-\d\d-\d\d)$"
