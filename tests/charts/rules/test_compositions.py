"""Charts made of charts, and the sizes up to which a specification is read."""

import json

import pytest

from svcchat_magic.charts.rules.safe_chart import read_spec, rebuild_spec
from svcchat_magic.errors import ChartRefused

COLUMNS = ("month", "revenue", "channel")
X = {"field": "month", "type": "temporal"}
Y = {"field": "revenue", "type": "quantitative"}
ROW = {"field": "channel", "type": "nominal"}
RESOLVED = (
    "x",
    "y",
    "theta",
    "radius",
    "color",
    "fill",
    "stroke",
    "size",
    "shape",
    "opacity",
    "xOffset",
    "yOffset",
)
LINE = {"mark": "line", "encoding": {"x": X, "y": Y}}


def rebuilt(given):
    found = rebuild_spec(json.dumps(given), COLUMNS)
    assert found.pop("$schema") == "https://vega.github.io/schema/vega-lite/v5.json"
    return found


@pytest.mark.parametrize("facet", [ROW, {"row": ROW}, {"column": ROW}, {"row": ROW, "column": X}])
def test_a_chart_is_split_by_a_column_by_rows_or_by_both(facet):
    given = {"facet": facet, "spec": LINE, "spacing": 5}

    assert rebuilt(given) == given


def test_of_a_facets_sides_only_those_of_a_column_are_taken():
    found = rebuilt({"facet": {"row": ROW, "column": "channel", "other": ROW}, "spec": LINE})

    assert found["facet"] == {"row": ROW}


@pytest.mark.parametrize("word", ["hconcat", "vconcat", "concat"])
def test_charts_beside_each_other_keep_their_own_frames(word):
    arranged = {
        "align": "each",
        "bounds": "flush",
        "center": True,
        "spacing": 5,
        "resolve": {part: dict.fromkeys(RESOLVED, "independent") for part in ("scale", "axis", "legend")},
    }
    columns = {"columns": 2} if word == "concat" else {}
    given = {"title": "All", word: [{**LINE, "title": "One", "width": 100}, LINE], **arranged, **columns}

    assert rebuilt(given) == given


@pytest.mark.parametrize(
    ("name", "value", "is_kept"),
    [
        *(("align", value, True) for value in ("all", "each", "none")),
        *(("bounds", value, True) for value in ("full", "flush")),
        ("align", "left", False),
        ("bounds", "none", False),
        ("center", "yes", False),
        *((("columns", value, value in (1, 40))) for value in (0, 1, 40, 41)),
        *((("spacing", value, value in (0, 200))) for value in (-1, 0, 200, 201)),
        ("resolve", {"scale": {"x": "shared"}}, True),
    ],
)
def test_charts_are_arranged_within_bounds(name, value, is_kept):
    found = rebuilt({"concat": [LINE], name: value})

    assert found == {"concat": [LINE], **({name: value} if is_kept else {})}


def test_layers_have_one_frame_and_may_share_their_encoding():
    layers = [{"mark": "line", "encoding": {"y": Y}, "width": 100, "title": "One"}]

    found = rebuilt({"layer": layers, "encoding": {"x": X}, "width": 300, "title": "All"})

    assert found == {
        "layer": [{"mark": "line", "encoding": {"y": Y}}],
        "encoding": {"x": X},
        "width": 300,
        "title": "All",
    }


def test_only_layers_share_an_encoding():
    assert "encoding" not in rebuilt({"hconcat": [LINE], "encoding": {"x": X}})


@pytest.mark.parametrize("inside", ["layer", "hconcat", "vconcat", "concat"])
def test_a_split_chart_is_no_part_of_another(inside):
    split = {"facet": ROW, "spec": LINE}

    for given in ({inside: [split]}, {"facet": ROW, "spec": split}):
        with pytest.raises(ChartRefused):
            rebuilt(given)


@pytest.mark.parametrize("facet", ["channel", [ROW], 7, None, {}, {"row": "channel"}])
def test_a_chart_split_by_no_column_is_drawn_whole(facet):
    assert rebuilt({"facet": facet, "spec": LINE}) == {"facet": {}, "spec": LINE}


@pytest.mark.parametrize("word", ["layer", "hconcat"])
def test_one_part_that_reads_a_column_makes_a_chart(word):
    given = {word: [LINE, {"mark": "rule", "encoding": {"y": {"datum": 5}}}]}

    assert rebuilt(given) == given


@pytest.mark.parametrize("parts", [[], {}, "line", None])
def test_a_chart_of_parts_has_some(parts):
    with pytest.raises(ChartRefused, match="parts that are not there"):
        rebuilt({"layer": parts})


@pytest.mark.parametrize("step", [4, 60])
def test_a_width_may_be_so_much_for_each_bar(step):
    given = {**LINE, "width": {"step": step}, "view": {"stroke": None}}

    assert rebuilt(given) == given


@pytest.mark.parametrize("size", ["container", "560", True, None, [300], {"step": 3}, {"step": 61}, {}])
def test_a_size_that_is_none_is_left_out(size):
    assert rebuilt({**LINE, "width": size, "height": size}) == LINE


@pytest.mark.case("V14")
@pytest.mark.parametrize("value", [[], [LINE], 1, "text", None, True])
def test_a_specification_is_an_object(value):
    with pytest.raises(ChartRefused, match="not an object"):
        read_spec(json.dumps(value))


@pytest.mark.case("V14")
def test_a_specification_of_exactly_the_longest_text_is_read_and_one_more_byte_is_not():
    def padded(character, size):
        text = json.dumps(LINE)
        return text + " " * (size - len(text) - len(character.encode())) + character

    assert read_spec(padded(" ", 100_000)) == LINE
    for character, size in ((" ", 100_001), ("é", 100_001)):
        with pytest.raises(ChartRefused, match="longer than 100 KB"):
            read_spec(padded(character, size))


@pytest.mark.case("V14")
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_a_specification_of_exactly_the_greatest_depth_is_read_and_one_level_more_is_not(start, end):
    def nested(depth):
        return f'{{"usermeta":{start * (depth - 1)}1{end * (depth - 1)}}}'

    assert read_spec(nested(12))
    with pytest.raises(ChartRefused, match="nested too deeply"):
        read_spec(nested(13))
