import json
import re

import altair
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcchat_magic.charts.rules.fields import field_names
from svcchat_magic.charts.rules.safe_chart import SCHEMA, rebuild_spec
from svcchat_magic.errors import ChartRefused
from tests.charts.safe_spec import forbidden

COLUMNS = ("month", "revenue", "channel")
X = {"field": "month", "type": "temporal"}
Y = {"field": "revenue", "type": "quantitative"}


def spec(**more):
    return {"mark": "line", "encoding": {"x": X, "y": Y}, **more}


def rebuilt(given, columns=COLUMNS):
    return rebuild_spec(json.dumps(given), columns)


def is_valid(value):
    """Vega-Lite's own schema accepts it once it has data."""
    altair.Chart.from_dict({**value, "data": {"values": []}})
    return True


ANALYST_SPECS = [
    pytest.param(
        {
            "$schema": SCHEMA,
            "title": {
                "text": "Revenue",
                "anchor": "start",
                "fontSize": 13,
                "fontWeight": 600,
                "color": "#888",
                "offset": 10,
            },
            "width": 560,
            "height": 220,
            "mark": {
                "type": "line",
                "strokeWidth": 2,
                "color": "#5b6ee1",
                "point": {"size": 26, "filled": True, "color": "#5b6ee1"},
            },
            "encoding": {
                "x": {
                    **X,
                    "title": None,
                    "axis": {
                        "labelColor": "#888",
                        "gridColor": "rgba(128,128,128,.22)",
                        "format": "Q%q %Y",
                        "grid": False,
                        "tickCount": {"interval": "month", "step": 2},
                        "labelAngle": 0,
                        "labelOverlap": True,
                    },
                },
                "y": {
                    **Y,
                    "title": None,
                    "axis": {"format": "~s", "tickCount": 5, "domain": False},
                    "scale": {"zero": False, "nice": True},
                },
                "color": {
                    "field": "channel",
                    "type": "nominal",
                    "title": None,
                    "scale": {"domain": ["web", "shop"], "range": ["#5b6ee1", "#2f9e6e"]},
                    "legend": {
                        "orient": "top",
                        "title": None,
                        "labelColor": "#888",
                        "labelFontSize": 11,
                        "symbolSize": 60,
                    },
                },
                "tooltip": [
                    {**X, "title": "Month", "format": "%b %Y"},
                    {**Y, "title": "Revenue", "format": ",.2~f"},
                ],
            },
            "transform": [{"filter": {"field": "channel", "oneOf": ["web", "shop"]}}],
        },
        id="trend",
    ),
    pytest.param(
        {
            "mark": {"type": "bar", "color": "#5b6ee1", "cornerRadiusEnd": 2},
            "encoding": {
                "x": {
                    "field": "channel",
                    "type": "nominal",
                    "sort": "-y",
                    "title": None,
                    "axis": {"labelLimit": 120, "ticks": False},
                },
                "xOffset": {"field": "month", "type": "ordinal", "timeUnit": "yearmonthdate"},
                "y": Y,
                "color": {
                    "field": "month",
                    "type": "ordinal",
                    "timeUnit": "yearmonthdate",
                    "scale": {"range": ["#aab2d5", "#5b6ee1"]},
                },
            },
        },
        id="growth",
    ),
    pytest.param(
        {
            "layer": [
                {"mark": {"type": "bar", "opacity": 0.5}, "encoding": {"y": {**Y, "stack": "normalize"}}},
                {"mark": {"type": "rule", "strokeDash": [4, 2]}, "encoding": {"y": {"datum": 5}}},
                {
                    "mark": {"type": "text", "dy": -4, "align": "center"},
                    "encoding": {"text": {**Y, "format": ",.0f"}, "y": Y},
                },
            ],
            "encoding": {"x": {**X, "timeUnit": "yearmonth"}},
            "resolve": {"scale": {"y": "independent"}},
        },
        id="layer",
    ),
    pytest.param(
        {
            "facet": {"field": "channel", "type": "nominal", "header": {"title": None}},
            "columns": 2,
            "spec": {"mark": "area", "encoding": {"x": X, "y": {**Y, "aggregate": "sum"}}},
        },
        id="facet",
    ),
    pytest.param(
        {
            "hconcat": [
                {
                    "mark": {"type": "arc", "innerRadius": 40},
                    "encoding": {"theta": Y, "color": {"field": "channel", "type": "nominal"}},
                },
                {"mark": "boxplot", "encoding": {"x": {"field": "channel", "type": "nominal"}, "y": Y}},
                {
                    "mark": "bar",
                    "encoding": {
                        "x": {**Y, "bin": {"maxbins": 20}},
                        "y": {"aggregate": "count", "type": "quantitative"},
                    },
                },
            ]
        },
        id="concat",
    ),
    pytest.param(
        {
            "transform": [
                {"timeUnit": "year", "field": "month", "as": "the year"},
                {
                    "aggregate": [{"op": "sum", "field": "revenue", "as": "total"}],
                    "groupby": ["the year", "channel"],
                },
                {
                    "window": [{"op": "rank", "as": "rank"}],
                    "sort": [{"field": "total", "order": "descending"}],
                    "groupby": ["channel"],
                },
                {
                    "filter": {
                        "and": [{"field": "rank", "lte": 5}, {"not": {"field": "channel", "equal": "web"}}]
                    }
                },
            ],
            "mark": "bar",
            "encoding": {
                "x": {"field": "the year", "type": "temporal"},
                "y": {"field": "total", "type": "quantitative"},
                "color": {
                    "field": "channel",
                    "type": "nominal",
                    "sort": {"field": "total", "op": "max", "order": "descending"},
                },
            },
        },
        id="transforms",
    ),
    pytest.param(
        {
            "transform": [{"fold": ["revenue", "month"], "as": ["what", "amount"]}],
            "mark": "point",
            "encoding": {
                "x": {"field": "what", "type": "nominal"},
                "y": {"field": "amount", "type": "quantitative"},
            },
        },
        id="fold",
    ),
]


