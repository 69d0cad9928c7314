"""A model whose measures keep some rows, and whose descriptions tell other names: an agency's books."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "clients": ["client_id,client_name,sector"]
    + [f"{n},Client {n},{('Culture', 'Retail', 'Energy')[n % 3]}" for n in range(1, 13)],
    "staff": ["person_id,full_name,team"]
    + [f"{n},{('Ann Bell', 'Bo Carr', 'Cy Dunn', 'Di Eck')[n - 1]},{('Design', 'Copy')[n % 2]}"
       for n in range(1, 5)],
    "projects": ["project_id,project_name,client_id,kind"]
    + [f"{n},Project {n},{1 + n % 12 if n % 4 else ''},{('Website', 'Internal')[n % 4 == 0]}"
       for n in range(1, 21)],
    "hours": ["entry_id,person_id,project_id,work_date,hours"]
    + [f"{n},{1 + n % 4},{1 + n % 20},2025-0{1 + n % 6}-1{n % 9},{1 + n % 7}" for n in range(1, 81)],
    "invoices": ["invoice_no,client_id,issued_on,paid_on,net_amount,status"]
    + [f"{n},{1 + n % 12},2025-0{1 + n % 6}-1{n % 9},{'' if n % 3 else '2025-07-01'},{100 + n},"
       f"{('paid', 'open', 'void')[n % 3]}" for n in range(1, 61)],
}  # fmt: skip
MODEL = """
cubes:
  - name: clients
    sql_table: clients
    dimensions:
      - {name: client_id, sql: client_id, type: number, primary_key: true}
      - {name: client_name, sql: client_name, type: string, title: Client}
      - {name: sector, sql: sector, type: string, title: Industry, description: Line of business. Synonym is sector.}
    measures:
      - {name: count, type: count, title: Number of clients}
  - name: staff
    sql_table: staff
    title: People
    description: Everybody who books time.
    dimensions:
      - {name: person_id, sql: person_id, type: number, primary_key: true}
      - {name: full_name, sql: full_name, type: string, title: Person}
      - {name: team, sql: team, type: string, title: Team}
    measures:
      - {name: count, type: count, title: Number of people}
  - name: projects
    sql_table: projects
    joins:
      - {name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients.client_id}"}
    dimensions:
      - {name: project_id, sql: project_id, type: number, primary_key: true}
      - {name: project_name, sql: project_name, type: string, title: Project}
      - {name: kind, sql: kind, type: string, title: Project type}
    measures:
      - {name: count, type: count, title: Number of projects}
  - name: time_entries
    sql_table: hours
    joins:
      - {name: staff, relationship: many_to_one, sql: "{CUBE}.person_id = {staff.person_id}"}
      - {name: projects, relationship: many_to_one, sql: "{CUBE}.project_id = {projects.project_id}"}
    dimensions:
      - {name: entry_id, sql: entry_id, type: number, primary_key: true}
      - {name: work_date, sql: work_date, type: time}
    measures:
      - {name: count, type: count, title: Number of time entries}
      - {name: total_hours, type: sum, sql: hours, title: Hours, description: Hours logged. Also called effort.}
  - name: invoices
    sql_table: invoices
    joins:
      - {name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients.client_id}"}
    dimensions:
      - {name: invoice_no, sql: invoice_no, type: number, primary_key: true}
      - {name: issued_on, sql: issued_on, type: time}
      - {name: paid_on, sql: paid_on, type: time}
      - {name: status, sql: status, type: string}
      - {name: net_amount, sql: net_amount, type: number, title: Net amount}
    measures:
      - {name: count, type: count, title: Number of invoices}
      - name: invoiced_amount
        type: sum
        sql: net_amount
        filters: [{sql: "{CUBE}.status <> 'void'"}]
        title: Invoiced amount
        description: Of all invoices that are not void. Synonyms are turnover, top line and takings.
      - name: outstanding_amount
        type: sum
        sql: net_amount
        filters: [{sql: "{CUBE}.status = 'open'"}]
        title: Outstanding amount
      - {name: avg_days_to_pay, type: avg, sql: "DATE_DIFF('day', {CUBE}.issued_on, {CUBE}.paid_on)", title: Average days to pay}
"""  # noqa: E501


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("books"), TABLES, date(2025, 7, 10), MODEL) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("top line by month", "invoiced_amount"), ("takings per sector", "invoiced_amount"),
        ("effort by team", "total_hours"),
    ],
)  # fmt: skip
def test_a_description_may_tell_other_names(books, question, told):
    assert told in sql_of(books, question)


@pytest.mark.parametrize(
    "question",
    [
        "what did we invoice in May 2025", "how has our invoicing developed month by month",
        "what was billed in Q1 2025 by sector", "what percentage of 2025 invoicing came from culture clients",
        "what have we invoiced so far this year",
    ],
)  # fmt: skip
def test_what_was_invoiced_is_the_sum_that_is_called_so(books, question):
    sql = sql_of(books, question)

    assert "invoiced_amount" in sql
    assert "count" not in sql.lower()


@pytest.mark.parametrize(
    "question", ["which clients did we invoice the most in 2025", "the two clients we invoiced the most"]
)
def test_whom_we_invoiced_most_is_told_by_money(books, question):
    assert "invoiced_amount" in sql_of(books, question)


@pytest.mark.parametrize(
    "question", ["which clients did we invoice in May 2025", "how many invoices did we issue in May 2025"]
)
def test_whom_we_invoiced_and_how_often_is_no_money(books, question):
    assert "amount" not in sql_of(books, question)


def test_what_is_paid_is_no_length_of_time(books):
    assert not is_read(books, "what did culture clients pay in 2025")


def test_what_develops_from_quarter_to_quarter_runs_along_quarters(books):
    sql = sql_of(books, "how has the invoiced amount developed from quarter to quarter")

    assert "'quarter'" in sql
    assert "'month'" not in sql


@pytest.mark.parametrize("question", ["who logged the most hours in May 2025", "who booked the most hours"])
def test_who_did_it_is_whom_its_rows_tell_of(books, question):
    assert "full_name" in sql_of(books, question)


def test_who_paid_is_who_is_served(books):
    assert "client_name" in sql_of(books, "who paid the most invoices")


def test_who_worked_is_nobody_who_is_served(books):
    assert not is_read(books, "who worked on the most projects")


@pytest.mark.parametrize(
    "question", ["how much money are clients still owing us right now", "what do clients owe us"]
)
def test_what_is_owed_is_the_sum_that_is_called_so(books, question):
    assert "MEASURE(invoices.outstanding_amount)" in sql_of(books, question)


@pytest.mark.parametrize(
    "question",
    [
        "hours spent on everything except internal projects", "hours of all project types but internal",
        "hours on all but internal projects",
    ],
)  # fmt: skip
def test_all_but_some_are_the_others(books, question):
    assert "projects.kind <> 'Internal'" in sql_of(books, question)
