"""A chart says once what its theme says."""

from svcchat_magic.charts.layout.repeated_looks import without_repeats
from svcchat_magic.charts.result_charts import LOOKS

CONFIG = LOOKS["config"]
USUAL = CONFIG["axis"]


def test_what_the_theme_says_is_left_out_and_all_else_stays():
    view = {
        "title": {"text": "Revenue", "anchor": "start", "fontSize": 20},
        "mark": {"type": "text", "color": CONFIG["mark"]["color"]},
        "encoding": {
            "x": {"field": "a", "axis": {**USUAL, "format": "%Y", "tickColor": "red"}},
            "y": {"field": "b", "axis": None},
            "color": {"field": "c", "legend": {"titleFontWeight": 500, "columns": 2}},
            "tooltip": [{"field": "a"}],
        },
    }

    assert without_repeats(view, CONFIG) == {
        "title": {"text": "Revenue", "fontSize": 20},
        "mark": view["mark"],
        "encoding": {
            "x": {"field": "a", "axis": {"format": "%Y", "tickColor": "red"}},
            "y": {"field": "b", "axis": None},
            "color": {"field": "c", "legend": {"columns": 2}},
            "tooltip": [{"field": "a"}],
        },
    }


def test_views_inside_a_view_are_read_too():
    part = {"mark": "bar", "encoding": {"y": {"axis": {"labelPadding": USUAL["labelPadding"], "offset": 3}}}}
    less = {"mark": "bar", "encoding": {"y": {"axis": {"offset": 3}}}}

    assert without_repeats({"layer": [part]}, CONFIG) == {"layer": [less]}
    assert without_repeats({"vconcat": [{"layer": [part]}]}, CONFIG) == {"vconcat": [{"layer": [less]}]}
    assert without_repeats({"facet": {"field": "a"}, "spec": part}, CONFIG)["spec"] == less