@pytest.mark.parametrize("given", ANALYST_SPECS)
def test_what_a_good_analyst_draws_is_kept_whole(given):
    found = rebuilt(given)

    assert {**found, "$schema": SCHEMA} == {**given, "$schema": SCHEMA}
    assert is_valid(found)


DROPPED = [
    pytest.param(spec(data={"url": "http://evil.example/x.json"}), id="V01", marks=pytest.mark.case("V01")),
    pytest.param(spec(data={"url": "/api/contents/x"}), id="V01 relative", marks=pytest.mark.case("V01")),
    pytest.param(
        spec(transform=[{"lookup": "month", "from": {"data": {"url": "http://evil.example"}, "key": "a"}}]),
        id="V02",
        marks=pytest.mark.case("V02"),
    ),
    pytest.param(
        {"layer": [spec(data={"url": "//evil"})], "datasets": {"a": [1]}},
        id="V02 layer",
        marks=pytest.mark.case("V02"),
    ),
    pytest.param(
        spec(
            config={
                "image": {"url": "http://evil"},
                "mark": {"href": "http://evil"},
                "style": {"a": {"url": "x"}},
            }
        ),
        id="V04",
        marks=pytest.mark.case("V04"),
    ),
    pytest.param(
        spec(
            encoding={"x": X, "y": Y, "href": {"value": "javascript:alert(1)"}, "url": {"field": "channel"}}
        ),
        id="V05",
        marks=pytest.mark.case("V05"),
    ),
    pytest.param(
        spec(mark={"type": "line", "href": "http://evil", "cursor": "url(http://evil)", "url": "x"}),
        id="V05 mark",
        marks=pytest.mark.case("V05"),
    ),
    pytest.param(
        spec(usermeta={"embedOptions": {"ast": False, "loader": {}, "patch": "http://evil"}}),
        id="V06",
        marks=pytest.mark.case("V06"),
    ),
    pytest.param(
        {**spec(), "$schema": "https://vega.github.io/schema/vega/v5.json", "signals": [{}]},
        id="V07",
        marks=pytest.mark.case("V07"),
    ),
    pytest.param(
        spec(
            params=[{"name": "a", "expr": "1", "select": "point", "bind": {"input": "text"}}],
            transform=[
                {"calculate": "datum.a", "as": "z"},
                {"filter": "datum.revenue > 1"},
                {"filter": {"param": "a"}},
            ],
            title={"text": {"expr": "1"}, "subtitle": {"signal": "x"}},
        ),
        id="V08",
        marks=pytest.mark.case("V08"),
    ),
    pytest.param(
        spec(
            encoding={
                "x": {
                    **X,
                    "axis": {
                        "labelExpr": "1",
                        "labelColor": {"condition": {"test": "1", "value": "red"}, "value": "blue"},
                    },
                },
                "y": {**Y, "scale": {"domain": {"signal": "x"}, "range": {"expr": "1"}}},
                "color": {"condition": {"test": "1", "value": "red"}, "value": {"expr": "1"}},
            }
        ),
        id="V08 encoding",
        marks=pytest.mark.case("V08"),
    ),
    pytest.param(
        spec(
            mark={
                "type": "line",
                "color": "url(#a)",
                "fill": "URL(http://evil)",
                "font": "url(x)",
                "stroke": {"gradient": "linear"},
            }
        ),
        id="V13",
        marks=pytest.mark.case("V13"),
    ),
    pytest.param(
        spec(title="</script><script>alert(1)</script><!--"), id="V16", marks=pytest.mark.case("V16")
    ),
    pytest.param(spec(projection={"type": "mercator"}, name="x", description="http://evil"), id="projection"),
]


