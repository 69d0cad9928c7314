"""One file of a newcomer: words that several columns share, flags that are ranked, rows that nobody named."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.clarifying import Clarifying
from tests.analyst.small_models import is_read, readers_over, sql_of

TODAY = date(2024, 7, 1)
ROWS = range(120)
FILES = {
    "subscribers": pandas.DataFrame({
        "subscriberID": [f"S-{at:04d}" for at in ROWS],
        "plan": [("Basic", "Plus", "Family")[at % 3] for at in ROWS],
        "city": [("Oslo", "Bergen")[at % 2] for at in ROWS],
        "cloud_backup": [("Yes", "No", "No internet service", "Yes")[at % 4] for at in ROWS],
        "roaming": [("Yes", "No", "No answer")[at % 3] for at in ROWS],
        "churn": [("Yes", "No", "No", "No", "No")[at % 5] for at in ROWS],
        "returned_router": [("No", "Yes")[at % 7 == 0] for at in ROWS],
        "monthly_fee": [10 + at % 40 for at in ROWS],
    }),
    "exams": pandas.DataFrame({
        "student_id": list(ROWS),
        "school": [("North", "South")[at % 2] for at in ROWS],
        "math_score": [at % 100 for at in ROWS],
        "reading_score": [(at * 3) % 100 for at in ROWS],
        "temp_min": [float(at % 9) for at in ROWS],
        "temp_max": [float(20 + at % 9) for at in ROWS],
    }),
    "catalogue": pandas.DataFrame({
        "show_id": [f"s{at}" for at in ROWS],
        "title": [f"The {('Red', 'Old', 'Lost')[at % 3]} House {at}" for at in ROWS],
        "type": [("Movie", "TV Show")[at % 2] for at in ROWS],
        "country": [("Norway", "Chile", "Japan")[at % 3] for at in ROWS],
        "added_on": pandas.date_range("2021-01-01", periods=len(ROWS), freq="7D"),
    }),
    "orders": pandas.DataFrame({
        "order_id": [f"SO-{at}" for at in ROWS],
        "category": [("Toys", "Books", "Tools")[at % 3] for at in ROWS],
        "returned": [("No", "Yes")[at % 4 == 0] for at in ROWS],
        "is_cancelled": [at % 6 == 0 for at in ROWS],
    }),
    "access_log": pandas.DataFrame({
        "timestamp": pandas.date_range("2024-06-01", periods=len(ROWS), freq="h"),
        "path": [("/", "/search", "/login")[at % 3] for at in ROWS],
        "status": [(200, 404, 500)[at % 3] for at in ROWS],
        "bytes": [at * 100 for at in ROWS],
    }),
    "tips": pandas.DataFrame({
        "total_bill": [10.5 + at % 50 for at in ROWS],
        "tip": [1.0 + at % 9 for at in ROWS],
        "smoker": [("Yes", "No")[at % 2] for at in ROWS],
        "charges": [" " if at % 40 == 0 else f"{at * 3.25:.2f}" for at in ROWS],
        "Tax %": [("0%", "7%", "19%")[at % 3] for at in ROWS],
    }),
    "bike_hour": pandas.DataFrame({
        "instant": [at + 1 for at in ROWS],
        "dteday": [f"2024-06-{1 + at // 12:02d}" for at in ROWS],
        "hr": [at % 12 for at in ROWS],
        "holiday": [int(at // 12 == 3) for at in ROWS],
        "casual": [at % 13 for at in ROWS],
        "registered": [10 + at % 40 for at in ROWS],
        "cnt": [10 + at % 40 + at % 13 for at in ROWS],
    }),
    "timesheet": pandas.DataFrame({
        "Date": [f"2024-05-{1 + at % 28:02d}" for at in ROWS],
        "Employee": [("Ann", "Bo", "Cy")[at % 3] for at in ROWS],
        "Project": [("App", "Web")[at % 2] for at in ROWS],
        "Hours": [1.0 + at % 7 for at in ROWS],
    }),
    "orders_export": pandas.DataFrame({
        "Order ID ": [f"SO-{at}" for at in ROWS],
        "Prod. Cat.": [("Toys", "Books", "Tools")[at % 3] for at in ROWS],
        "Qty.": [1 + at % 9 for at in ROWS],
        "Unit Price ($)": [2.5 + at % 30 for at in ROWS],
        "Disc %": [(0, 5, 10, 20)[at % 4] for at in ROWS],
    }),
    "listings": pandas.DataFrame({
        "id": [10000 + at * 7 % 120 for at in ROWS],
        "name": [f"Cosy flat {at}" for at in ROWS],
        "host_id": [at % 40 for at in ROWS],
        "area": [("Mitte", "Wedding")[at % 2] for at in ROWS],
        "price": [30 + at % 90 for at in ROWS],
        "last_review": pandas.date_range("2023-01-01", periods=len(ROWS), freq="D"),
    }),
    "survey": pandas.DataFrame({
        "What is your age?": [18 + at % 50 for at in ROWS],
        "Gender": [("Male", "Female")[at % 2] for at in ROWS],
        "Which tools do you use?": [("Slack;Teams", "Zoom", "Slack", "Email;Zoom")[at % 4] for at in ROWS],
    }),
    "mpg": pandas.DataFrame({
        "mpg": [9.5 + at % 31 for at in ROWS],
        "cylinders": [(4, 6, 8)[at % 3] for at in ROWS],
        "weight": [1600 + at * 17 for at in ROWS],
        "origin": [("usa", "europe", "japan")[at % 3] for at in ROWS],
        "name": [f"make {at % 9} model {at}" for at in ROWS],
    }),
    "market_sales": pandas.DataFrame({
        "Invoice ID": [f"{100 + at}-{at % 9}" for at in ROWS],
        "City": [("Yangon", "Mandalay")[at % 2] for at in ROWS],
        "Total": [20.5 + at for at in ROWS],
        "Date": [f"201{at % 4 + 4}0{at % 9 + 1}12T000000" for at in ROWS],
    }),
    "crimes": pandas.DataFrame({
        "ID": list(ROWS),
        "Case Number": [f"JG{1000 + at}" for at in ROWS],
        "Primary Type": [("THEFT", "BATTERY", "ARSON")[at % 3] for at in ROWS],
        "Arrest": [at % 5 == 0 for at in ROWS],
    }),
    "taxi_rides": pandas.DataFrame({
        "pickup_time": pandas.date_range("2024-01-01", periods=len(ROWS), freq="3h"),
        "dropoff_time": pandas.date_range("2024-01-01 00:20", periods=len(ROWS), freq="3h"),
        "passenger_count": [1 + at % 4 for at in ROWS],
        "trip_distance": [0.5 + at % 30 for at in ROWS],
        "fare_amount": [5.0 + at % 30 for at in ROWS],
        "tolls_amount": [6.5 if at % 10 == 0 else 0.0 for at in ROWS],
        "payment_type": [("Cash", "Card")[at % 2] for at in ROWS],
    }),
}  # fmt: skip


@pytest.fixture(scope="module")
def readers():
    with readers_over(FILES, TODAY) as found:
        yield found


def asked_back(reader, question):
    """The labels of what is asked back; empty where nothing is open."""
    read = asyncio.run(reader.read(question))
    found = asyncio.run(Clarifying(reader, None).of(question, read))
    return [each.label for each in found.choices] if found else []


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("average score", ["math score", "reading score"]),
        ("median score by school", ["math score", "reading score"]),
        ("average temperature", ["minimum temperature", "maximum temperature"]),
        ("average math score", []),
        ("highest reading score by school", []),
    ],
)
def test_a_word_that_several_columns_end_in_is_asked_back(readers, question, labels):
    assert sorted(asked_back(readers["exams"], question)) == sorted(labels)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("which plan has the highest churn", ("count\") FILTER", "* 1.0 /", "plan IS NOT NULL")),
        ("top 2 plans by churn", ("count\") FILTER", "* 1.0 /", "LIMIT 2")),
        ("which plan has the most churn", ("FILTER (WHERE subscribers.churn = TRUE) DESC",)),
    ],
)  # fmt: skip
def test_a_flag_that_groups_are_ranked_by_is_the_part_of_them_that_has_it(readers, question, parts):
    sql = sql_of(readers["subscribers"], question)

    assert all(each in sql for each in parts), sql
    assert "churn AS" not in sql


def test_rows_with_something_have_no_value_that_says_that_there_is_none(readers):
    reader = readers["subscribers"]

    assert "cloud_backup = 'Yes'" in sql_of(reader, "subscribers with cloud backup")
    assert "IN ('No', 'No internet service')" in sql_of(reader, "subscribers without cloud backup")
    assert "roaming = 'No'" in sql_of(reader, "subscribers without roaming")  # who knows of no answer


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("titles by country", ('MEASURE(catalogue."count")', "country AS")),
        ("which country has the most titles", ('MEASURE(catalogue."count") DESC', "country IS NOT NULL")),
        ("titles added per year", ("added_on", 'MEASURE(catalogue."count")')),
    ],
)
def test_titles_of_a_catalogue_are_its_rows(readers, question, parts):
    sql = " ".join(sql_of(readers["catalogue"], question).split())

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    ("question", "flag"),
    [
        ("how many returns", "returned = TRUE"),
        ("returns by category", "returned = TRUE"),
        ("which category has the most returns", "returned = TRUE"),
        ("cancellations by category", "is_cancelled = TRUE"),
    ],
)
def test_returns_are_no_order_and_a_group_is_no_number_of_groups(readers, question, flag):
    sql = sql_of(readers["orders"], question)

    assert flag in sql
    assert "distinct" not in sql


@pytest.mark.parametrize("question", ["errors", "unique visitors", "top 5 pages", "error count by path"])
def test_rows_that_nobody_named_are_not_called_after_some_of_them(readers, question):
    assert not is_read(readers["access_log"], question)


def test_rows_that_nobody_named_may_be_called_anything_else(readers):
    assert "count" in sql_of(readers["access_log"], "how many requests")


def test_the_column_called_like_its_rows_says_how_big_they_are(readers):
    reader = readers["tips"]

    assert "ORDER BY tips.tip DESC" in sql_of(reader, "biggest tip")
    assert "tips.tip > 5" in sql_of(reader, "tips over 5")
    assert 'MEASURE(tips."count")' in sql_of(reader, "how many tips")
    assert "total_tip" in sql_of(reader, "total tips by smoker")


def test_blanks_are_no_number_and_percentages_add_up_to_nothing(readers):
    reader = readers["tips"]

    assert "total_charges" in sql_of(reader, "total charges")
    assert "charges IS NULL" in sql_of(reader, "how many tips have no charges")
    assert "average_tax" in sql_of(reader, "average tax by smoker")
    assert not is_read(reader, "total tax")


def test_rows_ranked_by_their_own_number_are_told_by_their_kind(readers):
    reader = readers["crimes"]

    assert "primary_type AS" in sql_of(reader, "most common crime")
    assert "primary_type AS" in sql_of(reader, "which crime is the most frequent")
    assert not is_read(reader, "where do most crimes happen")
    assert not is_read(reader, "strongest crime")


@pytest.mark.parametrize(
    "question",
    ["trips with more than 2 luggages", "rides travelling alone"],
)
def test_trips_are_rows_and_what_they_are_alone_is_not_known(readers, question):
    assert not is_read(readers["taxi_rides"], question)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("rides longer than 10 miles", "trip_distance > 10"),
        ("rides longer than 30 minutes", "DATE_DIFF("),
        ("how many trips", 'MEASURE(taxi_rides."count")'),
        ("average trip distance", "average_trip_distance"),
        ("rides with more than 2 passengers", "passenger_count > 2"),
        ("rides with 2 passengers", "passenger_count = 2"),
        ("share of rides with tolls", "tolls_amount > 0"),
        ("rides without tolls", "tolls_amount = 0"),
        (
            "payment types with more than 50 passengers",
            "HAVING MEASURE(taxi_rides.total_passenger_count) > 50",
        ),
    ],
)
def test_trips_are_rides_and_minutes_are_no_distance(readers, question, part):
    assert part in sql_of(readers["taxi_rides"], question)


@pytest.mark.parametrize(
    ("name", "question", "parts"),
    [
        ("bike_hour", "average rentals per day", ("AVG(total_cnt)", "DATE_TRUNC('day'")),
        ("bike_hour", "peak day", ("total_cnt) DESC",)),
        ("timesheet", "average hours per week by employee", ("AVG(total_hours)", "DATE_TRUNC('week'")),
        ("timesheet", "total hours per week", ("total_hours", "GROUP BY 1")),
    ],
)
def test_an_average_per_day_is_that_of_what_days_come_to(readers, name, question, parts):
    sql = sql_of(readers[name], question)

    assert all(each in sql for each in parts), sql


def test_a_discount_in_percent_is_taken_off_what_orders_come_to(readers):
    reader = readers["orders_export"]

    assert "total_value" in sql_of(reader, "total revenue")
    assert "total_value" in sql_of(reader, "average order value")
    assert "disc > 0" in sql_of(reader, "orders with discount")


def test_what_is_asked_for_a_night_is_never_added_up(readers):
    assert "average_price" in sql_of(readers["listings"], "price by area")
    assert "average_price" in sql_of(readers["listings"], "average price per night")


def test_who_uses_something_is_counted_and_no_answer_is(readers):
    sql = sql_of(readers["survey"], "how many people use Slack")

    assert "count" in sql
    assert "DISTINCT" not in sql
    assert "%Slack%" in sql


@pytest.mark.parametrize(
    ("name", "question", "parts"),
    [
        ("mpg", "how many cars", ('MEASURE(mpg."count")',)),
        ("mpg", "heaviest cars", ("ORDER BY 4 DESC",)),
        ("mpg", "cars with the highest mpg", ("ORDER BY 2 DESC",)),
        ("mpg", "average mpg by origin", ("average_mpg", "origin AS")),
        ("mpg", "mpg by origin", ("average_mpg", "origin AS")),
        ("market_sales", "how many invoices", ('MEASURE(market_sales."count")',)),
        ("market_sales", "invoices over 50", ("total > 50",)),
        ("market_sales", "sales by year", ("DATE_TRUNC('year'",)),
    ],
)
def test_rows_are_called_by_their_key_and_not_by_a_level(readers, name, question, parts):
    sql = sql_of(readers[name], question)

    assert all(each in sql for each in parts), sql
