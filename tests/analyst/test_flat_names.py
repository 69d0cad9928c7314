"""What rows of flat files are called, which date dates them, and in which role they refer to others."""

import asyncio
from datetime import date, datetime, timedelta

import pyarrow as pa
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.short_roles import written_out
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 30)
ROWS = 40
EACH = list(range(ROWS))
TWICE = [at // 2 for at in EACH]
KINDS = ["a", "b"] * (ROWS // 2)
NUMBERS = [at * 1.5 for at in EACH]


def days(apart=0):
    return [date(2025, 1, 1) + timedelta(days=4 * at + apart) for at in EACH]


def hours(apart=0):
    return [datetime(2025, 1, 1, 8) + timedelta(hours=80 * at, minutes=apart) for at in EACH]


@pytest.mark.parametrize(
    ("table", "columns", "rows"),
    [
        ("train", {"PenguinId": EACH, "mass": NUMBERS}, "Penguins"),
        ("hr_data_2024", {"EmployeeNumber": EACH, "Department": KINDS}, "Employees"),
        ("2024-05-export", {"listing_id": EACH, "price": NUMBERS}, "Listings"),
        ("green_tripdata", {"vendor": KINDS, "trip_distance": NUMBERS}, "Trips"),
        ("megastore", {"Order ID": TWICE, "Product": KINDS, "Sales": NUMBERS}, "Order lines"),
        ("OnlineRetail", {"InvoiceNo": TWICE, "StockCode": KINDS, "Quantity": EACH}, "Invoice lines"),
        ("loans_final_v2", {"amount": NUMBERS, "grade": KINDS}, "Loans"),
        ("listings", {"host_id": EACH, "price": NUMBERS}, "Listings"),
        ("survey_responses", {"person_id": EACH, "score": NUMBERS}, "Survey responses"),
        ("data", {"sepal_length": NUMBERS, "species": KINDS}, "Rows"),
    ],
)
def test_rows_are_called_after_the_table_its_key_or_its_columns(table, columns, rows):
    engine = open_engine({table: pa.table(columns)})

    assert next(iter(infer_model(engine).model.cubes.values())).measures["count"].title == rows
    engine.close()


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("winequality_red", {"acidity": NUMBERS, "sugar": NUMBERS}),
        ("bike_sharing", {"row_id": EACH, "rented": NUMBERS}),  # what numbers the rows names nothing
    ],
)
def test_a_name_of_a_whole_is_not_that_of_its_rows(table, columns):
    engine = open_engine({table: pa.table(columns)})

    assert next(iter(infer_model(engine).model.cubes.values())).measures["count"].title.startswith("Rows of")
    engine.close()


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (
            ("xx_pickup_datetime", "xx_dropoff_datetime", "PULocationID", "DOLocationID"),
            {"pu": "pickup", "do": "dropoff"},
        ),
        (("origin_city", "dest_city", "distance"), {}),
        (("st_code", "st_name", "start", "stop"), {}),  # one beginning alone is that of a thing
        (("de_station", "ar_station", "departed_at", "delayed", "arrived_at"), {}),  # two words fit one
    ],
)
def test_letters_before_a_name_are_what_one_other_column_writes_out(names, roles):
    assert written_out(names) == roles


@pytest.fixture(scope="module")
def rides():
    """Rides between the zones of a town, with two times each."""
    towns = {"ZoneID": [1, 2, 3, 4], "Borough": ["North", "North", "South", "South"],
             "Zone": ["Harbour", "Market", "Station", "Park"]}  # fmt: skip
    columns = {
        "xx_pickup_datetime": hours(),
        "xx_dropoff_datetime": hours(30),
        "PUZoneID": [1 + at % 4 for at in EACH],
        "DOZoneID": [1 + at % 3 for at in EACH],
        "ride_distance": NUMBERS,
    }
    engine = open_engine({"city_ridedata": pa.table(columns), "taxi_zones": pa.table(towns)})
    yield SetTools(infer_model(engine).model, engine)
    engine.close()


@pytest.fixture(scope="module")
def lines():
    """The lines of orders, with two dates each."""
    columns = {
        "Row ID": EACH,
        "Order ID": [f"O{at}" for at in TWICE],
        "Order Date": days(),
        "Ship Date": days(3),
        "Product": KINDS,
        "Sales": NUMBERS,
    }
    engine = open_engine({"megastore": pa.table(columns)})
    yield SetTools(infer_model(engine).model, engine)
    engine.close()


