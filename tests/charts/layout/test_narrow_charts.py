"""Charts that give way to a narrow cell, compiled and drawn by the renderer of the pictures."""

import json
import random
import re

import pytest

from svcchat_magic.charts.layout.narrow_charts import can_narrow, following, narrowing
from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import Column, SqlResult
from tests.charts.chart_mutations import COLUMNS, ROWS, TYPES, mutated_specs

vl_convert = pytest.importorskip("vl_convert", reason="the extra `png` brings it")

REGIONS = ("North America", "South America", "Europe", "Asia Pacific")
CHANNELS = ("Marketplace", "Store", "Web", "Phone")
SHARED = {"x": {"field": "region", "type": "nominal"}, "y": {"field": "n", "type": "quantitative"}}
COLOUR = {"field": "channel", "type": "nominal", "legend": {"orient": "top", "title": None}}
CHARTS = {
    "bars": {"mark": "bar", "encoding": SHARED},
    "level": {"mark": "bar", "encoding": {**SHARED, "x": {**SHARED["x"], "axis": {"labelAngle": 0}}}},
    "legend": {"mark": "bar", "encoding": {**SHARED, "color": COLOUR}},
    "layers": {"layer": [{"mark": "bar"}, {"mark": "text"}], "encoding": SHARED},
    "below each other": {
        "vconcat": [{"mark": "bar", "encoding": SHARED}, {"mark": "tick", "encoding": SHARED}]
    },
    "of two heights": {
        "vconcat": [{"mark": "bar", "encoding": SHARED, "height": 100}, {"mark": "tick", "encoding": SHARED}]
    },
    "title": {
        "mark": "line",
        "title": "Revenue of all regions and channels by the month " * 2,
        "encoding": SHARED,
    },
}


def chart(spec, regions=REGIONS):
    columns = (Column("region", "String"), Column("n", "Double"), Column("channel", "String"))
    rows = [(region, 10.0 * at + 5, channel) for at, region in enumerate(regions) for channel in CHANNELS]
    found = SqlResult("T", "S", "", columns, tuple(rows), len(rows), vega_spec=json.dumps(spec))
    return chart_bundle(found).data[MIME_TYPE]


def drawn(chart, room=None):
    """The SVG of a chart that gives way, in a place of that room; where nothing tells of one, without."""
    compiled = vl_convert.vegalite_to_vega(json.dumps(narrowing(chart)), vl_version="5.21")
    for change in following(chart):
        *place, name = change["path"].split("/")[1:]
        there = compiled[place[0]] if place else compiled
        if name == "-":
            there.append(change["value"])
        else:
            there[int(name) if place else name] = change["value"]

    if room:
        next(each for each in compiled["signals"] if each["name"] == "room")["init"] = str(room)

    return vl_convert.vega_to_svg(json.dumps(compiled))


def seen(svg):
    """What is written on the chart and can be seen, each with whether it is slanted."""
    return [
        (text, "rotate" in looks)
        for looks, text in re.findall(r"<text([^>]*)>([^<]+)</text>", svg)
        if 'opacity="0"' not in looks
    ]


def names(svg):
    return [name for name, _ in seen(svg)]


@pytest.mark.long
@pytest.mark.parametrize("spec", CHARTS.values(), ids=CHARTS)
def test_a_chart_with_room_is_drawn_as_it_was(spec):
    wide = chart(spec)

    as_it_was = vl_convert.vegalite_to_svg(json.dumps(wide), vl_version="5.21")

    assert can_narrow(wide)
    assert vl_convert.vegalite_to_svg(json.dumps(narrowing(wide)), vl_version="5.21") == as_it_was
    if "vconcat" in spec:  # together as wide as a single one
        assert seen(drawn(wide)) == seen(as_it_was)
    else:
        assert drawn(wide) == as_it_was


@pytest.mark.long
@pytest.mark.parametrize("spec", CHARTS.values(), ids=CHARTS)
@pytest.mark.parametrize("room", [200, 300, 400, 500])
def test_in_a_narrow_place_it_is_so_wide_and_keeps_its_names(spec, room):
    narrow = drawn(chart(spec), room)

    assert f'width="{room}"' in narrow[:200]
    assert [names(narrow).count(region) for region in REGIONS] == [len(spec.get("vconcat", [1]))] * 4
    assert not spec.get("title") or any("…" in name for name in names(narrow))
    if "color" in spec.get("encoding", ()):
        assert set(CHANNELS) <= set(names(narrow))


