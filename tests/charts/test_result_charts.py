import json

import altair
import pytest

from svcchat_magic.charts.layout.sizes import PAGE
from svcchat_magic.charts.result_charts import as_picture, chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

MIME_TYPE = "application/vnd.vegalite.v5+json"
TREND = {
    "mark": "line",
    "encoding": {
        "x": {"field": "month", "type": "temporal"},
        "y": {"field": "revenue", "type": "quantitative"},
    },
}
MONTHS = (("2024-01-01T00:00:00.000", 1.0), ("2024-02-01T00:00:00.000", 2.0), ("2024-03-01", None))


def result(spec, rows=MONTHS, columns=(("month", "Timestamp"), ("revenue", "Double"))):
    text = spec if isinstance(spec, str) else json.dumps(spec)
    return SqlResult(
        "", "", "", tuple(Column(*each) for each in columns), tuple(rows), len(rows), vega_spec=text
    )


def chart(*given, **more):
    return chart_bundle(result(*given, **more)).data[MIME_TYPE]


def test_a_chart_is_a_picture_and_a_sentence_and_nothing_that_hides_it():
    bundle = chart_bundle(result(TREND))

    assert bundle.data.keys() == {MIME_TYPE, "text/plain"}
    assert bundle.data["text/plain"] == bundle.summary == "line chart: revenue by month, 3 points"
    assert bundle.data[MIME_TYPE]["$schema"] == "https://vega.github.io/schema/vega-lite/v5.json"
    assert bundle.data[MIME_TYPE]["background"] == "transparent"
    altair.Chart.from_dict(bundle.data[MIME_TYPE])
    json.dumps(bundle.data, allow_nan=False)


@pytest.mark.case("V01")
def test_the_rows_come_from_the_result_alone():
    drawn = chart({**TREND, "data": {"url": "http://evil.example", "values": [{"month": 1}]}})

    assert drawn["data"] == {
        "values": [
            {"month": "2024-01-01T00:00:00", "revenue": 1.0},
            {"month": "2024-02-01T00:00:00", "revenue": 2.0},
            {"month": "2024-03-01T00:00:00", "revenue": None},
        ]
    }


def test_only_columns_that_are_drawn_travel_to_the_page():
    columns = (("month", "Timestamp"), ("secret", "String"), ("revenue", "Double"))

    drawn = chart({**TREND, "mark": "bar"}, rows=[("2024-01-01", "x" * 1000, 1.0)], columns=columns)

    assert drawn["data"]["values"] == [{"month": "2024-01-01T00:00:00", "revenue": 1.0}]


def test_a_dotted_column_is_drawn():
    spec = json.dumps(TREND).replace("revenue", "orders.revenue")

    drawn = chart(spec, columns=(("month", "Timestamp"), ("orders.revenue", "Double")))

    assert drawn["encoding"]["y"] == {
        "field": "orders_revenue",
        "type": "quantitative",
        "title": "orders.revenue",
    }
    assert drawn["data"]["values"][0] == {"month": "2024-01-01T00:00:00", "orders_revenue": 1.0}


def test_a_day_that_is_a_name_reads_as_a_day():
    spec = json.dumps(TREND).replace("temporal", "ordinal")

    assert [row["month"] for row in chart(spec)["data"]["values"]] == [
        "2024-01-01",
        "2024-02-01",
        "2024-03-01",
    ]


@pytest.mark.case("V16")
def test_a_row_that_would_end_a_script_does_not():
    spec = json.dumps(TREND).replace("month", "name").replace("temporal", "nominal").replace("line", "bar")
    found = result(
        spec,
        rows=[("</script><script>alert(1)</script>", 1.0)],
        columns=(("name", "String"), ("revenue", "Double")),
    )

    page = result_frame(found).svc.chart().to_html()

    assert "</script" not in json.dumps(chart_bundle(found).data)
    assert "alert(1)</script>" not in page
    assert "‹script>alert(1)" in page or "\\u2039script>alert(1)" in page


