"""Losses, gains and margins, where rows tell their profit; and signs of any number."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

PLACES = ("Baden", "Krems", "Horn")
TABLES = {
    "bookings": ["booking_id,booked_on,resort,room_type,revenue,profit,balance"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},{PLACES[n % 3]},{('single', 'double')[n % 2]},{100 + 3 * n},"
        f"{(n % 11) * 9 - 30},{50 - n}"
        for n in range(1, 81)
    ],
}
OTHERS = {
    "visits": ["visit_id,seen_on,ward,score,result"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},W{n % 3},{n % 10},{('negative', 'positive')[n % 2]}"
        for n in range(1, 41)
    ]
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("bookings"), TABLES, date(2025, 6, 18)) as found:
        yield found


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("visits"), OTHERS, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "which resorts are unprofitable",
        "unprofitable resorts",
        "loss-making resorts",
        "resorts that made a loss",
        "in which resorts are we losing money overall?",
        "resorts where we lose money",
        "resorts in the red",
        "which resorts do we lose money on",
        "resorts with negative profit",
    ],
)
def test_groups_that_lose_money_have_a_total_below_nothing(reader, question):
    sql = sql_of(reader, question)

    assert "HAVING MEASURE(bookings.total_profit) < 0" in sql
    assert "bookings.resort" in sql


@pytest.mark.parametrize(
    "question", ["how many bookings made a loss", "how many bookings were sold at a loss"]
)
def test_rows_that_lose_money_are_kept_by_their_own_profit(reader, question):
    sql = sql_of(reader, question)

    assert "< 0" in sql
    assert "bookings.booking_id" in sql
    assert "bookings.resort" not in sql


def test_what_is_profitable_is_above_nothing(reader):
    assert "total_profit) > 0" in sql_of(reader, "which resorts are profitable")
    assert "ORDER BY 2 DESC" in sql_of(reader, "most profitable resorts")


@pytest.mark.parametrize(
    "question", ["profit margin by resort", "margin by resort", "gross margin by resort"]
)
def test_a_margin_is_profit_over_revenue(reader, question):
    sql = sql_of(reader, question)

    assert "MEASURE(bookings.total_profit) * 1.0 / NULLIF(MEASURE(bookings.total_revenue), 0)" in sql


def test_the_worst_margin_first_is_the_lowest_first(reader):
    assert "ORDER BY 2 ASC" in sql_of(reader, "profit margin by resort, worst first")
    assert "ORDER BY 2 DESC" in sql_of(reader, "profit margin by resort, best resort on top")


def test_a_negative_number_is_below_nothing(reader):
    assert "_balance) < 0" in sql_of(reader, "how many bookings have a negative balance")
    assert "_balance) > 0" in sql_of(reader, "how many bookings where the balance is positive")


def test_positive_cases_are_no_number_above_nothing(reader):
    assert not is_read(reader, "positive room types by resort")
    assert not is_read(reader, "positive bookings by resort")


def test_negative_stays_a_value_where_it_is_one(others):
    assert "'negative'" in sql_of(others, "how many visits with a negative result")


@pytest.mark.parametrize(
    "question",
    [
        "how many resorts made a loss of more than 100",
        "are we losing money",
        "how much money did we lose",
        "unprofitable people",
    ],
)
def test_losses_that_ask_for_more_are_not_answered(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    "question", ["which wards lose money", "unprofitable wards", "profit margin by ward"]
)
def test_without_a_profit_nobody_knows_who_loses_money(others, question):
    assert not is_read(others, question)


SHOP = {
    "orders": ["order_no,ordered_at,shipped_at,state,payment_method,shipping_method,shipping_fee,total"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},2025-0{1 + n % 5}-2{n % 9},{('paid', 'pending')[n % 4 == 0]},"
        f"{('Paypal', 'Invoice', 'Card')[n % 3]},{('Courier', 'Post')[n % 2]},{n % 9},{40 + n}"
        for n in range(1, 81)
    ],
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("shop"), SHOP, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("what share of orders is paid with Paypal", "payment_method = 'Paypal'"),
        ("how many orders were shipped by courier", "shipping_method = 'Courier'"),
    ],
)
def test_by_which_means_something_was_done_is_no_state(shop, question, kept):
    sql = sql_of(shop, question)

    assert kept in sql
    assert "'paid'" not in sql


def test_what_is_paid_without_means_is_a_state(shop):
    assert "'paid'" in sql_of(shop, "how many orders are paid")


def test_what_is_charged_is_the_sum_that_is_named(shop):
    assert "shipping_fee" in sql_of(shop, "total shipping fee charged by state")
    assert not is_read(shop, "how many orders were charged back")


def test_an_order_is_no_end_of_the_time_until_it_ships(shop):
    sql = sql_of(shop, "how many days does it take until an order is shipped")

    assert sql.index("ordered_at") < sql.index("shipped_at")
