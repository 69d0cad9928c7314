import json
from dataclasses import replace
from datetime import date, datetime

import altair
import pytest

from svcchat_magic.analyst.events import SqlFinished
from svcchat_magic.analyst.telling.chart_axes import PALETTE, colour
from svcchat_magic.analyst.telling.chart_frames import WIDTH, narrowed
from svcchat_magic.analyst.telling.charting import chart_of
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.charts.rules.safe_chart import rebuild_spec
from svcchat_magic.semantic.query.query import Column, Rows
from tests.analyst.demo import ask
from tests.analyst.telling.results import made_up, query_of, results_of

ALLOWED = {"$schema", "title", "width", "height", "mark", "encoding", "transform"}


def charts(question):
    return [
        (json.loads(event.vega_spec) if event.vega_spec else None, event.rows)
        for event in ask(question)
        if isinstance(event, SqlFinished)
    ]


@pytest.mark.parametrize(
    ("question", "mark", "x", "y"),
    [
        ("revenue by month in 2024", "line", "month", "revenue"),
        ("gross margin by quarter", "line", "quarter", "gross_margin"),
        ("revenue by year from 2023 to 2024", "bar", "year", "revenue"),
        ("revenue by channel", "bar", "channel", "revenue"),
        ("revenue by country", "bar", "revenue", "country"),
        ("top 5 products by revenue", "bar", "revenue", "product_name"),
        ("revenue by channel and region", "bar", "channel", "revenue"),
        ("revenue by country and category", "rect", "category", "country"),
        ("revenue by channel and month in 2024", "line", "month", "revenue"),
        ("revenue growth by channel in 2024", "bar", "channel", "change"),
        ("month over month growth of revenue in 2024", "bar", "month", "percent_change"),
        ("month over month growth of gross margin in 2024", "bar", "month", "change"),
        ("running total of revenue by month in 2024", "area", "month", "running_revenue"),
        ("3 month moving average of revenue", "line", "month", "moving_revenue"),
        ("share of revenue by category in 2024", "bar", "revenue_share", "category"),
        ("share of orders by channel per quarter in 2024", "bar", "quarter", "count_share"),
        ("share of revenue by channel and category", "bar", "revenue_share", "channel"),
        ("orders by weekday", "bar", "weekday", "count"),
        ("orders by hour", "bar", "hour", "count"),
        ("top 3 months by revenue", "bar", "revenue", "month"),
        ("best two products of each category by revenue", "bar", "revenue", "product_name"),
    ],
)
def test_the_shape_of_the_analysis_chooses_the_chart(question, mark, x, y):
    ((spec, _),) = charts(question)

    assert spec["mark"]["type"] == mark
    assert (spec["encoding"]["x"]["field"], spec["encoding"]["y"]["field"]) == (x, y)


def wished(question, chart):
    """The chart of a question with a wish for its form."""
    (result,) = results_of(question)
    text = chart_of(replace(result, query=replace(result.query, chart=chart)))
    return json.loads(text) if text else None


@pytest.mark.parametrize(
    ("question", "chart", "mark"),
    [
        ("revenue by channel", "pie", "arc"),
        ("share of revenue by channel", "pie", "arc"),
        ("gross margin by channel", "pie", "bar"),  # rates make no whole
        ("revenue by country", "pie", "bar"),  # too many slices
        ("revenue by month in 2024", "bar", "bar"),
        ("revenue by year from 2023 to 2024", "line", "line"),
        ("month over month growth of revenue in 2024", "line", "line"),
        ("revenue and orders by country", "scatter", "circle"),
        ("revenue by country", "scatter", "bar"),  # one number alone
        ("revenue by channel and month in 2024", "heat", "rect"),
        ("orders by weekday and hour", "heat", "rect"),
        ("revenue by channel and month in 2024", "stack", "bar"),
        ("revenue by channel and month in 2024", "area", "area"),
        ("revenue by month in 2024", "area", "area"),
        ("gross margin by channel and month in 2024", "stack", "line"),  # rates make no whole
        ("revenue by country and month in 2024", "stack", "line"),  # too many parts
    ],
)
def test_a_wish_is_followed_where_it_makes_sense(question, chart, mark):
    assert wished(question, chart)["mark"]["type"] == mark


@pytest.mark.parametrize(
    ("question", "mark"),
    [
        ("scatter of revenue against orders by country", "circle"),
        ("heatmap of orders by weekday and hour", "rect"),
        ("stacked bars of revenue by quarter and region", "bar"),
        ("a line of orders by week in 2024", "line"),
    ],
)
def test_a_wish_is_read_and_drawn(question, mark):
    ((spec, rows),) = charts(question)

    assert spec["mark"]["type"] == mark
    assert "lines" not in [each.name for each in rows.columns]


def test_parts_of_a_stack_stand_on_each_other():
    spec = wished("revenue by channel and quarter", "stack")

    assert spec["encoding"]["y"]["stack"] == "zero"
    assert "xOffset" not in spec["encoding"]