@pytest.mark.parametrize("given", DROPPED)
def test_what_could_do_harm_is_not_taken_over(given):
    found = rebuilt(given)

    assert forbidden(found) == set()
    assert found["$schema"] == SCHEMA
    assert is_valid(found)


REFUSED = [
    pytest.param(spec(mark="image"), id="V03", marks=pytest.mark.case("V03")),
    pytest.param(
        spec(mark={"type": "image", "url": "http://evil"}), id="V03 object", marks=pytest.mark.case("V03")
    ),
    pytest.param(spec(mark="geoshape"), id="geoshape"),
    pytest.param({"signals": [], "marks": [], "data": []}, id="V07", marks=pytest.mark.case("V07")),
    pytest.param({"repeat": ["a"], "spec": spec()}, id="V07 repeat", marks=pytest.mark.case("V07")),
    *(
        pytest.param(spec(encoding={"x": {"field": name}}), id=f"V09 {name}", marks=pytest.mark.case("V09"))
        for name in ("__proto__", "constructor", "toString", "prototype")
    ),
    *(
        pytest.param(spec(transform=[transform]), id=f"V09 {at}", marks=pytest.mark.case("V09"))
        for at, transform in enumerate(
            (
                {"aggregate": [{"op": "count", "as": "__proto__"}]},
                {"fold": ["month"], "as": ["constructor", "b"]},
                {"timeUnit": "year", "field": "month", "as": "a.b"},
                {"window": [{"op": "rank", "as": "image"}]},
            )
        )
    ),
    pytest.param(spec(encoding={"x": {"field": "profit"}}), id="V10", marks=pytest.mark.case("V10")),
    pytest.param(spec(encoding={"x": {"field": "month['x']"}}), id="V10 path", marks=pytest.mark.case("V10")),
    pytest.param(
        spec(encoding={"x": {"field": {"repeat": "row"}}}), id="V10 object", marks=pytest.mark.case("V10")
    ),
    pytest.param(
        spec(transform=[{"filter": {"field": "profit", "gt": 1}}]),
        id="V10 filter",
        marks=pytest.mark.case("V10"),
    ),
    pytest.param(
        spec(transform=[{"aggregate": [{"op": "count", "as": "n"}], "groupby": ["channel"]}]),
        id="V10 aggregated away",
        marks=pytest.mark.case("V10"),
    ),
    pytest.param({"layer": [spec()] * 13}, id="V11 layers", marks=pytest.mark.case("V11")),
    pytest.param({"vconcat": [{"hconcat": [spec()] * 4}] * 4}, id="V11 views", marks=pytest.mark.case("V11")),
    pytest.param(
        spec(transform=[{"filter": {"field": "revenue", "gt": 1}}] * 21),
        id="V11 transforms",
        marks=pytest.mark.case("V11"),
    ),
    *(
        pytest.param(value, id=f"V14 {value!r:.20}", marks=pytest.mark.case("V14"))
        for value in ([], [spec()], 1, "text", None, True, {}, spec(title="x" * 2_000_000))
    ),
    pytest.param(spec(encoding={"x": {"value": 5}}), id="no field"),
    pytest.param(spec(encoding=[]), id="no encoding"),
    pytest.param({"layer": []}, id="no layer"),
    pytest.param({"layer": "x"}, id="layer text"),
]