def test_names_are_slanted_only_where_they_do_not_fit():
    bars = chart(CHARTS["bars"])

    slanted = [dict(seen(drawn(bars, room)))["Europe"] for room in (538, 500, 300)]

    assert slanted == [False, False, True]


def test_a_narrow_chart_that_leaves_names_out_says_how_many_it_shows():
    many = chart(CHARTS["bars"], [f"region {at}" for at in range(30)])

    wide, narrow = (names(drawn(many, room)) for room in (538, 300))

    assert sum("region " in name for name in wide) == 30
    assert not any("shown" in name for name in wide)
    assert sum("region " in name for name in narrow) == 15 + 1  # the title of the axis
    assert "region (15 of 30 names shown)" in narrow


def test_a_wide_chart_that_leaves_names_out_leaves_out_more_where_it_is_narrow():
    many = chart(CHARTS["bars"], [f"region {at}" for at in range(60)])

    wide, narrow = (names(drawn(many, room)) for room in (538, 300))

    assert "region (30 of 60 names shown)" in wide
    assert "region (15 of 60 names shown)" in narrow


def test_layers_of_one_axis_say_it_once():
    layer = {"mark": "bar", "encoding": SHARED}
    many = chart({"layer": [layer, {**layer, "mark": "tick"}]}, [f"region {at}" for at in range(30)])

    assert names(drawn(many, 300)).count("region (15 of 30 names shown)") == 1


@pytest.mark.parametrize("side", ["x", "y"])
def test_long_names_are_cut_shorter_in_a_narrow_place(side):
    regions = [f"{at} of the long names that a region may have" for at in ("First", "Second", "Third")]
    encoding = {side: SHARED["x"], "y" if side == "x" else "x": SHARED["y"]}
    long = chart({"mark": "bar", "encoding": encoding}, regions)

    wide, narrow = ([name for name in names(drawn(long, room)) if "of the" in name] for room in (538, 300))

    assert len(wide) == len(narrow) == 3
    assert all(name.endswith("…") for name in narrow)
    assert max(map(len, narrow)) < max(map(len, wide))


@pytest.mark.parametrize(
    "spec",
    [
        {"hconcat": [CHARTS["bars"], CHARTS["bars"]]},
        {"vconcat": [CHARTS["bars"], {**CHARTS["bars"], "width": 300}]},
        {"vconcat": [CHARTS["bars"], {"hconcat": [CHARTS["bars"]]}]},
        {**CHARTS["bars"], "encoding": {**SHARED, "row": {"field": "channel"}}},
        {**CHARTS["bars"], "width": 150},
    ],
    ids=["side by side", "of two widths", "put together", "divided", "small"],
)
def test_other_charts_and_small_ones_keep_their_widths(spec):
    assert not can_narrow(chart(spec))


@pytest.mark.parametrize("version", ["5.8", "5.21"])
def test_a_single_chart_is_compiled_with_the_one_signal_that_the_patch_replaces(version):
    columns = tuple(Column(name, kind) for name, kind in zip(COLUMNS, TYPES, strict=True))
    rows = tuple(map(tuple, ROWS))
    compiled = []
    for spec in mutated_specs(random.Random(7), 150):
        found = SqlResult("T", "S", "", columns, rows, len(rows), vega_spec=json.dumps(spec))
        try:
            wide = chart_bundle(found).data[MIME_TYPE]
            if can_narrow(wide):
                compiled.append(vl_convert.vegalite_to_vega(json.dumps(narrowing(wide)), vl_version=version))
        except (ChartRefused, ValueError):
            continue

    assert len(compiled) > 20
    assert {one["signals"][0]["name"] for one in compiled} == {"room"}
    lists = {each["name"] for one in compiled for each in one["signals"][1:]}
    assert [name for name in lists if not re.fullmatch(r"(narrow_)?(names|cut)_\d+", name)] == []
    assert all("width" in one for one in compiled)
