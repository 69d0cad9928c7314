"""What is shown of the rows that are asked for: which ones, with what beside, in which bands."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.readings.to_come import with_what_is_planned
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "makers": ["maker_id,maker_name,county", "1,Maker 1,Kent", "2,Maker 2,Devon", "3,Maker 3,Kent"],
    "articles": ["article_id,article_name,category,maker_id,stock,weight_kg"]
    + [
        f"{n},Lamp {n},{('Indoor', 'Garden', 'Desk')[n % 3]},{1 + n % 3},{n * 7 % 40},{n}.5"
        for n in range(1, 10)
    ],
    "buyers": ["buyer_id,first_name,last_name,town,birth_date,joined_on"]
    + [
        f"{n},{('Ann', 'Bob')[n % 2]},{('Reed', 'Stone', 'Hill')[n % 3]},{('Bath', 'Ely', 'Hull')[n % 3]},"
        f"{1950 + 3 * n}-0{1 + n % 9}-11,2023-0{1 + n % 9}-04"
        for n in range(1, 21)
    ],
    "plans": ["plan_id,buyer_id,article_id,started_on"]
    + [f"{n},{n},{1 + n % 2},2024-01-0{n}" for n in range(1, 7)],
    "orders": ["order_id,buyer_id,plan_id,ordered_at,total_amount,stars"]
    + [
        f"{n},{1 + n % 18},{1 + n % 6 if n % 4 else ''},2025-0{1 + n % 5}-1{n % 9},{20 + 3 * n},{1 + n % 5}"
        for n in range(1, 61)
    ],
    "parcels": ["parcel_id,buyer_id,packed_on,due_on,collected_on,status"]
    + [
        f"{n},{1 + n % 18},2025-0{3 + n % 3}-1{n % 9},2025-06-{10 + n},{'2025-06-12' if n % 3 == 0 else ''},"
        f"{('collected', 'packed', 'cancelled')[n % 3]}"
        for n in range(1, 19)
    ],
    "viewings": ["viewing_id,buyer_id,viewing_on,rooms"]
    + [f"{n},{1 + n % 18},2025-06-{12 + n % 15},{n % 4}" for n in range(1, 31)],
    "claims": ["claim_id,order_id,opened_at,settled_at,planned_km"]
    + [
        f"{n},{n},2025-05-1{n % 9} 08:00,{f'2025-05-2{n % 9} 09:{n:02}' if n % 3 else ''},{5 * n}"
        for n in range(1, 31)
    ],
    "order_lines": ["line_id,order_id,article_id,quantity,unit_price"]
    + [f"{n},{1 + n % 60},{1 + n % 8},{1 + n % 4},{2.5 + n % 7}" for n in range(1, 181)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("bands"), TABLES, date(2025, 6, 18)) as found:
        yield found


def is_ahead(reader, question):
    """Whether it is answered what is to come."""
    read = asyncio.run(reader.read(question))
    return asyncio.run(with_what_is_planned(read, reader.tools, reader.today)).is_sure


def rows_of(reader, question):
    """The rows of a question that is read whole."""
    return asyncio.run(reader.tools.run_sql(sql_of(reader, question))).rows


@pytest.mark.parametrize("question", [
    "which articles have never been ordered by anybody?",
    "articles that were not ordered by anyone",
])  # fmt: skip
def test_what_was_never_ordered_is_what_no_line_is_of(reader, question):
    assert rows_of(reader, question) == (("Lamp 9", 9, "Indoor", 23, 9.5),)


def test_what_was_never_there_has_no_group(reader):
    assert not is_read(reader, "number of articles that were never ordered by town")


@pytest.mark.parametrize("question", [
    "buyers with more than 3 orders, with how many they placed",
    "buyers with more than 3 orders and how many orders",
    "buyers with 4 or more orders - how many orders",
])  # fmt: skip
def test_the_number_of_a_bound_is_told_of_each(reader, question):
    rows = rows_of(reader, question)

    assert len(rows) == 6
    assert {row[1] for row in rows} == {4}


def test_a_number_without_a_bound_is_not_understood(reader):
    assert not is_read(reader, "buyers with how many they placed")
    assert not is_read(reader, "buyers from Bath, with how many they placed")


def test_two_words_for_one_number_are_one_noun(reader):
    sql = sql_of(reader, "are there towns whose average star rating is below 3.5? which")

    assert "HAVING" in sql
    assert "WHERE orders.stars" not in sql


def test_the_best_selling_article_is_one_and_no_number_of_them(reader):
    sql = sql_of(reader, "best-selling article in each category by quantity")

    assert "PARTITION BY" in sql
    assert "total_quantity" in sql


def test_what_is_ranked_is_shown_with_what_each_has_one_of(reader):
    rows = rows_of(reader, "top 3 articles by quantity with maker and category")

    assert {len(row) for row in rows} == {4}
    assert rows_of(reader, "top 2 orders by total amount, with buyer and town")[0][1:3] == (
        "Bob Stone",
        "Ely",
    )


def test_what_is_ranked_has_none_of_several(reader):
    assert not is_read(reader, "top 3 articles by quantity with maker and town")


@pytest.mark.parametrize("question", [
    "orders by town, number and amount",
    "orders by town - number and total value",
])  # fmt: skip
def test_number_and_amount_are_how_many_and_what_they_come_to(reader, question):
    assert rows_of(reader, question)[0] == ("Bath", 20, 2230)


def test_a_number_behind_a_dash_is_not_left_out(reader):
    assert not is_read(reader, "list the orders in May 2025 - number and amount")
    assert not is_read(reader, "articles of Maker 2 - number and total value")


def test_bands_of_a_number_stand_in_their_order(reader):
    rows = rows_of(reader, "articles by stock in bands: under 10, 10 to 19, 20 to 29, 30 or more")

    assert rows == (("under 10", 3), ("10 to 19", 2), ("20 to 29", 3), ("30 or more", 1))


def test_a_shared_limit_is_of_the_band_that_the_others_show(reader):
    rows = rows_of(reader, "orders by total amount: below 50, 50 up to 100, 100 up to 150, 150 and over")

    assert rows == (("below 50", 9), ("50 up to 100", 17), ("100 up to 150", 17), ("150 and over", 17))


@pytest.mark.parametrize("question", [
    "articles by stock in bands: under 10, 15 to 19, 20 or more",
    "articles by stock in bands: up to 10, 5 to 20, over 20",
    "articles by stock in bands: 0 to 10, 10 to 20",
    "articles by stock in bands: at most 10, at least 10",
])  # fmt: skip
def test_bands_with_gaps_or_overlaps_are_not_understood(reader, question):
    assert not is_read(reader, question)


def test_rows_outside_all_bands_are_left_out(reader):
    rows = rows_of(reader, "articles by stock in bands: 10 to 19, 20 to 29")

    assert rows == (("10 to 19", 2), ("20 to 29", 3))


def test_an_age_is_told_from_a_birth(reader):
    rows = rows_of(reader, "buyers by age in the bands under 40, 40 to 59 and 60 or over")

    assert [row[0] for row in rows] == ["under 40", "40 to 59", "60 or over"]
    assert sum(row[1] for row in rows) == 20
    assert "birth_date > '1985-06-18'" in sql_of(reader, "buyers by age: under 40, 40 or over")


def test_no_age_is_half_a_year(reader):
    assert not is_read(reader, "buyers by age in the bands under 39.5, 39.5 or over")


def test_bands_of_a_length_of_time(reader):
    bands = "up to 9 days (216 hours), more than 9 and up to 12 days, longer"
    question = f"of the settled claims, how many took {bands}?"
    rows = rows_of(reader, question)

    assert rows == (("more than 9 and up to 12 days", 20),)  # they were settled later in the hour
    assert "opened_at" in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "how many settled claims took more than 3 days",
    "how many claims were settled within 9 days",
])  # fmt: skip
def test_days_are_a_length_of_time_and_no_kilometres(reader, question):
    sql = sql_of(reader, question)

    assert "DATE_DIFF('day'" in sql
    assert "km" not in sql


def test_days_are_no_money(reader):
    assert not is_read(reader, "orders with a total amount over 3 days")


def test_a_state_may_last_for_so_long(reader):
    sql = sql_of(
        reader, "parcels that have been packed for more than 30 days, with buyer and due date, oldest first"
    )

    assert "status = 'packed'" in sql
    assert "packed_on < '2025-05-19'" in sql
    assert "due_on" in sql


@pytest.mark.parametrize("question", [
    "how many parcels are still to be collected",
    "parcels waiting to be collected",
    "parcels to be collected",
])  # fmt: skip
def test_what_is_to_be_done_has_not_been_done(reader, question):
    sql = sql_of(reader, question)

    assert "collected_on IS NULL" in sql
    assert "status" not in sql.partition("WHERE")[2]


@pytest.mark.parametrize("question", [
    "list the parcels whose due date has already passed",
    "parcels whose due date is over",
])  # fmt: skip
def test_a_date_may_have_passed(reader, question):
    assert "due_on < '2025-06-18'" in sql_of(reader, question)


def test_a_date_that_rows_have_is_the_one_of_the_period_behind_it(reader):
    sql = sql_of(reader, "parcels with a due date in June 2025")

    assert "due_on >= '2025-06-01'" in sql
    assert "packed_on" not in sql


def test_a_list_of_either_month_has_no_groups(reader):
    sql = sql_of(reader, "list the parcels with due dates in May or June 2025 (number, buyer, due date)")

    assert "due_on < '2025-07-01'" in sql
    assert "MONTH" not in sql.upper()


def test_a_value_behind_its_column_is_no_date(reader):
    sql = sql_of(reader, "parcels with status collected, oldest first, with buyer and due date")

    assert "status = 'collected'" in sql


@pytest.mark.parametrize(("question", "date"), [
    ("when did we last collect a parcel", "MAX(parcels.collected_on)"),
    ("when was the last parcel packed", "MAX(parcels.packed_on)"),
    ("when did the most recent buyer from Bath join?", "MAX(buyers.joined_on)"),
    ("when did the first buyer join?", "MIN(buyers.joined_on)"),
])  # fmt: skip
def test_when_something_happened_last_is_one_date(reader, question, date):
    assert date in sql_of(reader, question)
    assert len(rows_of(reader, question)) == 1


@pytest.mark.parametrize("question", [
    "how many buyers had their latest order more than 2 months ago",
    "of the buyers who have ever ordered, how many had their last one more than 2 months ago",
])  # fmt: skip
def test_the_last_of_each_may_be_so_long_ago(reader, question):
    sql = sql_of(reader, question)

    assert "ordered_at < '2025-04-18'" in sql
    assert "NOT IN" in sql


def test_whose_last_order_lies_in_a_period_has_none_behind_it(reader):
    rows = rows_of(reader, "buyers whose last order was before May 2025")
    later = rows_of(reader, "buyers with orders since May 2025")

    assert rows
    assert not {row[:2] for row in rows} & {row[:2] for row in later}


@pytest.mark.parametrize(("question", "kept"), [
    ("orders placed more than 3 weeks ago", "ordered_at < '2025-05-28'"),
    ("orders placed over a month ago", "ordered_at < '2025-05-18'"),
    ("orders placed less than 3 weeks ago", "ordered_at >= '2025-05-28'"),
])  # fmt: skip
def test_so_long_ago_is_before_or_since_that_day(reader, question, kept):
    assert kept in sql_of(reader, question)


def test_rows_are_told_apart_by_how_many_belong_to_each(reader):
    rows = rows_of(reader, "buyers by number of orders")

    assert sum(row[1] for row in rows) == 20
    assert rows[0] == (0, 2)  # those without any are told as well


@pytest.mark.parametrize("question", [
    "distribution of orders by how many different articles are in them",
    "orders by number of articles",
])  # fmt: skip
def test_what_is_in_a_row_is_told_by_its_lines(reader, question):
    sql = sql_of(reader, question)

    assert "order_lines" in sql
    assert sum(row[1] for row in rows_of(reader, question)) == 60


def test_a_period_is_that_of_what_is_counted_of_each(reader):
    rows = rows_of(reader, "buyers by number of orders in May 2025")

    assert sum(row[1] for row in rows) == 20
    assert sum(row[0] * row[1] for row in rows) == 12


@pytest.mark.parametrize("question", [
    "orders by number of buyers",
    "total amount by number of orders",
])  # fmt: skip
def test_what_has_one_of_something_or_is_no_row_has_no_such_number(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("viewings next week", "'2025-06-23'"),
    ("viewings tomorrow", "'2025-06-19'"),
    ("viewings in the next 3 days by town", "'2025-06-19'"),
])  # fmt: skip
def test_what_is_planned_is_told_where_the_data_have_it(reader, question, kept):
    assert kept in sql_of(reader, question)
    assert is_ahead(reader, question)


@pytest.mark.parametrize(
    "question", ["orders next week", "viewings next month", "forecast of viewings next week"]
)
def test_what_the_data_do_not_have_yet_is_not_told(reader, question):
    assert not is_ahead(reader, question)


def test_the_share_of_those_that_have_any_is_of_all_of_them(reader):
    assert rows_of(reader, "what percentage of buyers placed at least one order") == ((0.9,),)


def test_what_is_planned_is_no_average_of_what_was(reader):
    assert not is_read(reader, "what is planned")


def test_the_field_that_an_adjective_measures_may_be_said(reader):
    rows = rows_of(reader, "two heaviest articles by weight: category and maker")

    assert [row[0] for row in rows] == ["Lamp 9", "Lamp 8"]


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        (
            "tests by fee in bands - below 20, 20 up to 22, 22 and more",
            ["below 20", "20 up to 22", "22 and more"],
        ),
        ("tests by fee: 22 or above, under 22", ["under 22", "22 or above"]),
    ],
)
def test_bands_are_called_as_they_are_said(tmp_path, question, labels):
    rows = [f"{n},2025-05-1{n % 9},{18 + n % 7}" for n in range(1, 41)]
    with reader_over(tmp_path, {"tests": ["test_id,tested_on,fee", *rows]}, date(2025, 8, 20)) as opened:
        sql = sql_of(opened, question)

    assert [each for each in labels if f"THEN '{each}'" in sql] == labels