@pytest.mark.parametrize("given", REFUSED)
def test_what_is_no_chart_of_this_result_is_refused_with_a_sentence(given):
    with pytest.raises(ChartRefused, match=r"\.$"):
        rebuilt(given)


@pytest.mark.case("V11")
@pytest.mark.parametrize("composition", ["layer", "vconcat", "hconcat"])
def test_a_chart_of_exactly_twelve_views_is_drawn_and_one_more_is_refused(composition):
    assert len(rebuilt({composition: [spec()] * 11})[composition]) == 11  # and the view around them

    with pytest.raises(ChartRefused, match="more than 12 parts"):
        rebuilt({composition: [spec()] * 12})


@pytest.mark.case("V09")
@pytest.mark.parametrize("name", ["__proto__", "constructor"])
def test_a_name_of_every_object_is_refused_even_as_a_column(name):
    with pytest.raises(ChartRefused):
        rebuilt(spec(encoding={"x": {"field": name}}), (name,))


@pytest.mark.case("V14")
def test_a_good_chart_with_something_deep_in_it_is_refused():
    with pytest.raises(ChartRefused, match="nested too deeply"):
        rebuild_spec(json.dumps(spec(usermeta="deep")).replace('"deep"', "[" * 13 + "]" * 13), COLUMNS)


@pytest.mark.case("V14")
@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"mark":' * 10_000, "[" * 90_000, '{"a": ' * 13 + "1" + "}" * 13, "\ud800"]
)
def test_text_that_is_no_specification_is_refused(text):
    with pytest.raises(ChartRefused):
        rebuild_spec(text, COLUMNS)


@pytest.mark.case("V11")
@pytest.mark.parametrize(("given", "drawn"), [(1e7, 1600), (-5, 10), (300, 300)])
def test_a_size_is_brought_to_a_page(given, drawn):
    found = rebuilt(spec(width=given, height=given))

    assert (found["width"], found["height"]) == (drawn, drawn)


@pytest.mark.case("V11")
def test_ticks_and_bins_are_bounded():
    axis = {"tickCount": 1e9, "values": list(range(5_000))}
    scale = {"type": "log", "base": 1.0000001}
    found = rebuilt(
        spec(encoding={"x": {**X, "axis": axis}, "y": {**Y, "scale": scale, "bin": {"step": 1e-9}}})
    )

    assert found["encoding"] == {"x": X, "y": {**Y, "scale": {"type": "log"}}}


@pytest.mark.case("V10")
@pytest.mark.parametrize("written", ["orders.count", "orders\\.count", "['orders.count']"])
def test_a_dotted_column_is_drawn_under_a_name_that_is_no_path(written):
    found = rebuilt(
        spec(encoding={"x": X, "y": {"field": written, "type": "quantitative"}}), ("month", "orders.count")
    )

    assert found["encoding"]["y"]["field"] == "orders_count"
    assert field_names(("month", "orders.count")) == {"month": "month", "orders.count": "orders_count"}


