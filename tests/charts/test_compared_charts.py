"""The charts of a comparison: equal scales, one legend, and a label above each."""

import json
import re

import pytest

from svcchat_magic.charts.compared_charts import compared_charts
from svcchat_magic.charts.layout.narrow_charts import can_narrow, following, narrowing
from svcchat_magic.charts.result_charts import MIME_TYPE
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import Column, SqlResult

vl_convert = pytest.importorskip("vl_convert", reason="the extra `png` brings it")

COLUMNS = (Column("region", "String"), Column("n", "Double"), Column("channel", "String"))
NAMES = {"field": "region", "type": "nominal"}
AMOUNTS = {"field": "n", "type": "quantitative"}
BARS = {"title": {"text": "N by region", "subtitle": "2024"}, "mark": "bar"}
UPRIGHT = {**BARS, "encoding": {"x": NAMES, "y": AMOUNTS}}
LYING = {**BARS, "encoding": {"x": AMOUNTS, "y": NAMES}}
FEW = (("Europe", 5.0, "Web"), ("Asia Pacific", 7.0, "Store"))
MANY = (("Europe", 50.0, "Store"), ("North America", 12.0, "Phone"))


def result(rows, spec=UPRIGHT, total=None):
    return SqlResult(
        "T", "S", "", COLUMNS, tuple(rows), len(rows) if total is None else total, vega_spec=json.dumps(spec)
    )


def compared(*sides):
    return compared_charts(sides).data[MIME_TYPE]


def drawn(chart, room):
    """The SVG of the charts in a cell of that room."""
    compiled = vl_convert.vegalite_to_vega(json.dumps(narrowing(chart)), vl_version="5.21")
    for change in following(chart):
        *places, name = change["path"].split("/")[1:]
        there = compiled
        for place in places:
            there = there[place]

        if name == "-":
            there.append(change["value"])
        else:
            there[int(name) if isinstance(there, list) else name] = change["value"]

    next(each for each in compiled["signals"] if each["name"] == "whole")["init"] = str(room)
    return vl_convert.vega_to_svg(json.dumps(compiled))


def places_of(svg):
    """Where each of the charts begins: x and y."""
    parts = re.findall(r"concat_\d_group[^>]*><g transform=.translate\(([\d.-]+),([\d.-]+)\)", svg, re.DOTALL)
    return [tuple(map(float, each)) for each in parts]


@pytest.mark.parametrize(
    ("room", "is_beside"),
    [(300, False), (340 * 2 + 23, False), (340 * 2 + 24, True), (1100, True)],
)
def test_charts_are_beside_each_other_from_the_room_that_both_need(room, is_beside):
    chart = compared(("ada", result(FEW)), ("ben", result(MANY)))

    svg = drawn(chart, room)
    (left, top), (right, bottom) = places_of(svg)

    assert can_narrow(chart)
    assert f'width="{room}"' in svg[:200]
    assert (right > left, bottom > top) == (is_beside, not is_beside)


def test_three_charts_take_as_many_places_as_there_is_room_for():
    chart = compared(*((name, result(FEW)) for name in ("ada", "ben", "cho")))

    tops = [len({top for _, top in places_of(drawn(chart, room))}) for room in (500, 800, 1200)]

    assert tops == [3, 2, 1]


@pytest.mark.parametrize(("spec", "channel"), [(UPRIGHT, "y"), (LYING, "x")])
def test_amounts_have_one_scale_and_names_their_own(spec, channel):
    chart = compared(("ada", result(FEW, spec)), ("ben", result(MANY, spec)))

    assert chart["resolve"] == {"scale": {channel: "shared"}}


def test_each_chart_has_its_own_rows_its_label_and_what_its_title_says_below():
    chart = compared(("ada", result(FEW)), ("ben", result(MANY, total=9)))

    assert [[row["n"] for row in part["data"]["values"]] for part in chart["concat"]] == [[5, 7], [50, 12]]
    assert [(part["title"]["text"], part["title"]["subtitle"]) for part in chart["concat"]] == [
        ("ada", ["2024"]),
        ("ben", ["2024", "First 2 of 9 rows"]),
    ]
    assert chart["description"].startswith("ada: bar chart")


def test_one_colour_means_the_same_in_every_chart():
    spec = {**UPRIGHT, "encoding": {**UPRIGHT["encoding"], "color": {"field": "channel", "type": "nominal"}}}

    compiled = vl_convert.vegalite_to_vega(
        json.dumps(compared(("ada", result(FEW, spec)), ("ben", result(MANY, spec)))), vl_version="5.21"
    )

    assert [scale["name"] for scale in compiled["scales"]].count("color") == 1
    assert len(compiled["legends"]) == 1


@pytest.mark.parametrize(
    "spec",
    [
        {"vconcat": [UPRIGHT, UPRIGHT]},
        {**UPRIGHT, "encoding": {**UPRIGHT["encoding"], "column": {"field": "channel", "type": "nominal"}}},
        "no chart",
    ],
    ids=["several", "small multiples", "none"],
)
def test_what_is_not_one_chart_is_refused(spec):
    with pytest.raises(ChartRefused):
        compared(("ada", result(FEW)), ("ben", result(MANY, spec)))


def test_a_services_own_concat_keeps_its_width():
    chart = {"concat": [{"mark": "bar", "width": 300}, {"mark": "bar", "width": 300}], "data": {"values": []}}

    assert not can_narrow(chart)
