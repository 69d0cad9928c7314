"""Data warehouses: tables of facts and dimensions with surrogate keys, business codes and a calendar."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

FIRST = date(2024, 1, 1)
DAYS = [FIRST + timedelta(days=n) for n in range(400)]
CALENDAR = ["day_key,full_date,is_holiday"] + [
    f"{n + 1},{day},{'true' if day.day == 1 else 'false'}" for n, day in enumerate(DAYS)
]
TABLES = {
    "dim_day": CALENDAR,
    "dim_supplier": ["supplier_sk,supplier_cd,supplier_nm,tier,payment_terms_days"]
    + [f"{700 + n},S-{n:03},Firm {chr(65 + n)},{('Gold', 'Silver')[n % 2]},{30 + n}" for n in range(8)],
    "dim_item": ["item_cd,item_sk,item_desc,is_critical"]
    + [f"X{n},{n},Part {chr(65 + n)},{('yes', 'no')[n % 2]}" for n in range(1, 11)],
    "fct_po_lines": [
        "po_line_sk,po_nbr,line_nbr,order_day_key,received_day_key,supplier_sk,item_sk,state,net_amt,is_late"
    ]
    + [
        f"{9000 + n},45{n // 3},{1 + n % 3},{1 + n},{5 + n},{700 + n % 8},{1 + n % 10},"
        f"{('received', 'open', 'cancelled')[n % 3]},{100 + n}.5,{('true', 'false')[n % 2]}"
        for n in range(300)
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("star"), TABLES, date(2025, 2, 1)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("PO lines by supplier", "supplier_nm"),
        ("net amount by item in 2024", "item_desc"),
        ("list the suppliers of tier Gold", "supplier_nm"),
    ],
)
def test_rows_are_told_by_their_names_and_not_by_their_keys(reader, question, column):
    assert f"AS {column}" in sql_of(reader, question)


def test_a_surrogate_key_that_others_have_joins_the_tables(reader):
    assert "item_desc" in sql_of(reader, "number of PO lines by item")


@pytest.mark.parametrize("question", ["PO lines ordered in May 2024", "net amount ordered in 2024"])
def test_the_key_into_a_calendar_is_a_date(reader, question):
    assert "order_day >=" in sql_of(reader, question)


def test_each_key_into_a_calendar_is_a_date_of_its_own(reader):
    assert "received_day >=" in sql_of(reader, "how many PO lines were received in June 2024")


@pytest.mark.parametrize(
    "question", ["how many purchase orders in 2024", "how many POs are there", "number of different POs"]
)
def test_orders_without_a_table_of_their_own_are_counted_by_their_number(reader, question):
    assert "distinct" in sql_of(reader, question).lower()


def test_the_number_of_a_line_is_no_line(reader):
    assert '"count"' in sql_of(reader, "number of lines in 2024")


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("what share of received lines arrived late", "is_late = TRUE", "state = 'received'"),
        ("what percentage of late lines came from Silver suppliers", "tier = 'Silver'", "is_late = TRUE"),
        ("what percentage of cancelled lines went to Gold", "tier = 'Gold'", "state = 'cancelled'"),
    ],
)
def test_what_is_said_behind_a_verb_is_the_part(reader, question, part, whole):
    sql = sql_of(reader, question)
    assert f"FILTER (WHERE fct_po_lines.{part}" in sql
    assert whole in sql.split("WHERE")[-1]


@pytest.mark.parametrize("question", ["share of late lines", "share of late lines by supplier"])
def test_a_share_of_flagged_rows_is_one_of_these_rows(reader, question):
    assert "MEASURE(fct_po_lines.share_is_late)" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "suppliers where more than 30% of the lines were late",
        "suppliers we spent more than 100k with",
        "what is the total supplier value in 2024",
    ],
)
def test_no_number_is_compared_with_another_thing(reader, question):
    assert not is_read(reader, question) or "payment_terms" not in sql_of(reader, question)


def test_the_year_of_what_rows_are_called_is_that_of_their_date(reader):
    sql = sql_of(reader, "net amount by order day year")
    assert "DATE_TRUNC('year'" in sql


@pytest.mark.parametrize("question", ["lines that are let", "suppliers currently let by us"])
def test_an_order_behind_the_head_is_no_empty_word(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    "question", ["net amount by supplier, orders of 2024", "net amount by supplier for orders of 2024"]
)
def test_a_year_is_no_number_of_pieces(reader, question):
    sql = sql_of(reader, question)
    assert "= 2024" not in sql
    assert ">= '2024-01-01'" in sql


def test_days_of_a_calendar_are_compared_with_the_others(reader):
    sql = sql_of(reader, "average daily net amount on holidays vs other days")
    assert sql.startswith("SELECT order_day_is_holiday, AVG(total_net_amt)")
