"""Which date a period is by where none is named, and which number a word of several is."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome, SqlStarted
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.planning.sources import sources_of
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 1)
MODEL = """
cubes:
  - name: sales
    sql_table: sales
    title: Sales
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: dispatch_date, sql: dispatch_date, type: time}
      - {name: contract_date, sql: contract_date, type: time}
      - {name: voided, sql: voided, type: boolean}
      - {name: shop, sql: shop, type: string}
    measures:
      - {name: net_sales, type: sum, sql: amount, title: Net sales, filters: [{sql: "NOT {CUBE}.voided"}]}
      - {name: crates_sold, type: sum, sql: crates, filters: [{sql: "NOT {CUBE}.voided"}]}
      - {name: price_per_crate, type: number, sql: "{net_sales} / NULLIF({crates_sold}, 0)"}
  - name: shelves
    sql_table: shelves
    title: Shelves
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: crates_on_hand, type: sum, sql: crates, title: Crates in stock}
  - name: shifts
    sql_table: tours
    title: Shifts
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: recorded_on, sql: booked_at, type: time}
      - {name: work_date, sql: starts_at, type: time}
    measures:
      - {name: hours, type: sum, sql: guests, title: Hours recorded}
  - name: slots
    sql_table: tours
    title: Slots
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: created_at, sql: booked_at, type: time}
      - {name: starts_at, sql: starts_at, type: time}
    measures:
      - {name: count, type: count}
  - name: hires
    sql_table: tours
    title: Hires
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: booked_at, sql: booked_at, type: time}
      - {name: handed_over_at, sql: starts_at, type: time}
    measures:
      - {name: boats, type: sum, sql: guests}
  - name: tours
    sql_table: tours
    title: Tours
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: booked_at, sql: booked_at, type: time}
      - {name: happens_at, sql: starts_at, type: time, title: Tour time}
    measures:
      - {name: guests, type: sum, sql: guests}
"""
DATA = {
    "sales": (
        "id,dispatch_date,contract_date,voided,shop,amount,crates\n"
        "1,,2024-02-02,false,North,5,1\n2,2025-02-10,2024-12-30,false,North,7,2\n"
        "3,2025-03-01,2025-02-03,true,South,9,3\n"
    ),
    "shelves": "id,crates\n1,8\n",
    "tours": "id,booked_at,starts_at,guests\n1,2024-12-30,2025-01-03,4\n",
}


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sales")
    (folder / "model.yml").write_text(MODEL)
    for name, text in DATA.items():
        (folder / f"{name}.csv").write_text(text)

    engine = DuckDBEngine.open(folder)
    yield SetTools(load_model(folder), engine)
    engine.close()


def asked(tools, question):
    """The outcome, the statement and the text of an answer."""
    events = asyncio.run(turn(tools, question))
    outcome = next(each.kind for each in reversed(events) if isinstance(each, Outcome))
    sql = " ".join(each.sql for each in events if isinstance(each, SqlStarted))
    return outcome, sql, "".join(each.text for each in events if isinstance(each, AnswerText))


async def turn(tools, question):
    return [each async for each in OfflineAnalyst().answer(Task(question, TODAY, b""), tools)]


@pytest.mark.parametrize("question", ["crates sold in 2024", "net sales by shop in 2024"])
def test_the_date_that_every_row_has_dates_them_and_is_named(tools, question):
    outcome, sql, text = asked(tools, question)

    assert outcome == "answered"
    assert "contract_date >= '2024-01-01'" in sql
    assert "contract date" in text


@pytest.mark.parametrize(("question", "is_named"), [("boats in 2024", True), ("guests in 2025", False)])
def test_a_date_is_named_where_another_could_have_been_meant(tools, question, is_named):
    assert ("handed over at in 20" in asked(tools, question)[2]) is is_named


@pytest.mark.parametrize("question", ["hours in 2025", "hours worked in 2025"])
def test_what_happened_comes_before_the_day_when_somebody_entered_it(tools, question):
    assert "shifts.work_date >= '2025-01-01'" in asked(tools, question)[1]


def test_a_verb_still_says_which_date(tools):
    assert "shifts.recorded_on >= '2025-01-01'" in asked(tools, "hours recorded in 2025")[1]
    assert "dispatch_date >= '2025-01-01'" in asked(tools, "crates dispatched in 2025")[1]


def test_the_date_called_as_the_rows_are_comes_before_the_first(tools):
    assert "tours.happens_at >= '2025-01-01'" in asked(tools, "guests in 2025")[1]


@pytest.mark.parametrize(("question", "date"), [("slots", "starts_at"), ("slots created", "created_at")])
def test_what_takes_place_is_dated_by_when_it_starts(tools, question, date):
    assert f"slots.{date} >= '2025-01-01'" in asked(tools, f"{question} in 2025")[1]


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("sales by shop", "MEASURE(sales.net_sales)"),
        ("North sales", "MEASURE(sales.net_sales)"),
        ("revenue by shop", "MEASURE(sales.net_sales)"),
        ("how many sales were there", "COUNT(*)"),
        ("crate sales by shop", "MEASURE(sales.crates_sold)"),
        ("crates by shop", "MEASURE(sales.crates_sold)"),
        ("voided sales", "COUNT(*)"),
    ],
)
def test_sales_are_money_and_counted_where_that_is_asked(tools, question, number):
    outcome, sql, _ = asked(tools, question)

    assert (outcome, number in sql, sql.count("MEASURE")) == ("answered", True, number.startswith("M"))


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("how many crates did we sell in 2024", "crates_sold"),
        ("crates that we sold by shop (North etc)", "crates_sold"),
        ("how many crates are left in stock?", "crates_on_hand"),
    ],
)
def test_a_word_of_its_name_tells_a_number_from_others_of_the_same_head(tools, question, number):
    outcome, sql, _ = asked(tools, question)

    assert (outcome, f".{number})" in sql, "North" in sql) == ("answered", True, False)


def test_two_numbers_of_one_head_are_asked_about(tools):
    assert asked(tools, "how many crates are there")[0] == "clarify"


def test_a_number_of_rows_that_its_own_filter_leaves_out_is_not_told(tools):
    outcome, sql, text = asked(tools, "crates sold in voided")

    assert (outcome, sql) == ("refused", "")
    assert "Voided" in text


def test_what_happened_at_an_event_is_dated_by_it_and_not_by_whom_it_happened_to(tmp_path):
    tables = {
        "bookings": ["booking_id,guest_id,tour_id,seats", "1,1,1,2", "2,2,1,3"],
        "guests": ["guest_id,guest_name,joined_on", "1,Ann,2019-01-02", "2,Bo,2020-05-06"],
        "tours": ["tour_id,guide_id,departed_at", "1,1,2025-03-04"],
        "guides": ["guide_id,guide_name", "1,Cy"],
    }
    for name, lines in tables.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(tmp_path)
    sources = sources_of(catalog_of(infer_model(engine).model))
    engine.close()

    assert sources.dates("bookings_rows").name == "departed_at"