def test_a_table_is_not_drawn():
    assert wished("revenue by channel", "table") is None


def test_parts_of_the_calendar_are_in_their_order_with_their_meaning():
    ((spec, rows),) = charts("orders by weekday")

    assert [row[0] for row in rows.rows] == [1, 2, 3, 4, 5, 6, 7]
    assert spec["encoding"]["x"]["sort"] is None
    assert spec["encoding"]["x"]["title"] == "Weekday, 1 is Monday"


def test_two_dimensions_with_many_marks_are_a_heat_map_with_every_name():
    ((spec, _),) = charts("revenue by country and category")

    assert spec["encoding"]["y"]["axis"]["labelAngle"] == 0
    assert spec["height"] >= 12 * 20
    assert "transform" not in spec


def test_names_that_do_not_fit_below_bars_are_beside_them():
    rows = [(f"A rather long name number {at}", kind, 1.0) for at in range(6) for kind in ("Web", "Store")]
    (result,) = made_up("revenue by region and channel", ("region", "channel", "revenue"), rows)
    spec = json.loads(chart_of(result))

    assert spec["encoding"]["y"]["field"] == "region"
    assert spec["encoding"]["yOffset"]["field"] == "channel"


def test_values_that_are_numbers_are_filtered_as_numbers():
    rows = [(at, 100.0 - at) for at in range(40)]
    (result,) = made_up("products by list price", ("list_price", "count"), rows)
    spec = json.loads(chart_of(result))

    assert spec["transform"][0]["filter"]["oneOf"] == list(range(25))


@pytest.mark.parametrize(
    "question",
    [
        "revenue by month in 2024",
        "revenue by product",
        "revenue by channel and region",
        "revenue by category and quarter",
        "revenue by segment and week in 2024",
        "refund rate by refund reason",
        "orders by day in December 2024",
        "revenue by discounted",
        "top 3 months by revenue",
    ],
)
def test_every_chart_is_valid_and_needs_nothing_but_its_rows(question):
    drawn = charts(question)

    assert drawn
    for spec, rows in drawn:
        names = {column.name for column in rows.columns}
        fields = {channel["field"] for channel in spec["encoding"].values() if isinstance(channel, dict)}

        altair.Chart.from_dict(spec | {"data": {"values": []}})
        assert set(spec) <= ALLOWED
        assert fields <= names
        assert {tip["field"] for tip in spec["encoding"]["tooltip"]} <= names
        assert not {"expr", "url", "params", "labelExpr", "data", "href"} & words_in(spec)


def words_in(spec):
    if isinstance(spec, dict):
        return set(spec).union(*map(words_in, spec.values()))

    return set().union(*map(words_in, spec)) if isinstance(spec, list) else set()


@pytest.mark.parametrize(
    "question",
    ["revenue in 2024", "revenue by month in 2031", "which categories are there", "when was the last order"],
)
def test_one_number_or_nothing_is_not_drawn(question):
    drawn = charts(question)

    assert drawn
    assert all(spec is None for spec, _ in drawn)


def test_many_series_are_cut_to_the_leading_ones():
    ((spec, _),) = charts("revenue by country and year")
    leading = spec["transform"][0]["filter"]["oneOf"]

    assert leading[:2] == ["United States", "Germany"]
    assert len(leading) == 6
    assert spec["encoding"]["color"]["scale"] == {"domain": leading, "range": list(PALETTE[:6])}


def test_two_years_are_bars_beside_each_other():
    ((spec, _),) = charts("revenue by channel and year from 2023 to 2024")

    assert spec["encoding"]["xOffset"]["field"] == "year"
    assert spec["encoding"]["color"]["field"] == "year"


def test_percentages_are_labelled_as_such():
    ((spec, _),) = charts("gross margin by category")

    assert spec["encoding"]["x"]["axis"]["format"] == "~%"


@pytest.mark.parametrize(
    ("question", "subtitle"),
    [
        ("revenue by month in 2024", "2024"),
        ("revenue by channel in March 2024", "March 2024"),
        ("revenue by channel since May 2023", "Since May 2023"),
        ("revenue by channel", None),
        ("revenue by month", "2022 to 2024"),
        ("revenue growth by channel in 2024", None),  # the title names both years
        ("revenue by product", "First 25 of 126 products"),
        ("top 50 products by revenue", "First 25 of 50 products"),
        ("top 5 products by revenue", None),
        ("revenue by country and year", "2022 to 2024 · leading 6 of 12 countries"),
        ("revenue by category and year", "2022 to 2024 · leading 6 of 7 categories"),
        ("revenue by day from 2022 to 2024", "1 January to 10 April 2022"),
    ],
)
def test_the_subtitle_says_of_which_time_and_how_much_is_drawn(question, subtitle):
    ((spec, _),) = charts(question)

    assert spec["title"].get("subtitle") == subtitle


def test_a_cut_list_of_values_leaves_the_others_out_of_the_drawing():
    ((spec, _),) = charts("revenue by category and month in 2024")
    (kept,) = (each["filter"] for each in spec["transform"])

    assert kept["field"] == "category"
    assert kept["oneOf"] == spec["encoding"]["color"]["scale"]["domain"]


