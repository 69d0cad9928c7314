"""Code that draws a result's chart with altair alone: what it draws is what the cell drew."""

import json
import os
import re
import subprocess
import sys

import pytest

from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.frames.chart_code import CHART_IMPORT, CHART_SETUP, chart_code
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult
from tests.waiting import PATIENCE

pytest.importorskip("vl_convert", reason="the extra `png` brings it")

DAYS = ("2024-01-01", "2024-01-02", "2024-01-03")
AXIS = {"format": "%Y-%m-%d %H:%M", "tickCount": "day", "labelOverlap": False}
SPEC = {
    "mark": "line",
    "encoding": {
        "x": {"field": "day", "type": "temporal", "axis": AXIS},
        "y": {"field": "n", "type": "quantitative", "axis": None},
    },
}
# Run in a reader's time zone: the renderer takes it from the environment, once.
LABELS = """
import json, re, sys, vl_convert
for spec in json.load(sys.stdin):
    svg = vl_convert.vegalite_to_svg(spec, vl_version="5.21")
    texts = re.findall(r"<text[^>]*>([0-9: -]+)</text>", svg)
    print(json.dumps([texts, re.findall(r'<g class="mark-line[^"]*".*? d="([^"]*)"', svg)]))
"""


def times(zone, clock="T00:00:00.000"):
    return tuple(day + clock + zone for day in DAYS)


def read_in(zone, specs):
    """The labels of the axis and the line, as a reader there sees them."""
    done = subprocess.run(
        [sys.executable, "-c", LABELS],
        input=json.dumps(specs),
        capture_output=True,
        text=True,
        check=True,
        timeout=10 * PATIENCE,
        env={**os.environ, "TZ": zone},
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def in_the_cell(result):
    spec = chart_bundle(result).data[MIME_TYPE]
    return {name: value for name, value in spec.items() if name not in ("config", "padding")}


def by_the_code(result):
    names = {"frame": result_frame(result)}
    columns = [column.name for column in result.columns]
    code = chart_code(names["frame"], result.vega_spec, columns, frame_name="frame", name="chart")
    exec(f"{CHART_IMPORT}\n{CHART_SETUP}\n{code}", names)
    spec = names["chart"].to_dict()
    return {name: value for name, value in spec.items() if name not in ("config", "padding")}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["Timestamp", "String"])
def test_the_code_draws_the_days_of_the_cell_wherever_it_is_read(kind):
    results = [
        SqlResult(
            "T", "S", "", (Column("day", kind), Column("n", "Double")), rows, 3, vega_spec=json.dumps(SPEC)
        )
        for given in (
            DAYS,
            times(""),
            times("Z"),
            times("+02:00"),
            times("+02", " 23:30:00"),
            (DAYS[0], times("Z")[1], f"{DAYS[2]} 12:00"),
        )
        for rows in [tuple((day, float(at)) for at, day in enumerate(given))]
    ]
    specs = [spec for result in results for spec in (in_the_cell(result), by_the_code(result))]

    seen = {zone: read_in(zone, specs) for zone in ("America/New_York", "Asia/Tokyo", "UTC")}

    assert seen["America/New_York"] == seen["Asia/Tokyo"] == seen["UTC"]
    assert seen["UTC"][0::2] == seen["UTC"][1::2]
    assert re.match(r"2024-01-0[123] ", seen["UTC"][0][0][0])
    assert all(labels and line for labels, line in seen["UTC"])
