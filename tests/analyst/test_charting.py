import json
from datetime import datetime

import altair
import pytest

from svcchat_magic.analyst.charting import PALETTE, chart_of
from svcchat_magic.analyst.events import SqlFinished
from svcchat_magic.analyst.planner import plan
from svcchat_magic.analyst.results import Result
from svcchat_magic.semantic.query import Column, Rows
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
    for spec, rows in charts(question):
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
    assert all(spec is None for spec, _ in charts(question))


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

    assert spec["encoding"]["x"]["axis"]["format"] == ".0%"


def test_column_names_with_dots_are_not_drawn():
    (query,) = plan(understood("revenue by month").readings[0], TODAY)
    columns = (Column("month", "Timestamp"), Column("revenue", "Double"), Column("a.b", "Double"))
    rows = Rows(columns, tuple((datetime(2024, at, 1), 1.0, 1.0) for at in (1, 2)), 2)

    assert chart_of(Result(0, query, rows)) == ""
