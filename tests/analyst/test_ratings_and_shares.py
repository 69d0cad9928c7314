"""Ratings that are told with verbs, correlations, prices of shares, and nouns that are no rows."""

import asyncio
from datetime import date
from statistics import correlation

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

RATED = {
    "stays": ["stay_id,left_on,town,breakfast_rating,comfort,nights"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},{('Ulm', 'Hof', 'Bonn')[n % 3]},{1 + n % 5},{1 + (n * 7) % 5},"
        f"{1 + n % 6}"
        for n in range(1, 121)
    ],
}
PRICES = {
    "quotes": ["date,symbol,open,high,low,close,volume"]
    + [
        f"2025-{1 + n // 25 % 5:02}-{1 + n % 25:02},{symbol},{20 + n % 7},{25 + n % 9},{17 + n % 5},"
        f"{21 + n % 8},{10_000 + 137 * n}"
        for n in range(125)
        for symbol in ("AAB", "CCD")
    ],
}
NAMELESS = {
    "data": ["seller_id,region,sales,discount"]
    + [f"S{n % 17},{('North', 'South')[n % 2]},{10 + n},{n % 4}" for n in range(1, 121)]
}


@pytest.fixture(scope="module")
def rated(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("stays"), RATED, date(2025, 6, 18)) as found:
        yield found


@pytest.fixture(scope="module")
def prices(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("quotes"), PRICES, date(2025, 6, 18)) as found:
        yield found


@pytest.fixture(scope="module")
def nameless(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("data"), NAMELESS, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many stays rated the breakfast 1 or 2", "breakfast_rating IN (1, 2)"),
        ("what percent of stays gave a 4 or 5 for comfort", "comfort IN (4, 5)"),
        ("stays that gave us a 5 on comfort by town", "comfort = 5"),
        ("how many scored our breakfast 3", "breakfast_rating = 3"),
    ],
)
def test_who_gave_which_rating_is_kept_by_it(rated, question, kept):
    assert kept in sql_of(rated, question)


def test_how_something_is_rated_is_its_average(rated):
    assert "average_breakfast_rating" in sql_of(rated, "how do stays in each town rate our breakfast")


@pytest.mark.parametrize(
    "question", ["how many stays rated the pool 1 or 2", "how many gave a 5 for parking"]
)
def test_what_nobody_rated_is_not_answered(rated, question):
    assert not is_read(rated, question)


@pytest.mark.parametrize(
    "question",
    [
        "is there a correlation between comfort and breakfast rating",
        "correlation of comfort with breakfast rating",
        "do comfort and breakfast rating correlate",
        "is comfort correlated with breakfast rating",
    ],
)
def test_a_correlation_is_one_number(rated, question):
    sql = sql_of(rated, question)

    assert "SQRT(" in sql
    assert "GROUP BY" not in sql


def test_a_correlation_is_pearsons(rated):
    sql = sql_of(rated, "correlation between comfort and breakfast rating")
    (row,) = asyncio.run(rated.tools.run_sql(sql)).rows
    pairs = [(1 + (n * 7) % 5, 1 + n % 5) for n in range(1, 121)]

    assert row[0] == pytest.approx(correlation(*zip(*pairs, strict=True)))


def test_a_correlation_with_a_text_is_none(rated):
    assert not is_read(rated, "correlation between comfort and town")


@pytest.mark.parametrize(
    "question", ["shares traded by month", "trading volume by month", "volume traded by month"]
)
def test_what_is_traded_is_the_volume(prices, question):
    assert "MEASURE(quotes.total_volume)" in sql_of(prices, question)


def test_trading_days_are_counted_once_for_all_symbols(prices):
    assert "MEASURE(quotes.trading_days)" in sql_of(prices, "how many trading days were there in 2025")
    sql = sql_of(prices, "top 5 trading days by volume")

    assert "DATE_TRUNC('day'" in sql
    assert "trading_days" not in sql


def test_the_most_traded_has_the_most_volume(prices):
    sql = sql_of(prices, "most traded symbol in 2025")

    assert "MEASURE(quotes.total_volume)" in sql


@pytest.mark.parametrize(
    "question", ["average high minus low by symbol", "average range (high minus low) by symbol"]
)
def test_a_range_is_the_high_less_the_low(prices, question):
    sql = sql_of(prices, question)

    assert "high" in sql.partition(" - ")[0]
    assert "low" in sql.partition(" - ")[2]


@pytest.mark.parametrize(
    "question",
    [
        "outliers in sales",
        "quartiles of sales",
        "how many outliers",
        "how many duplicates",
        "trends by region",
    ],
)
def test_what_numbers_have_is_no_row(nameless, question):
    assert not is_read(nameless, question)


def test_rows_that_nobody_named_may_be_called_something(nameless):
    assert is_read(nameless, "how many tickets in the North")


SCALES = {
    "visits": ["visit_no,seen_on,store,overall_rating,cleanliness,value,nights"]
    + [
        f"{n},2024-0{1 + n % 9}-1{n % 9},{1 + n % 5},{1 + n % 5},{1 + (n * 3) % 5},{1 + (n * 2) % 5},"
        f"{1 + n % 5}"
        for n in range(1, 201)
    ]
}


@pytest.fixture(scope="module")
def scales(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("visits"), SCALES, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize("name", ["cleanliness", "value"])
def test_what_stands_beside_a_rating_on_its_scale_is_one_too(scales, name):
    measures = scales.tools.model.cubes["visits"].measures

    assert f"average_{name}" in measures
    assert not {f"total_{name}", f"distinct_{name}s"} & set(measures)


def test_stores_and_nights_are_no_ratings(scales):
    measures = scales.tools.model.cubes["visits"].measures

    assert "average_store" not in measures
    assert "average_nights" not in measures or "total_nights" in measures
