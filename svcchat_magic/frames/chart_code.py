"""Code that draws a result's chart over its frame with altair alone, without this package."""

from collections.abc import Sequence
from pprint import pformat

import pandas as pd

from svcchat_magic.frames.fitted_chart import fitted_chart
from svcchat_magic.frames.result_charts import MIME_TYPE, MOST_ROWS
from svcchat_magic.frames.safe_chart import SCHEMA

# altair's own renderer fetches scripts from elsewhere, or names a version that front ends do not draw.
CHART_SETUP = f'''import altair as alt


class Offline:
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

    It stands below `CHART_SETUP`. `columns` are the result's own names for its columns. Raises
    ChartRefused where there is no chart that can be drawn.
    """
    spec, fields, rows = fitted_chart(frame, vega_spec, columns)
    literal = pformat({**spec, "data": {"values": []}}, width=96, sort_dicts=False)
    data = f"{frame_name}[{list(fields)!r}]"
    if renamed := {column: field for column, field in fields.items() if column != field}:
        data += f".rename(columns={renamed!r})"

    if not rows.equals(frame[list(fields)].rename(columns=fields)):
        data += '.replace("<", "‹", regex=True)'  # text that would end the script of a saved page

    made = f"{name} = alt.Chart.from_dict(\n{literal}\n)\n{name}.data = {data}.head({MOST_ROWS})\n"
    return f"{made}Offline({name})\n"
