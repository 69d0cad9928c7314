"""Names along a chart's foot and in a legend above it."""

import pytest

from svcchat_magic.charts.layout.labels import with_labels
from tests.charts.safe_spec import OUR_LABEL, is_list_of_names

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
    ("names", "x", "is_slanted", "overlap"),
    [
        (["web", "shop"], X, False, None),
        (LONG, X, True, False),
        (MANY, X, True, False),
        (MANY, {"field": "kind", "type": "quantitative"}, False, None),
        (MANY, {**X, "type": "ordinal", "timeUnit": "month"}, False, None),
        (MANY, {**X, "axis": {"labelAngle": -90}}, False, False),
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
def test_names_are_level_where_they_fit_and_slanted_elsewhere(names, x, is_slanted, overlap):
    view = {"mark": "bar", "height": 200, "width": 460, "encoding": {"x": x, "y": Y}}

    found = axis(view, names)

    assert (found.get("labelAngle") == -35) == is_slanted
    assert found.get("labelOverlap") == overlap


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
    view = {"mark": "bar", "height": 200, "width": 470, "autosize": FITTED, "encoding": {"x": X, **more}}

    assert ("labelAngle" in axis(view, names)) == is_slanted


def test_each_of_several_charts_is_judged_by_its_own_width():
    part = {"mark": "bar", "encoding": {"x": X, "y": Y}}
    view = {"hconcat": [{**part, "height": 200, "width": 240}, {**part, "height": 200, "width": 400}]}

    narrow, wide = with_labels(view, rows(["North America", "South America", "Europe"]))["hconcat"]

    assert narrow["encoding"]["x"]["axis"]["labelAngle"] == -35
    assert wide == {**part, "height": 200, "width": 400}


def test_layers_and_small_charts_have_their_names_laid_out_too():
    x = {"x": X}
    layered = {
        "layer": [{"mark": "bar", "encoding": x}, {"mark": "rule"}],
        "height": 200,
        "width": 100,
        "encoding": {"y": Y},
    }
    faceted = {"facet": {"field": "n"}, "spec": {"mark": "bar", "encoding": x, "height": 200, "width": 100}}

    layer = with_labels(layered, rows(LONG))["layer"][0]
    small = with_labels(faceted, rows(LONG))["spec"]

    assert layer["encoding"]["x"]["axis"] == small["encoding"]["x"]["axis"]
    assert layer["encoding"]["x"]["axis"]["labelAngle"] == -35


def test_names_that_a_filter_takes_out_take_no_room():
    view = {"mark": "bar", "height": 200, "width": 460, "encoding": {"x": X, "y": Y}}
    filtered = {**view, "transform": [{"filter": {"field": "kind", "oneOf": ["number 1", "number 2"]}}]}

    assert "labelAngle" not in axis(filtered, MANY)


@pytest.mark.parametrize(("width", "columns"), [(271, None), (260, 2), (190, 1), (60, 1)])
def test_a_legend_above_the_chart_has_lines_that_fit(width, columns):
    colour = {**X, "legend": {"orient": "top"}}
    view = {"mark": "line", "height": 200, "width": width, "encoding": {"x": Y, "y": Y, "color": colour}}

    legend = with_labels(view, rows(["Marketplace", "Store", "Web", "Phone"]))["encoding"]["color"]["legend"]

    assert legend.get("columns") == columns


NAMED = [f"{wood} bookcase with {count} shelves and doors" for wood in ("Alder", "Birch") for count in (3, 4)]


def bars(names, width=460, height=200, **more):
    view = {"mark": "bar", "height": height, "width": width, "encoding": {"y": X, "x": Y, **more}}
    return with_labels({**view, "autosize": FITTED}, rows(names))


def shown(view):
    """What is written for each name that is cut."""
    names, cut = (
        next(each["value"] for each in view["params"] if each["name"].startswith(word))
        for word in ("names", "cut")
    )
    return dict(zip(names, cut, strict=True))


def test_long_names_are_cut_and_stand_whole_in_the_tooltip():
    view = bars(NAMED)

    assert shown(view) == {name: " ".join(name.split()[:5]) + "…" for name in NAMED}
    assert view["encoding"]["y"]["axis"]["labelExpr"] == (
        "indexof(names_180, datum.value) < 0 ? datum.label : cut_180[indexof(names_180, datum.value)]"
    )
    assert view["mark"] == {"type": "bar", "tooltip": True}
    assert view["encoding"]["y"]["field"] == "kind"


@pytest.mark.parametrize(
    ("given", "tooltip"),
    [([Y], [Y, X]), ({**Y}, [Y, X]), ([Y, X], [Y, X]), ([{"value": "its words"}], [{"value": "its words"}])],
    ids=["a list", "a field", "with the name", "words"],
)
def test_a_tooltip_of_its_own_gets_the_name_that_is_cut(given, tooltip):
    assert bars(NAMED, tooltip=given)["encoding"]["tooltip"] == tooltip
    assert bars(["web"], tooltip=given)["encoding"]["tooltip"] == given


def test_names_that_fit_need_no_expression_and_no_parameter():
    view = bars(["web", "shop", "marketplace"])

    assert "params" not in view
    assert view["mark"] == "bar"
    assert "axis" not in view["encoding"]["y"]


@pytest.mark.case("V02")
def test_no_text_of_a_result_is_part_of_an_expression():
    hostile = [f"' + alert({at}) + '{'x' * 40}" for at in range(60)]

    view = bars(hostile, color={**X, "legend": {"orient": "top"}})
    upright = with_labels(
        {"mark": "bar", "height": 200, "width": 200, "encoding": {"x": X, "y": Y}}, rows(hostile)
    )

    written = [
        view["encoding"]["y"]["axis"]["labelExpr"],
        view["encoding"]["color"]["legend"]["labelExpr"],
        upright["encoding"]["x"]["axis"]["labelExpr"],
    ]
    assert [each for each in written if not OUR_LABEL.fullmatch(each)] == []
    assert all(map(is_list_of_names, (*view["params"], *upright["params"])))
    assert "alert" in str(view["params"])  # the control


@pytest.mark.parametrize(
    ("x", "title"),
    [
        (X, "kind (20 of 40 names shown)"),
        ({**X, "title": "Kind"}, "Kind (20 of 40 names shown)"),
        ({**X, "axis": {"title": "Sort"}}, "Sort (20 of 40 names shown)"),
        ({**X, "title": None}, "20 of 40 names shown"),
        ({**X, "title": ["Two", "lines"]}, ["Two", "lines", "20 of 40 names shown"]),
    ],
)
def test_an_axis_that_leaves_names_out_says_how_many_it_shows(x, title):
    view = {"mark": "bar", "height": 200, "width": 300, "encoding": {"x": x, "y": Y}}

    found = axis(view, MANY)

    assert found["title"] == title
    assert found["labelExpr"] == "round(datum.index * 39) % 2 ? '' : (datum.label)"


def test_an_axis_with_every_name_says_nothing():
    view = {"mark": "bar", "height": 200, "width": 300, "encoding": {"x": X, "y": Y}}

    found = axis(view, MANY[:20])

    assert found["labelOverlap"] is False
    assert not found.keys() & {"title", "labelExpr"}


@pytest.mark.parametrize(
    ("more", "x"),
    [
        (
            {
                "transform": [
                    {"window": [{"op": "rank", "as": "rank"}]},
                    {"filter": {"field": "rank", "lte": 5}},
                ]
            },
            X,
        ),
        ({}, {**X, "axis": {"values": ["number 1", "number 2"]}}),
    ],
    ids=["computed", "listed"],
)
def test_names_that_are_not_known_here_are_not_counted(more, x):
    view = {"mark": "bar", "height": 200, "width": 300, "encoding": {"x": x, "y": Y}, **more}

    found = axis(view, MANY)

    assert found["labelOverlap"] is True
    assert not found.keys() & {"title", "labelExpr"}


def test_names_beside_a_chart_that_is_too_low_for_them_are_counted():
    y = bars(MANY, height=260)["encoding"]["y"]

    assert y["axis"]["title"] == "kind (20 of 40 names shown)"
    assert bars(MANY, height=520)["encoding"]["y"] == X
