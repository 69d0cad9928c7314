import json
from datetime import date, datetime

import altair
import pytest

from svcchat_magic.analyst.chart_axes import PALETTE, colour
from svcchat_magic.analyst.charting import chart_of
from svcchat_magic.analyst.events import SqlFinished
from svcchat_magic.analyst.planner import plan
from svcchat_magic.analyst.results import Result
from svcchat_magic.charts.rules.safe_chart import rebuild_spec
from svcchat_magic.semantic.query.query import Column, Rows
from tests.analyst.demo import ask, understood
from tests.analyst.shop import TODAY

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
        ("revenue by channel", "bar", "channel", "revenue"),
        ("revenue by country", "bar", "revenue", "country"),
        ("top 5 products by revenue", "bar", "revenue", "product_name"),
        ("revenue by channel and region", "bar", "channel", "revenue"),
        ("revenue by channel and month in 2024", "line", "month", "revenue"),
        ("which channel grew the most in 2024 by revenue", "bar", "channel", "revenue"),
        ("top 3 months by revenue", "bar", "revenue", "month"),
    ],
)
def test_the_shape_of_the_rows_chooses_the_chart(question, mark, x, y):
    ((spec, _),) = charts(question)

    assert spec["mark"]["type"] == mark
    assert (spec["encoding"]["x"]["field"], spec["encoding"]["y"]["field"]) == (x, y)


@pytest.mark.parametrize(
    "question",
    [
        "Revenue by month last year, and which channel grew the most?",
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
    "question", ["revenue in 2024", "revenue by month in 2031", "revenue by channel for web"]
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


def test_growth_shows_the_period_before_beside_the_period_asked_for():
    ((spec, _),) = charts("which channel grew the most in 2024 by revenue")

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
        ("which channel grew the most in 2024 by revenue", "2024 against 2023"),
        ("revenue by product", "First 25 of 126 products"),
        ("top 50 products by revenue", "First 25 of 50 products"),
        ("top 5 products by revenue", None),
        ("revenue by country and year", "2022 to 2024 · leading 6 of 12 countries"),
        ("revenue by country and category in 2024", "2024 · leading 6 of 7 categories"),
        ("revenue by day from 2022 to 2024", "1 January to 10 April 2022"),
    ],
)
def test_the_subtitle_says_of_which_time_and_how_much_is_drawn(question, subtitle):
    ((spec, _),) = charts(question)

    assert spec["title"].get("subtitle") == subtitle


def test_a_cut_list_of_values_leaves_the_others_out_of_the_drawing():
    ((spec, _),) = charts("revenue by country and category in 2024")
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
    assert [part["encoding"]["y"]["field"] for part in parts] == ["revenue", "orders"]
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
    (query,) = plan(understood("revenue by day").readings[0], TODAY)
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
    (member,) = (each for each in understood("revenue by product").readings[0].dimensions)

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
    (query,) = plan(understood("revenue by month").readings[0], TODAY)
    columns = (Column("month", "Timestamp"), Column("revenue", "Double"), Column("a.b", "Double"))
    rows = Rows(columns, tuple((datetime(2024, at, 1), 1.0, 1.0) for at in (1, 2)), 2)

    assert chart_of(Result(0, query, rows)) == ""
