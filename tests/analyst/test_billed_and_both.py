"""What was invoiced, both sides of a comparison, and rows by the date that a verb tells of them."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.meaning.tree import ByMember
from svcchat_magic.analyst.readings.lead_ins import led_in
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "clients": ["client_id,client_name,kind,town"]
    + [
        f"{n},Client {n},{('Private', 'Public', 'Club')[n % 3]},{('Sligo', 'Cork')[n % 2]}"
        for n in range(1, 13)
    ],
    "parties": ["party_id,client_id,booked_on,starts_at,status"]
    + [
        f"{n},{1 + n % 10},2025-0{1 + n % 5}-0{1 + n % 9},2025-0{2 + n % 5}-1{n % 9} 18:00,"
        f"{('confirmed', 'off')[n % 2]}"
        for n in range(1, 61)
    ],
    "invoices": ["invoice_no,party_id,invoice_date,net_amount,vat_amount,amount_paid,paid_on"]
    + [
        f"{n},{n},2025-0{1 + n % 6}-2{n % 9},{100 + n},{20 + n % 7},{n % 50},2025-0{2 + n % 6}-1{n % 9}"
        for n in range(1, 61)
    ],
    "shifts": ["shift_id,party_id,role,shift_date,hours_planned,hours_worked"]
    + [
        f"{n},{1 + n % 60},{('Chef', 'Waiter')[n % 2]},2025-0{1 + n % 6}-1{n % 9},{4 + n % 3},{5 + n % 4}"
        for n in range(1, 91)
    ],
    "dishes": ["dish_id,party_id,dish_name,portions"]
    + [f"{n},{1 + n % 60},Dish {n % 9},{10 + n}" for n in range(1, 91)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("parties"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "total invoiced in May 2025", "net invoicing per month in 2025", "what was invoiced in May 2025",
        "what did we bill in May 2025 by town", "by how much did invoicing grow in May against April 2025",
    ],
)  # fmt: skip
def test_what_was_invoiced_is_money(reader, question):
    assert "invoices.total_net_amount" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question", ["how many invoices in May 2025", "number of invoices per month in 2025"]
)
def test_invoices_that_are_counted_are_rows(reader, question):
    assert "amount" not in sql_of(reader, question)


def test_both_that_are_compared_have_a_number_each(reader):
    lead, told = (
        asyncio.run(reader.read(each))
        for each in (
            "do private clients or clubs take longer to pay?",
            "give me the average days from invoice to payment for both",
        )
    )
    found = led_in(lead, told, reader.completion, reader.sources)

    assert [each for each in found.best.analysis.groups if isinstance(each, ByMember)]


def test_what_a_verb_says_already_is_no_second_number(reader):
    sql = sql_of(reader, "list the clients who have never booked a party")

    assert "NOT IN" in sql
    assert "COUNT" not in sql.upper()


def test_whose_hours_they_are_is_no_list(reader):
    sql = sql_of(reader, "show the chefs' hours worked per month in 2025")

    assert "shift_id" not in sql
    assert "shifts.role = 'Chef'" in sql


def test_a_name_may_be_turned_around(reader):
    assert "shifts.total_hours_worked" in sql_of(reader, "worked hours by role")


def test_rows_of_others_are_dated_by_what_is_said_of_them(reader):
    sql = sql_of(reader, "total portions by dish name, parties booked in March 2025")

    assert "booked_on >= '2025-03-01'" in sql


def test_so_many_of_something_is_no_length(reader):
    assert "HAVING" in sql_of(reader, "how many clients took at least one party")


def test_a_side_that_is_not_known_is_not_all_of_them(reader):
    assert not is_read(reader, "invoices in 2025, loyal clients vs private clients")


@pytest.mark.parametrize(
    "question",
    ["what do clients still owe us", "how much money do our clients owe us", "how much is still owed"],
)
def test_what_is_owed_is_what_is_not_paid_of_all(reader, question):
    sql = sql_of(reader, question)

    assert "total_net_amount" in sql
    assert "total_amount_paid" in sql
    assert "GROUP BY" not in sql


def test_what_each_of_them_owes_is_a_number_each(reader):
    assert "GROUP BY 1" in sql_of(reader, "how much does each client owe us")


def test_without_a_part_that_is_paid_it_is_what_has_no_date_of_payment(tmp_path):
    rows = [f"{n},2025-05-1{n % 9},{10 + n},{'2025-06-02' if n % 3 else ''}" for n in range(1, 31)]
    tables = {"invoices": ["invoice_no,invoice_date,amount,paid_on", *rows]}
    with reader_over(tmp_path, tables, date(2025, 8, 20)) as opened:
        assert "paid_on IS NULL" in sql_of(opened, "what do customers still owe us")


@pytest.mark.parametrize(
    "question", ["average number of days people book ahead", "how many days ahead do people book on average"]
)
def test_how_far_ahead_may_stand_on_either_side_of_the_verb(reader, question):
    assert "DATE_DIFF('day', parties.booked_on, parties.starts_at)" in sql_of(reader, question)


def test_a_current_status_is_a_status(reader):
    assert sql_of(reader, "parties by current status") == sql_of(reader, "parties by status")


def test_a_change_may_stand_between_its_periods(reader):
    sql = sql_of(reader, "by how many percent did net invoicing in Q2 2025 grow against Q1 2025")

    assert "percent_change" in sql
    assert "invoice_date < '2025-04-01'" in sql


def test_an_average_of_several_is_told_of_each(reader):
    assert "GROUP BY 1" in sql_of(reader, "average hours worked of chefs and waiters")


def test_an_average_of_one_or_the_other_is_one_number(reader):
    assert "GROUP BY" not in sql_of(reader, "average hours worked of chefs or waiters")


def test_what_defines_a_rate_keeps_no_rows(reader):
    sql = sql_of(reader, "confirmation rate by town (confirmed out of all parties)")

    assert "WHERE parties.status" not in sql.replace("FILTER (WHERE parties.status", "")


def test_the_average_value_of_one_is_that_of_its_amount(reader):
    assert "AVG(invoices.net_amount)" in sql_of(reader, "average value of an invoice in May 2025")


JOBS = {
    "customers": ["id,company,city"] + [f"{n},Firm {n},{('Cork', 'Sligo')[n % 2]}" for n in range(1, 9)],
    "print_jobs": ["job_id,customer_id,ordered_on,special_ink,quantity,price,finished_on,left_on"]
    + [
        f"{n},{1 + n % 8},2025-0{1 + n % 6}-1{n % 9},{'gold' if n % 3 else ''},{100 * n},{30 + n},,"
        f"{'2025-07-01' if n % 4 else ''}"
        for n in range(1, 41)
    ],
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("jobs"), JOBS, date(2025, 8, 20)) as found:
        yield found


def test_a_firm_without_a_name_is_called_by_its_company(printed):
    assert "company" in sql_of(printed, "top 3 customers by number of print jobs")


def test_the_price_of_a_job_is_not_that_of_a_copy(printed):
    members = printed.catalog.by_key

    assert not [name for _, name in members if name in ("total_value", "total_cost")]


def test_any_value_of_a_column_is_one(printed):
    assert "special_ink IS NOT NULL" in sql_of(printed, "print jobs that need a special ink")


def test_leaving_out_is_no_date_of_leaving(printed):
    assert "left_on IS NULL" in sql_of(printed, "number of print jobs, leaving out those that have left")
