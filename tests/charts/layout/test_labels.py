"""Names along a chart's foot and in a legend above it."""

import pytest

from svcchat_magic.charts.layout.labels import with_labels

X = {"field": "kind", "type": "nominal"}
Y = {"field": "n", "type": "quantitative"}
FITTED = {"type": "fit-x", "contains": "padding"}
LONG = ["a very long name of a product", "another one that is as long", "and one more of that kind"]
MANY = [f"number {at}" for at in range(40)]


def rows(names):
    return [{"kind": name, "n": at} for at, name in enumerate(names)]


def axis(view, names):
    return with_labels(view, rows(names))["encoding"]["x"].get("axis", {})


@pytest.mark.parametrize(
    ("names", "x", "is_slanted", "may_be_left_out"),
    [
        (["web", "shop"], X, False, None),
        (LONG, X, True, False),
        (MANY, X, True, True),
        (MANY, {"field": "kind", "type": "quantitative"}, False, None),
        (MANY, {**X, "type": "ordinal", "timeUnit": "month"}, False, None),
        (MANY, {**X, "axis": {"labelAngle": -90}}, False, None),
        (LONG, {**X, "axis": {"labelAngle": 0, "grid": False}}, True, False),
        (
            ["東京都の売上げ", "大阪府の売上げ", "北海道売上げ", "福岡県の売上げ", "京都府の売上げ"],
            X,
            True,
            False,
        ),
    ],
    ids=["few", "long", "many", "numbers", "times", "with an angle", "said to be level", "wide letters"],
)
def test_names_are_level_where_they_fit_and_slanted_elsewhere(names, x, is_slanted, may_be_left_out):
    view = {"mark": "bar", "width": 460, "encoding": {"x": x, "y": Y}}

    found = axis(view, names)

    assert (found.get("labelAngle") == -35) == is_slanted
    assert found.get("labelOverlap") == may_be_left_out


@pytest.mark.parametrize(
    ("more", "is_slanted"),
    [
        ({}, False),
        ({"y": Y}, False),
        ({"y": Y, "color": {"field": "n", "type": "quantitative"}}, True),
        ({"y": Y, "color": {**X, "legend": None}}, False),
        ({"y": Y, "color": {**X, "legend": {"orient": "top"}}}, False),
        ({"y": {"field": "kind", "type": "nominal"}}, False),
        ({"y": {**Y, "axis": None}, "color": {"field": "n", "type": "quantitative"}}, False),
    ],
)
def test_what_stands_beside_a_single_chart_takes_of_its_width(more, is_slanted):
    names = ["North America", "South America", "Europe", "Asia"]
    view = {"mark": "bar", "width": 470, "autosize": FITTED, "encoding": {"x": X, **more}}

    assert ("labelAngle" in axis(view, names)) == is_slanted


def test_each_of_several_charts_is_judged_by_its_own_width():
    part = {"mark": "bar", "encoding": {"x": X, "y": Y}}
    view = {"hconcat": [{**part, "width": 240}, {**part, "width": 400}]}

    narrow, wide = with_labels(view, rows(["North America", "South America", "Europe"]))["hconcat"]

    assert narrow["encoding"]["x"]["axis"]["labelAngle"] == -35
    assert wide == {**part, "width": 400}


def test_layers_and_small_charts_have_their_names_laid_out_too():
    x = {"x": X}
    layered = {
        "layer": [{"mark": "bar", "encoding": x}, {"mark": "rule"}],
        "width": 100,
        "encoding": {"y": Y},
    }
    faceted = {"facet": {"field": "n"}, "spec": {"mark": "bar", "encoding": x, "width": 100}}

    layer = with_labels(layered, rows(LONG))["layer"][0]
    small = with_labels(faceted, rows(LONG))["spec"]

    assert layer["encoding"]["x"]["axis"] == small["encoding"]["x"]["axis"]
    assert layer["encoding"]["x"]["axis"]["labelAngle"] == -35


def test_names_that_a_filter_takes_out_take_no_room():
    view = {"mark": "bar", "width": 460, "encoding": {"x": X, "y": Y}}
    filtered = {**view, "transform": [{"filter": {"field": "kind", "oneOf": ["number 1", "number 2"]}}]}

    assert "labelAngle" not in axis(filtered, MANY)


@pytest.mark.parametrize(("width", "columns"), [(270, None), (260, 2), (190, 1), (60, 1)])
def test_a_legend_above_the_chart_has_lines_that_fit(width, columns):
    colour = {**X, "legend": {"orient": "top"}}
    view = {"mark": "line", "width": width, "encoding": {"x": Y, "y": Y, "color": colour}}

    legend = with_labels(view, rows(["Marketplace", "Store", "Web", "Phone"]))["encoding"]["color"]["legend"]

    assert legend.get("columns") == columns