@pytest.mark.parametrize(
    ("spec", "rows", "sentence"),
    [
        pytest.param("", MONTHS, "drew no chart", id="no spec"),
        pytest.param(TREND, (), "no rows", id="no rows"),
        pytest.param(
            TREND,
            (("2024-01-01", None), ("2024-02-01", None)),
            "revenue has no value in any row",
            id="only nulls",
        ),
        pytest.param(TREND, (("2024-01-01", 1.0),) * 5001, "more than 5,000 rows", id="too many rows"),
        pytest.param("not json", MONTHS, "not JSON", id="V15", marks=pytest.mark.case("V15")),
        pytest.param(
            json.dumps(TREND).replace("revenue", "profit"),
            MONTHS,
            "not a column",
            id="V15 columns",
            marks=pytest.mark.case("V15"),
        ),
        pytest.param(
            {**TREND, "encoding": {**TREND["encoding"], "row": {"field": "revenue", "type": "nominal"}}},
            tuple(("2024-01-01", float(at)) for at in range(5_000)),
            "more than 40 small ones",
            id="V11 facets",
            marks=pytest.mark.case("V11"),
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(spec, rows, sentence):
    with pytest.raises(ChartRefused, match=sentence):
        chart_bundle(result(spec, rows))


BAR = {
    "mark": "bar",
    "encoding": {
        "y": {"field": "name", "type": "nominal"},
        "x": {"field": "revenue", "type": "quantitative"},
    },
}
NAMED = (("name", "String"), ("revenue", "Double"))


@pytest.mark.parametrize(("count", "height"), [(1, 30), (30, 660), (5_000, 1600)])
def test_names_below_each_other_get_a_line_each(count, height):
    drawn = chart(BAR, rows=[(f"n{at}", 1.0) for at in range(count)], columns=NAMED)

    assert (drawn["width"], drawn["height"]) == (PAGE, height)


@pytest.mark.case("V11")
@pytest.mark.parametrize("steps", [{"step": 20}, {"step": 1e9}, None])
def test_no_chart_is_wider_than_a_page(steps):
    spec = {
        **BAR,
        "encoding": {"x": BAR["encoding"]["y"], "y": BAR["encoding"]["x"]},
        **({"width": steps} if steps else {}),
    }

    assert chart(spec, rows=[(f"n{at}", 1.0) for at in range(5_000)], columns=NAMED)["width"] <= PAGE


def test_a_chart_counts_its_axes_into_its_width():
    assert chart(TREND)["width"] == PAGE
    assert chart(TREND)["autosize"] == {"type": "fit-x", "contains": "padding"}
    assert chart({**TREND, "width": 3_000})["width"] == PAGE
    assert chart({**TREND, "width": 300})["width"] == 300


SMALL = {"encoding": {**TREND["encoding"], "column": {"field": "month", "type": "nominal"}}}


@pytest.mark.parametrize(
    ("spec", "across"),
    [
        ({"vconcat": [TREND, TREND]}, 1),
        ({"hconcat": [TREND, TREND, TREND]}, 3),
        ({"concat": [TREND] * 4, "columns": 2}, 2),
        ({**TREND, "mark": "bar", **SMALL}, 3),
        ({"facet": {"field": "month", "type": "nominal"}, "spec": TREND}, 3),
        ({"facet": {"column": {"field": "month", "type": "nominal"}}, "spec": TREND}, 3),
        ({"facet": {"row": {"field": "month", "type": "nominal"}}, "spec": TREND}, 1),
    ],
)
def test_charts_beside_each_other_share_the_page(spec, across):
    drawn = chart(spec)

    assert "autosize" not in drawn
    assert max(widths(drawn)) * across < PAGE
    altair.Chart.from_dict(drawn)


def test_a_row_of_charts_above_a_wide_one_shares_its_width():
    drawn = chart({"vconcat": [{"hconcat": [TREND, TREND]}, TREND]})

    assert widths(drawn["vconcat"][0]) == [191, 191]
    assert widths(drawn["vconcat"][1]) == [460]


def widths(view):
    if isinstance(view, dict):
        inner = [width for name, part in view.items() if name != "data" for width in widths(part)]
        return [*inner, *([view["width"]] if "width" in view else [])]

    return [width for part in view for width in widths(part)] if isinstance(view, list) else []


def test_the_title_begins_where_the_table_does():
    assert chart(TREND)["padding"]["left"] == 0


@pytest.mark.parametrize(
    ("spec", "summary"),
    [
        (TREND, "line chart: revenue by month, 3 points"),
        ({**TREND, "mark": {"type": "bar"}}, "bar chart: revenue by month, 3 bars"),
        (
            {
                "mark": "arc",
                "encoding": {"theta": TREND["encoding"]["y"], "color": {"field": "month", "type": "nominal"}},
            },
            "pie chart: revenue by month, 3 slices",
        ),
        (
            {
                "mark": "point",
                "encoding": {"x": TREND["encoding"]["y"], "y": {**TREND["encoding"]["y"], "title": "Cost"}},
            },
            "scatter plot: Cost by revenue, 3 points",
        ),
        (
            {
                "mark": "bar",
                "encoding": {
                    "x": TREND["encoding"]["x"],
                    "y": {"aggregate": "count", "type": "quantitative"},
                },
            },
            "bar chart: count by month, 3 rows",
        ),
        (
            {
                "layer": [{"mark": "rule", "encoding": {}}, {"mark": "line"}],
                "encoding": TREND["encoding"],
            },
            "line chart: revenue by month, 3 points",
        ),
        (
            {"title": "Spread", "mark": "tick", "encoding": {"size": {"field": "revenue"}}},
            "strip plot: Spread, 3 ticks",
        ),
        (
            {"vconcat": [TREND, json.loads(json.dumps(TREND).replace("revenue", "orders"))]},
            "line chart: revenue and orders by month, 3 points",
        ),
    ],
)
def test_the_sentence_says_what_is_drawn(spec, summary):
    columns = (("month", "Timestamp"), ("revenue", "Double"), ("orders", "Int64"))
    rows = tuple((*row, 1) for row in MONTHS)

    assert chart_bundle(result(spec, rows, columns)).summary == summary


def test_a_chart_that_says_what_it_is_does_so_to_screen_readers():
    assert chart(TREND)["description"] == "line chart: revenue by month, 3 points"


@pytest.mark.parametrize(
    "zones", [("", ""), ("Z", "Z"), ("+02", "+0200"), ("-05:30", "+02"), ("Z", "+02:00")]
)
def test_the_chart_and_the_one_to_edit_draw_a_time_as_the_clock_showed_it_unless_the_zones_differ(zones):
    clock = ("2024-01-30T23:30:00", "2024-01-31T23:30:00")
    found = result(TREND, [(time + zone, 1.0) for time, zone in zip(clock, zones, strict=True)])

    drawn = chart_bundle(found).data[MIME_TYPE]["data"]["values"]
    edited = next(iter(result_frame(found).svc.chart().to_dict()["datasets"].values()))

    moved = {"-05:30": ("-05:30", "+02:00"), "Z": ("Z", "+02:00")}
    kept = moved.get(zones[0], ("", "")) if len(set(zones)) > 1 else ("", "")
    assert [row["month"] for row in drawn] == [clock[0] + kept[0], clock[1] + kept[1]]
    assert [row["month"] for row in edited] == [row["month"] for row in drawn]


def test_the_chart_to_edit_draws_the_same():
    found = result(TREND)

    edited = result_frame(found).svc.chart().to_dict()

    same = ("$schema", "background", "encoding", "height", "mark", "width")
    assert {name: edited[name] for name in same} == {name: chart(TREND)[name] for name in same}
    assert edited["config"]["axis"] == chart(TREND)["config"]["axis"]


def test_a_frame_that_lost_a_column_cannot_be_drawn():
    frame = result_frame(result(TREND)).drop(columns="revenue")

    with pytest.raises(ChartRefused, match="revenue"):
        frame.svc.chart()


def test_its_words_take_the_colour_of_the_page_and_in_a_picture_one_of_their_own():
    drawn = chart(TREND)

    on_page, in_picture = json.dumps(drawn["config"]), json.dumps(as_picture(drawn)["config"])

    assert on_page.count("currentColor") == 6
    assert "#767676" not in json.dumps({**drawn["config"], "rule": None})
    assert "currentColor" not in in_picture
    assert "fillOpacity" not in in_picture
    assert drawn["usermeta"]["embedOptions"]["renderer"] == "svg"  # a canvas takes black for it
