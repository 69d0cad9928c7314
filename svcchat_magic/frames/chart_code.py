"""Code that draws a result's chart over its frame with altair alone, without this package."""

from collections.abc import Sequence
from pprint import pformat

import pandas as pd

from svcchat_magic.frames.fitted_chart import fitted_chart
from svcchat_magic.frames.result_charts import MIME_TYPE, MOST_ROWS
from svcchat_magic.frames.safe_chart import SCHEMA

# altair's own renderer fetches scripts from elsewhere, or names a version that front ends do not draw.
CHART_SETUP = f'''import altair as alt


def offline(spec, **_):
    """Charts as the front end itself draws them, without a request to anywhere."""
    return {{"{MIME_TYPE}": {{**spec, "$schema": "{SCHEMA}"}}, "text/plain": "chart"}}


alt.renderers.register("offline", offline)
alt.renderers.enable("offline")
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

    return f"{name} = alt.Chart.from_dict(\n{literal}\n)\n{name}.data = {data}.head({MOST_ROWS})\n{name}\n"
