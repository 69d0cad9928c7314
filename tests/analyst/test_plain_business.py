"""Plain tables of a small business: people by roles, jobs by types, bills with tax and due dates."""

import asyncio
from datetime import date, datetime, timedelta

import pyarrow as pa
import pytest

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 9, 1)
DAYS = [date(2024, 1, 1) + timedelta(days=3 * at) for at in range(80)]
ROLES = ["Mechanic", "Mechanic", "Painter", "Mechanic", "Painter", "Clerk"]
TABLES = {
    "Owners": {
        "OwnerNo": list(range(1, 31)),
        "Title": [("Mr", "Ms")[at % 2] for at in range(30)],
        "FirstName": [f"{'ABCDE'[at % 5]}nn" for at in range(30)],
        "Surname": [f"Lee{'fghijk'[at % 6]}" for at in range(30)],
    },
    "Crew": {
        "CrewCode": ["AB", "CD", "EF", "GH", "IJ", "KL"],
        "FullName": ["Dr Ida Voss", "Max Rau", "Eli Ost", "Ann Pohl", "Ben Kurz", "Jo Lang"],
        "Role": ROLES,
        "LeaveDate": [None, None, None, date(2024, 5, 1), None, None],
    },
    "Jobs": {
        "JobNo": list(range(101, 181)),
        "OwnerNo": [1 + at % 28 for at in range(80)],
        "CrewCode": [("AB", "CD", "EF", "GH", "IJ")[at % 5] for at in range(80)],
        "JobType": [("Inspection", "Repair", "Repaint")[at % 3] for at in range(80)],
        "ApptTime": [datetime(each.year, each.month, each.day, 9) for each in DAYS],
        "SeenAt": [datetime(each.year, each.month, each.day, 9, 20) for each in DAYS],
    },
    "BillLines": {
        "LineNo": list(range(1, 161)),
        "JobNo": [101 + at // 2 for at in range(160)],
        "NetAmt": [10.0 + at % 9 for at in range(160)],
        "VATAmt": [2.0 + at % 3 for at in range(160)],
        "BilledOn": [DAYS[at // 2] for at in range(160)],
        "DueDate": [DAYS[at // 2] + timedelta(days=14) for at in range(160)],
        "PaidDate": [None if at % 4 else DAYS[at // 2] + timedelta(days=20) for at in range(160)],
    },
}


@pytest.fixture(scope="module")
def statement():
    """The statement of a question, or the words that it did not understand."""
    engine = open_engine({name: pa.table(columns) for name, columns in TABLES.items()})
    reader = Reader(GroundTools(infer_model(engine).model, engine), TODAY)

    def ask(question):
        read = asyncio.run(reader.read(question))
        sure = read.is_sure and read.planned
        return " ".join(read.planned.sql.split()) if sure else (*read.unknown, read.problem)

    yield ask
    engine.close()


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("list the mechanics", ["SELECT crew.full_name", "crew.role = 'Mechanic'"]),
        ("which painter had the most jobs", ["full_name", "role = 'Painter'", "RANK()"]),
        ("jobs for each painter", ["full_name", "role = 'Painter'", "GROUP BY"]),
        ("how many repaints in march 2024", ["job_type = 'Repaint'", "appt_time >= '2024-03-01'"]),
        (
            "average net revenue per inspection",
            ["total_net_amt", "job_type = 'Inspection'", "COUNT(DISTINCT"],
        ),
    ],
)
def test_a_value_that_says_what_a_row_is_may_be_its_noun(statement, question, parts):
    found = statement(question)

    assert all(each in found for each in parts), found


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("net revenue by role", "total_net_amt"),
        ("turnover in 2024", "total_net_amt"),
        ("income excluding VAT in 2024", "total_net_amt"),
        ("sales before tax by role", "total_net_amt"),
        ("revenue incl. VAT in 2024", "total_including_tax"),
        ("top 3 owners by gross income", "total_including_tax"),
    ],
)
def test_money_is_asked_for_with_and_without_tax(statement, question, measure):
    assert f"MEASURE(billlines.{measure})" in statement(question)


def test_people_are_told_by_both_of_their_names_and_never_by_mr_or_ms(statement):
    found = statement("which owners have 3 or more jobs")

    assert "full_name" in found
    assert "title" not in found
    assert "owner_no" in found  # two of one name stay two


def test_a_name_may_be_a_part_of_a_longer_one(statement):
    assert "full_name = 'Dr Ida Voss'" in statement("how many jobs has Ida Voss done")


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("how many unpaid bill lines", "WHERE billlines.paid_date IS NULL"),
        ("how many bill lines are overdue", "due_date < '2024-09-01' AND billlines.paid_date IS NULL"),
        ("employed mechanics", "leave_date IS NULL"),
    ],
)
def test_what_has_not_happened_has_no_date(statement, question, condition):
    assert condition in statement(question)


def test_rows_are_dated_by_their_main_time_and_not_by_another_word_for_them(statement):
    assert "appt_time" in statement("jobs per month")


def test_several_of_a_thing_are_no_short_form(statement):
    assert "cats" in statement("how many cats")


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("average days to pay by role", "AVG(DATE_DIFF('day', billlines.billed_on, billlines.paid_date))"),
        ("average wait between the appointment and being seen, in minutes", "AVG(DATE_DIFF('minute', "),
        ("median hours from appointment to seen", "jobs.appt_time, jobs.seen_at) / 60.0)"),
    ],
)  # fmt: skip
def test_the_time_between_two_dates_is_told_in_the_unit_that_is_said(statement, question, part):
    assert part in statement(question)


def test_a_length_of_time_without_its_unit_is_not_told(statement):
    assert "in minutes, hours or days" in statement("average time between the appointment and being seen")


def test_both_of_two_kinds_need_rows_of_their_own(statement):
    found = statement("how many owners have had both a repair and a repaint")

    assert found.count("owners.owner_no IN (SELECT") == 2


def test_without_such_a_row_denies_the_row_and_not_that_it_is_such(statement):
    found = statement("how many owners haven't had a repaint job since march 2024")

    assert "NOT IN (SELECT" in found
    assert "job_type = 'Repaint'" in found


def test_values_are_found_in_rows_that_nothing_else_refers_to(statement):
    assert "owners.full_name = 'Enn Leek'" in statement("list the owner Enn Leek")


def test_several_of_a_short_form_are_that_form():
    assert [each.form for each in tokens_of("DNAs and MRIs")] == ["dna", "and", "mri"]


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("average job value by role", ["total_net_amt) * 1.0 / NULLIF(COUNT(DISTINCT"]),
        ("ten highest spending owners (net)", ["total_net_amt", "full_name", "LIMIT 10"]),
        ("top 2 repair roles by jobs", ["job_type = 'Repair'", "GROUP BY", "LIMIT 2"]),
        ("revenue by role, gross", ["total_including_tax"]),
    ],
)
def test_worth_spending_and_kinds_between_a_rank_and_its_noun(statement, question, parts):
    found = statement(question)

    assert all(each in found for each in parts), found