def test_a_line_far_above_zero_has_room_below_its_low():
    ((spec, rows),) = charts("revenue by month in 2024")
    numbers = [float(row[1]) for row in rows.rows]
    scale = spec["encoding"]["y"]["scale"]

    assert scale["zero"] is False
    assert 0 < scale["domainMin"] < min(numbers) - 0.3 * (max(numbers) - min(numbers))


def test_a_line_that_comes_near_zero_starts_there():
    ((spec, _),) = charts("revenue by month and channel in 2024")

    assert spec["encoding"]["y"]["scale"]["zero"] is True


def test_each_measure_has_a_chart_and_a_scale_of_its_own():
    ((spec, _),) = charts("revenue and orders by month in 2024")
    parts = spec["vconcat"]

    assert spec["title"]["text"] == "Revenue and orders by month"
    assert [part["title"]["text"] for part in parts] == ["Revenue", "Orders"]
    assert [part["encoding"]["y"]["field"] for part in parts] == ["revenue", "count"]
    altair.VConcatChart.from_dict(spec | {"data": {"values": []}})


def test_the_title_names_only_what_is_drawn():
    ((spec, _),) = charts("revenue and orders by channel and region")

    assert spec["title"]["text"] == "Revenue by channel and region"


@pytest.mark.parametrize(
    ("first", "last", "form"),
    [
        (date(2024, 1, 1), date(2024, 3, 1), "%d %b"),
        (date(2023, 12, 1), date(2024, 1, 9), "%d %b %Y"),
        (date(2022, 1, 1), date(2024, 12, 31), "%b %Y"),
    ],
)
def test_days_show_their_year_where_there_are_several(first, last, form):
    query = query_of("revenue by day")
    columns = (Column("day", "Timestamp"), Column("revenue", "Double"))
    days = [datetime.fromordinal(at) for at in range(first.toordinal(), last.toordinal() + 1)]
    rows = Rows(columns, tuple((day, 1.0) for day in days), len(days))

    spec = json.loads(chart_of(Result(0, query, rows)))

    assert spec["encoding"]["x"]["axis"]["format"] == form


def test_a_single_moment_is_no_trend():
    drawn = charts("revenue by month and channel in March 2024")

    assert drawn
    assert all(spec is None for spec, _ in drawn)


def test_a_legend_of_long_names_stands_in_columns():
    (member,) = query_of("revenue by product").dimensions

    assert colour(member, ["Web"])["legend"] is None  # the title names it
    assert colour(member, ["Web", "Phone"])["legend"].get("columns") is None
    assert colour(member, ["Cobalt Cast Iron Pan"] * 6)["legend"]["columns"] == 2


def test_every_chart_of_the_demo_passes_the_clients_allow_list_unchanged():
    for question in (
        "revenue by month",
        "revenue and orders by month in 2024",
        "revenue by country and category",
    ):
        drawn = charts(question)

        assert drawn
        for spec, rows in drawn:
            assert rebuild_spec(json.dumps(spec), [column.name for column in rows.columns]) == spec


def test_column_names_with_dots_are_not_drawn():
    query = query_of("revenue by month")
    columns = (Column("month", "Timestamp"), Column("revenue", "Double"), Column("a.b", "Double"))
    rows = Rows(columns, tuple((datetime(2024, at, 1), 1.0, 1.0) for at in (1, 2)), 2)

    assert chart_of(Result(0, query, rows)) == ""


@pytest.mark.parametrize(
    "question", ["revenue by year from 2023 to 2024", "running total of revenue by month in 2024"]
)
def test_bars_and_areas_begin_at_zero_where_a_line_need_not(question):
    ((spec, _),) = charts(question)
    ((line, _),) = charts("revenue by month in 2024")

    assert "scale" not in spec["encoding"]["y"]
    assert line["encoding"]["y"]["scale"]["zero"] is False


def test_months_of_several_years_have_room_for_their_names():
    ((spec, rows),) = charts("revenue by month")
    ticks = spec["encoding"]["x"]["axis"]["tickCount"]

    assert len(rows.rows) / ticks["step"] <= 7
    assert 12 % ticks["step"] == 0


def test_the_change_of_a_rate_is_titled_in_points():
    ((spec, _),) = charts("gross margin growth by category in 2024")

    assert "in points" in spec["title"]["text"]


def test_a_chart_is_no_narrower_than_its_title():
    assert narrowed({"title": {"text": "Orders by channel"}}, 240)["width"] == 300
    assert narrowed({"title": {"text": "x" * 50}}, 240)["width"] == 400
    assert narrowed({"title": {"text": "x" * 90}}, 240)["width"] == WIDTH


def test_few_rows_counted_have_no_halves_on_their_axis():
    (result,) = made_up("orders by channel", ["channel", "count"], [("Web", 3), ("Store", 1)])

    assert '"values":[0,1,2,3]' in chart_of(result)