def test_a_tooltip_has_no_row_called_image():
    """The tooltip of Vega's renderers loads the row of that name as a picture."""
    tooltip = [
        {"field": "image"},
        {"field": "month", "title": "image"},
        {"field": "month", "title": ["image"]},
    ]
    found = rebuilt(spec(encoding={"x": X, "tooltip": tooltip}), ("month", "image"))

    assert "image" not in json.dumps(found).replace("Image", "").replace("column 2", "")
    with pytest.raises(ChartRefused):
        rebuilt(spec(transform=[{"fold": ["month"], "as": ["image", "v"]}]))


@given(
    st.lists(
        st.sampled_from(["a.b", "a_b", "image", "column 2", "column 3", "", "é", "x y"]) | st.text(),
        max_size=9,
    )
)
def test_every_column_gets_a_plain_name_of_its_own(columns):
    names = field_names(columns)

    assert len(set(names.values())) == len(set(columns))
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_ ]{0,63}", name) for name in names.values())


WORDS = st.sampled_from(
    [
        *(
            "mark",
            "type",
            "encoding",
            "x",
            "y",
            "color",
            "field",
            "month",
            "revenue",
            "channel",
            "line",
            "bar",
            "image",
        ),
        *(
            "layer",
            "spec",
            "facet",
            "hconcat",
            "transform",
            "filter",
            "aggregate",
            "fold",
            "as",
            "window",
            "op",
            "count",
        ),
        *(
            "axis",
            "scale",
            "legend",
            "title",
            "data",
            "url",
            "href",
            "value",
            "expr",
            "signal",
            "config",
            "params",
            "sort",
        ),
        *(
            "condition",
            "test",
            "domain",
            "range",
            "tooltip",
            "quantitative",
            "timeUnit",
            "year",
            "bin",
            "stack",
            "width",
        ),
        *(
            "http://evil.example",
            "url(x)",
            "javascript:x",
            "</script>",
            "__proto__",
            "constructor",
            "#fff",
            "red",
        ),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=25,
)


@st.composite
def mutated(draw):
    """A good specification in which some parts were replaced by anything."""
    given = json.loads(json.dumps(draw(st.sampled_from([each.values[0] for each in ANALYST_SPECS]))))
    for _ in range(draw(st.integers(1, 4))):
        place = given
        while isinstance(place, dict | list) and place:
            key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if not isinstance(place[key], dict | list) or draw(st.booleans()):
                break

            place = place[key]

        if isinstance(place, dict):
            place[draw(WORDS | st.sampled_from(sorted(place) or ["x"]))] = draw(JSON)
        elif place:
            place[draw(st.integers(0, len(place) - 1))] = draw(JSON)

    return given


@settings(max_examples=300)
@given(mutated() | JSON)
@pytest.mark.case("V12")
def test_no_mutation_brings_anything_forbidden_into_a_chart(given):
    try:
        found = rebuilt(given)
    except ChartRefused:
        return

    assert forbidden(found) == set()
    assert len(json.dumps(found)) < 100_000


@pytest.mark.parametrize(
    "form",
    ["", ",.2f", "~s", ".1%", "~%", ",~f", "$,.0f", "+,d", "(.1f", "0>8d", "%Y", "%b %Y",
     "Q%q %Y", "%d/%m/%y %H:%M", "Week %V", "%-d. %B"],
)  # fmt: skip
def test_a_format_of_numbers_or_times_is_kept(form):
    kept = rebuilt(spec(encoding={"x": {**X, "axis": {"format": form, "grid": False}}, "y": Y}))

    assert kept["encoding"]["x"]["axis"]["format"] == form


@pytest.mark.case("V13")
@pytest.mark.parametrize(
    "form",
    ["url(http://evil.example)", "http://%d", "no format", ".2ff", "%", "%!", "{}", "%Y" * 30, "$,.2f €"],
)
def test_a_format_with_which_nothing_would_be_drawn_is_left_out(form):  # fmt: skip
    kept = rebuilt(spec(encoding={"x": {**X, "axis": {"format": form, "grid": False}}, "y": Y}))

    assert "format" not in kept["encoding"]["x"]["axis"] or form == "%"
