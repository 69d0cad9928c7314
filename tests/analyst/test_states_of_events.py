"""What took place, what is left of it now, what sales came to, who did it all, and prices by the tonne."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "halls": ["hall_id,hall_name"] + [f"{n},Hall {n}" for n in range(1, 6)],
    "events": ["event_id,hall_id,event_date,status"]
    + [
        f"{n},{1 + n % 5},2025-0{1 + n % 6}-1{n % 9},{('held', 'cancelled', 'scheduled')[n % 3]}"
        for n in range(1, 61)
    ],
    "bar_sales": ["bar_sale_id,hall_id,sold_at,amount,cost_of_goods"]
    + [f"{n},{1 + n % 5},2025-0{1 + n % 6}-1{n % 9},{10 + n},{4 + n % 5}" for n in range(1, 61)],
    "shifts": ["shift_id,employee_name,worked_on,hours_worked"]
    + [f"{n},{('Ann Lee', 'Bo Ek')[n % 2]},2025-0{1 + n % 6}-1{n % 9},{4 + n % 5}" for n in range(1, 41)],
    "scrap_lots": ["lot_id,buyer,sold_on,tonnes,price_per_tonne"]
    + [
        f"{n},{('Ferro', 'Kupra')[n % 2]},2025-0{1 + n % 6}-1{n % 9},{1.5 + n % 4},{90 + n}"
        for n in range(1, 41)
    ],
    "staff": ["staff_id,full_name,role,joined_on,left_on"]
    + [
        f"{n},Name {n},{('Cook', 'Clerk')[n % 2]},2023-0{1 + n % 9}-02,{'2024-05-06' if n % 4 == 0 else ''}"
        for n in range(1, 31)
    ],
    "vans": ["van_id,depot,bought_on,audit_on,inspection_due"]
    + [
        f"{n},{('North', 'South')[n % 2]},2022-0{1 + n % 9}-01,2025-0{1 + n % 6}-10,2025-{n:02}-15"
        for n in range(1, 13)
    ],
    "visits": ["visit_id,hall_id,visited_on,outcome"]
    + [f"{n},{1 + n % 5},2025-05-1{n % 9},{('completed', 'held', 'missed')[n % 3]}" for n in range(1, 31)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("halls"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize(
    "question", ["how many events have taken place in May 2025", "events by hall that went ahead in May 2025"]
)
def test_what_took_place_was_neither_cancelled_nor_only_planned(reader, question):
    assert "events.status = 'held'" in sql_of(reader, question)


def test_of_two_states_that_say_so_none_is_taken(reader):
    assert "outcome" not in sql_of(reader, "how many visits were carried out")


@pytest.mark.parametrize("question", ["bar sales by hall", "bar sales per month in 2025", "total bar sales"])
def test_sales_are_what_they_came_to(reader, question):
    assert "bar_sales.total_amount" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question", ["number of bar sales by hall", "how many bar sales", "halls with at least 5 bar sales"]
)
def test_sales_that_are_counted_are_rows(reader, question):
    assert "total_amount" not in sql_of(reader, question)


def test_what_the_staff_worked_is_one_number(reader):
    assert "GROUP BY" not in sql_of(reader, "hours worked by staff in May 2025")


def test_what_each_employee_worked_is_a_number_each(reader):
    assert "GROUP BY 1" in sql_of(reader, "hours worked by employee in May 2025")


def test_a_participle_before_its_noun_is_no_change(reader):
    assert not is_read(reader, "lost visits in May 2025")


def test_a_change_is_still_one(reader):
    assert is_read(reader, "by how much did visits drop in May 2025 against April 2025")


def test_tonnes_at_a_price_per_tonne_have_a_value(reader):
    assert "scrap_lots.total_value" in sql_of(reader, "scrap lot value by buyer")


@pytest.mark.parametrize(
    "question", ["current headcount by job role", "current staff", "how many staff do we have right now"]
)
def test_those_of_now_have_not_left(reader, question):
    assert "staff.left_on IS NULL" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["number of staff by role", "how many staff joined in May 2023"])
def test_those_of_all_time_may_have_left(reader, question):
    assert "left_on IS NULL" not in sql_of(reader, question)


def test_a_date_that_has_passed_lies_before_today(reader):
    question = "vans whose inspection date has already passed"

    assert "vans.inspection_due < '2025-08-20'" in sql_of(reader, question)


def test_words_that_only_stress_others_ask_for_nothing(reader):
    plain = sql_of(reader, "halls that have not had an event in May 2025")

    assert sql_of(reader, "halls that have not had a single event in May 2025") == plain
    assert is_read(reader, "events per hall, not counting the cancelled ones themselves")


def test_a_group_of_how_often_is_never_passed_over(reader):
    assert not is_read(reader, "events by hall and by how often they are held")


def test_what_happens_on_a_date_is_counted_by_the_noun_of_that_date(reader):
    sql = sql_of(reader, "number of audits in March 2025")

    assert "vans.audit_on >=" in sql
    assert "IS NOT NULL" not in sql


def test_a_column_of_the_rows_that_are_named_is_a_group(reader):
    assert sql_of(reader, "vans by depot of the van").startswith("SELECT vans.depot")


def test_what_is_asked_in_pieces_is_no_money(tmp_path):
    sweets = [f"{n},2025-05-1{n % 9},{('mint', 'lime')[n % 2]},{1 + n % 4},{3 * n}" for n in range(1, 31)]
    tables = {"sweet_sales": ["sale_id,sold_on,kind,quantity,total_amount", *sweets]}
    with reader_over(tmp_path, tables, date(2025, 8, 20)) as sold:
        assert "total_quantity" in sql_of(sold, "sales by kind, in pieces")
        assert "total_amount" in sql_of(sold, "sales by kind")


def test_the_value_of_an_order_is_that_of_its_lines_and_no_deposit(tmp_path):
    tables = {
        "orders": ["order_id,ordered_on,deposit"]
        + [f"{n},2025-05-1{n % 9},{5 * (n % 3)}" for n in range(1, 31)],
        "order_lines": ["line_id,order_id,line_amount"]
        + [f"{n},{1 + n % 30},{10 + n}" for n in range(1, 61)],
    }
    with reader_over(tmp_path, tables, date(2025, 8, 20)) as ordered:
        sql = sql_of(ordered, "average order value")

    assert "line_amount" in sql
    assert "deposit" not in sql
