"""What one row comes to, what its lines come to, and which groups only count."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.few_groups import of_each
from svcchat_magic.analyst.readings.parts import parts_of
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "shops": ["shop_id,shop_name,district"]
    + [f"{n},Shop {n},{('North', 'South')[n % 2]}" for n in range(1, 7)],
    "articles": ["article_id,article_name,category"]
    + [f"{n},Lamp {n},{('Indoor', 'Garden', 'Desk')[n % 3]}" for n in range(1, 10)],
    "orders": ["order_id,shop_id,ordered_at,total_amount,tip_amount,state"]
    + [
        f"{n},{1 + n % 6},2025-0{1 + n % 5}-1{n % 9},{20 + 3 * n},{n % 4},{('open', 'settled')[n % 2]}"
        for n in range(1, 61)
    ],
    "order_lines": ["line_id,order_id,article_id,quantity,unit_price"]
    + [f"{n},{1 + n % 60},{1 + n % 9},{1 + n % 4},{2.5 + n % 7}" for n in range(1, 181)],
    "ratings": ["rating_id,order_id,rated_at,stars"]
    + [f"{n},{n},2025-05-0{1 + n % 9},{1 + n % 5}" for n in range(1, 41)],
    "shifts": ["shift_id,shop_id,worked_on,role,hours_worked,hourly_rate"]
    + [
        f"{n},{1 + n % 6},2025-04-1{n % 9},{('Cook', 'Clerk')[n % 2]},{4 + n % 5},{12.5 + n % 3}"
        for n in range(1, 41)
    ],
    "pass_sales": ["pass_id,sold_at,age_group,shop_id,price_paid"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},{('Child', 'Adult')[n % 2]},{1 + n % 6},{20 + n}"
        for n in range(1, 41)
    ],
    "ticket_sales": ["sale_id,sold_at,channel,quantity,total_amount"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},{('web', 'desk')[n % 2]},{1 + n % 4},{15 * (1 + n % 4)}"
        for n in range(1, 41)
    ],
    "parcels": ["parcel_id,shop_id,sent_on,repack_count"]
    + [f"{n},{1 + n % 6},2025-05-1{n % 9},{n % 5}" for n in range(1, 31)],
    "stays": ["stay_id,shop_id,plate,entered_at,exited_at"]
    + [
        f"{n},{1 + n % 6},P{n % 7},2025-05-1{n % 9} 0{n % 8}:10,2025-05-1{n % 9} 1{n % 9}:40"
        for n in range(1, 31)
    ],
    "deliveries": ["delivery_id,shop_id,ordered_on,expected_on,delivered_on,state"]
    + [
        f"{n},{1 + n % 6},2025-05-0{1 + n % 9},2025-06-{10 + n % 15},{'' if n % 3 else '2025-06-12'},"
        f"{('open', 'done')[n % 3 == 0]}"
        for n in range(1, 31)
    ],
    "grants": ["grant_id,theme,amount_awarded,awarded_on"]
    + [f"{n},{('Water', 'Soil')[n % 2]},{1000 + 50 * n},2024-0{1 + n % 8}-03" for n in range(1, 31)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("amounts"), TABLES, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize("question", [
    "average order value by district",
    "what is the average order value for open orders",
    "median order value in 2025",
    "average order by district",
])  # fmt: skip
def test_the_value_of_one_row_is_its_whole_amount(reader, question):
    assert "total_amount" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["average rating by shop", "3 shops with the lowest average rating"])
def test_the_average_of_rows_with_one_number_is_that_of_it(reader, question):
    assert "stars" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["revenue by district", "revenue by month in 2025", "total revenue"])
def test_the_money_of_an_order_goes_before_that_of_its_lines(reader, question):
    assert "sum_of_total_amount" in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "revenue by article", "top 3 categories by revenue", "revenue of garden articles in March 2025",
])  # fmt: skip
def test_by_what_only_lines_have_their_number_times_their_price_is_summed(reader, question):
    assert "total_value" in sql_of(reader, question)


def test_hours_of_shifts_times_their_rate_are_labour_cost(reader):
    assert "shifts.total_value" in sql_of(reader, "labour cost by role in April 2025")


@pytest.mark.parametrize("question", ["money awarded by theme", "share of awarded money by theme"])
def test_money_is_what_is_awarded(reader, question):
    assert "amount_awarded" in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "3 shops with the highest average rating, only those with at least 5 ratings",
    "3 shops with the highest average rating, only counting those with at least 5 ratings",
    "3 shops with the highest average rating, looking only at shops with at least 5 ratings",
])  # fmt: skip
def test_only_groups_with_so_many_rows_count(reader, question):
    asked = sql_of(reader, question)

    assert "HAVING" in asked
    assert ">= 5" in asked


@pytest.mark.parametrize("question", [
    "average shop value by month",  # shops come to nothing
    "money planted by theme",
    "average hourly shift by role",
])  # fmt: skip
def test_what_has_no_such_amount_is_refused(reader, question):
    assert not is_read(reader, question)


def test_what_goes_out_again_was_entered_by_somebody(reader):
    assert "entered_at >= '2025-05-01'" in sql_of(reader, "stays in May 2025")


@pytest.mark.parametrize("question", [
    "average stay duration in hours by shop", "average stay length in hours",
])  # fmt: skip
def test_rows_that_begin_and_end_have_a_length(reader, question):
    assert "exited_at" in sql_of(reader, question)


def test_stays_that_lasted_so_long_are_counted(reader):
    assert "> 8" in sql_of(reader, "how many stays lasted more than 8 hours")


def test_what_is_past_its_day_has_not_come_to_pass(reader):
    asked = sql_of(reader, "how many open deliveries are past their expected date")

    assert "expected_on < '2025-06-18'" in asked


@pytest.mark.parametrize("question", [
    "stays for the South shops in May 2025", "weekly stays for the South shops in May 2025",
])  # fmt: skip
def test_no_number_is_asked_of_what_stands_behind_a_preposition(reader, question):
    asked = sql_of(reader, question)

    assert "district = 'South'" in asked
    assert "shops" not in asked.split("FROM")[0]


def test_the_number_of_all_such_rows_is_one(reader):
    assert "GROUP BY" not in sql_of(reader, "total order value across the orders that are open")


@pytest.mark.parametrize(
    "question", ["how many website visits did we have", "lamp with at least 5 orders has the highest tip"]
)
def test_what_is_counted_is_not_passed_over(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize("question", [
    "orders in May 2025, how many and what total?",
    "how many orders were there in May 2025 and what are they worth in total?",
])  # fmt: skip
def test_the_total_behind_a_number_is_a_question_of_its_own(question):
    assert parts_of(question)[1:] == ("how much is that in total",)


@pytest.mark.parametrize("question", ["open orders by district in £", "orders in euros by month"])
def test_what_is_told_in_a_currency_is_an_amount(reader, question):
    assert "total_amount" in sql_of(reader, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("how many parcels were repacked", "repack_count > 0"),
    ("parcels repacked at least twice", "repack_count >= 2"),
    ("parcels repacked more than 3 times", "repack_count > 3"),
    ("how many parcels were never repacked", "repack_count <= 0"),
])  # fmt: skip
def test_what_is_counted_of_each_row_is_said_by_its_verb(reader, question, kept):
    assert kept in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "orders in March 2025 vs the same month of 2024",
    "orders January to March 2025 compared to the same period in 2024",
    "were there more orders in Q1 2025 than in the same quarter of 2024",
])  # fmt: skip
def test_the_same_months_of_another_year_are_a_period(reader, question):
    asked = sql_of(reader, question)

    assert "< '2024-04-01'" in asked
    assert "< '2025-04-01'" in asked


@pytest.mark.parametrize(("question", "groups"), [
    ("orders per shop in 2025", True), ("average orders per shop in 2025", False),
    ("order lines per order", False),
])  # fmt: skip
def test_rows_per_one_of_a_few_are_told_for_each(reader, question, groups):
    found = asyncio.run(of_each(question, asyncio.run(reader.read(question)), reader, None))

    assert bool(found.best.analysis.groups) == groups


@pytest.mark.parametrize(
    "question", ["how many child passes were sold in March 2025", "passes sold by district"]
)
def test_what_is_sold_is_a_row_of_its_sales(reader, question):
    assert 'MEASURE(pass_sales."count")' in sql_of(reader, question)


def test_what_was_paid_for_each_is_revenue(reader):
    assert "price_paid" in sql_of(reader, "pass revenue by month in 2025")


def test_what_a_share_becomes_is_a_part_within_each_group(reader):
    asked = sql_of(reader, "for each district, what percentage of the price paid in 2025 were child passes")

    assert "age_group = 'Child'" in asked
    assert " / " in asked


def test_how_many_had_none_is_a_number(reader):
    assert "COUNT" in sql_of(reader, "how many shops had no stays at all in May 2025").upper()


@pytest.mark.parametrize(("question", "computed"), [
    ("how many tickets did we sell in March 2025", "total_quantity"),
    ("tickets sold by channel", "total_quantity"),
    ("ticket sale revenue by month in 2025", "sum_of_total_amount"),
    ("number of ticket sales by channel", '"count"'),
])  # fmt: skip
def test_what_is_sold_is_so_many_pieces(reader, question, computed):
    assert f"ticket_sales.{computed}" in sql_of(reader, question)
