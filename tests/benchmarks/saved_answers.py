"""The bytes that an answer leaves in a saved notebook, and what its picture costs."""

import json
import tempfile
from collections.abc import Iterator

from svcchat_magic.charts.pictures.chart_pictures import ChartPictures
from svcchat_magic.charts.pictures.palette_picture import repacked
from svcchat_magic.charts.pictures.picture_process import VEGA_LITE
from tests.benchmarks.figures import Cost, Figure, milliseconds, taking_turns
from tests.notebook.lab_kernel import Shown, lab_kernel

QUESTIONS = ("revenue by month", "top 5 products by revenue in 2024", "revenue by region")
CHART_TYPE = "application/vnd.vegalite.v5+json"


def figures() -> Iterator[Figure]:
    chart = None
    with tempfile.TemporaryDirectory() as folder, lab_kernel(folder, XDG_DATA_HOME=folder) as kernel:
        kernel.run("%load_ext svcchat_magic", "first")
        kernel.run("%%ask\nrevenue", "second")
        for question in QUESTIONS:
            shown = kernel.run(f"%%ask --new\n{question}", question)
            chart = chart or next(each[CHART_TYPE] for each in shown.displays if CHART_TYPE in each)
            yield _saved(question, shown)

    yield from _picture(chart)


def _saved(question: str, shown: Shown) -> Figure:
    outputs = [
        {"data": data, "metadata": metadata}
        for data, metadata in zip(shown.displays, shown.metadata, strict=True)
    ]
    whole = len(json.dumps(outputs)) / 1e3
    picture = sum(len(each.get("image/png", "")) for each in shown.displays) / 1e3
    chart = sum(len(json.dumps(each[CHART_TYPE])) for each in shown.displays if CHART_TYPE in each) / 1e3
    rest = whole - picture - chart
    told = f"{whole:.1f} kB: picture {picture:.1f}, chart {chart:.1f}, words and table {rest:.1f}"
    return Figure(f"“{question}”, saved", whole, 25, told, "", "kB")


def _picture(chart: object) -> Iterator[Figure]:
    import vl_convert

    spec = json.dumps(chart)
    png = vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=2)
    pictures = ChartPictures()
    ways = {
        "ours": lambda: pictures.draw(chart).result(),
        "vl_convert, PNG": lambda: vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=2),
        "vl_convert, SVG": lambda: vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE),
        "its packing": lambda: repacked(png),
    }
    costs = taking_turns(ways, rounds=9)
    pictures.close()
    beside = ", ".join(f"{name}: {_wall(costs[name])}" for name in ways if name != "ours")
    yield Figure(
        "a picture, warm", 1e3 * costs["ours"].wall.median, 60, _wall(costs["ours"]), beside, "ms wall"
    )
    packed = len(repacked(png)) / len(png)
    yield Figure(
        "a picture, packed", packed, 0.25, f"{len(repacked(png)):,} bytes", f"vl_convert: {len(png):,} bytes"
    )


def _wall(cost: Cost) -> str:
    return milliseconds(cost).partition("CPU, ")[2] + " wall"