def ask(tools, question):
    """The kind of outcome, the statements and the answer."""

    async def run():
        return [event async for event in OfflineAnalyst().answer(Task(question, TODAY), tools)]

    events = asyncio.run(run())
    said = "".join(each.text for each in events if isinstance(each, AnswerText))
    statements = " ".join(each.sql for each in events if isinstance(each, SqlStarted))
    return next(each.kind for each in events if isinstance(each, Outcome)), statements, said


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("rides by pickup zone", "pickup_taxi_zone"),
        ("top 3 dropoff zones by rides", "dropoff_taxi_zone"),
        ("pickups per borough", "pickup_taxi_zone_borough"),
        ("dropoffs per borough", "dropoff_taxi_zone_borough"),
        ("how many rides started in North", "pickup_taxi_zone_borough"),
        ("how many rides ended in North", "dropoff_taxi_zone_borough"),
        ("rides that went to the Station", "dropoff_taxi_zone"),
        ("rides dropped off at the Station", "dropoff_taxi_zone"),
        ("what share of rides ended at the Station", "dropoff_taxi_zone"),
    ],
)
def test_a_role_is_told_by_its_word_or_by_where_something_starts_and_ends(rides, question, column):
    kind, sql, _ = ask(rides, question)

    assert kind == "answered"
    other = {"pickup": "dropoff", "dropoff": "pickup"}[column.split("_")[0]]
    assert f"city_ridedata.{column}" in sql
    assert f"{other}_taxi" not in sql


def test_a_place_in_no_role_is_asked_about(rides):
    assert ask(rides, "rides in North")[0] == "clarify"


@pytest.mark.parametrize("question", ["rides in February 2025", "rides by month"])
def test_what_begins_a_row_dates_it_and_the_answer_says_so(rides, question):
    kind, sql, said = ask(rides, question)

    assert kind == "answered"
    assert "xx_pickup_datetime" in sql
    assert "xx_dropoff_datetime" not in sql
    assert "pickup time" in said


@pytest.mark.parametrize(
    ("question", "dated", "not_dated"),
    [
        ("sales by month", "order_date", "ship_date"),
        ("order lines in March 2025", "order_date", "ship_date"),
        ("sales shipped in March 2025", "ship_date", "order_date"),
        ("sales by month by ship date", "ship_date", "order_date"),
    ],
)
def test_the_date_of_an_order_dates_its_lines_unless_another_is_named(lines, question, dated, not_dated):
    kind, sql, _ = ask(lines, question)

    assert kind == "answered"
    assert dated in sql
    assert not_dated not in sql


@pytest.mark.parametrize(
    "question",
    ["how many days until an order is shipped", "average days until orders are shipped by product"],
)
def test_days_between_dates_are_counted_in_the_order_in_which_they_happen(lines, question):
    kind, sql, _ = ask(lines, question)

    assert kind == "answered"
    assert "DATE_DIFF('day', megastore.order_date, megastore.ship_date)" in sql


def test_dates_of_which_neither_comes_first_are_asked_about():
    """The control: each is later than the other in many rows."""
    mixed = [one if at % 2 else other for at, (one, other) in enumerate(zip(days(), days(5), strict=True))]
    others = [other if at % 2 else one for at, (one, other) in enumerate(zip(days(), days(5), strict=True))]
    columns = {"plate": EACH, "inspection_date": mixed, "washing_date": others, "fee": NUMBERS}
    engine = open_engine({"cars": pa.table(columns)})

    assert ask(SetTools(infer_model(engine).model, engine), "fees by month")[0] == "clarify"
    engine.close()


@pytest.mark.parametrize(
    ("table", "columns", "question"),
    [
        ("companies", {"ticker": [f"T{at}" for at in EACH], "sector": KINDS}, "stocks by sector"),
        ("prices", {"ticker": KINDS, "close": NUMBERS}, "average close by stock"),
        ("responses", {"response_id": EACH, "country": KINDS}, "respondents by country"),
    ],
)
def test_a_sign_or_a_noun_has_other_names(table, columns, question):
    engine = open_engine({table: pa.table(columns)})

    assert ask(SetTools(infer_model(engine).model, engine), question)[0] == "answered"
    engine.close()


def test_what_has_a_ticker_is_no_stock_where_another_column_is_called_so():
    columns = {"ticker": [f"T{at}" for at in EACH], "stock": EACH, "sector": KINDS}
    engine = open_engine({"articles": pa.table(columns)})
    (cube,) = infer_model(engine).model.cubes.values()

    assert "synonyms" not in cube.meta
    assert "synonyms" not in cube.dimensions["ticker"].meta
    engine.close()
