"""Lengths of time between two dates of a row: as a figure, as a threshold, and for what has not happened."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TABLES = {
    "repairs": [
        "repair_id,client_id,received_on,checked_on,promised_date,finished_on,paid_on,minute,price,quoted_price,state",
        "1,1,2025-01-02,2025-01-03,2025-01-10,2025-01-10,2025-01-11,1,90,90,Paid",
        "2,1,2025-01-04,2025-01-05,2025-01-05,2025-01-06,,2,80,80,Open",
        "3,2,2025-02-01,2025-02-02,2025-02-20,2025-03-01,2025-03-20,12,70,60,Filed",
        "4,2,2025-03-01,2025-03-08,2025-03-12,2025-03-09,,12,50,60,Open",
    ],
    "clients": ["client_id,client_name,town", "1,Ann Ash,Kiel", "2,Bo Birch,Bonn"],
}


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lengths")
    for name, lines in TABLES.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(folder)
    tools = SetTools(infer_model(engine).model, engine)
    reader = Reader(tools, date(2025, 4, 1))

    def answered(question):
        read = asyncio.run(reader.read(question))
        assert read.is_sure, (read.unknown, read.problem)
        return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]

    yield answered
    engine.close()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many repairs were finished more than 5 days after they came in", [(3,)]),
        ("how many repairs were paid within 5 days of finishing", [(1,)]),
        ("how many repairs took more than 1 week between receipt and finishing", [(3,)]),
        ("repairs that took longer than 2 weeks to finish, by town", [("Bonn", 1)]),
        ("how many repairs are still unpaid more than 30 days after finishing", [(1,)]),
        ("how many repairs were paid within a week of finishing", [(1,)]),
        ("repairs not yet paid", [(2,)]),
        ("how many repairs are not paid yet", [(2,)]),
        ("how many repairs are still not paid", [(2,)]),
        ("repairs received back in January, by town", [("Kiel", 2)]),
        ("how many repairs were finished late", [(2,)]),
        ("how many repairs were finished on time", [(2,)]),
        ("repairs finished late by more than 5 days", [(1,)]),
        ("how many repairs were finished at least 1 day late in January", [(1,)]),
    ],
)
def test_a_threshold_is_on_each_row(answered, question, rows):
    assert answered(question)[: len(rows)] == rows


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("how many days after receipt are repairs checked", 2.5),
        ("on average how many days does it take us from checking to finishing a repair", 9.0),
        ("how many days before finishing are repairs checked on average", 9.0),
        ("how many days does it take from getting a repair back to checking it", 2.5),
        ("on average how many days pass between receiving and checking", 2.5),
        ("average days from receipt until somebody is paid", 28.0),
        ("how long do clients take to pay, on average", 28.0),
    ],
)
def test_the_time_between_two_events_is_averaged_over_the_rows(answered, question, days):
    assert answered(question) == [(days,)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which clients are slowest to finish", ["Bo Birch", "Ann Ash"]),
        ("the fastest client by average days from receipt to finishing", ["Ann Ash"]),
        ("the 2 slowest towns by average days from receipt to finishing", ["Bonn", "Kiel"]),
    ],
)
def test_the_fastest_have_the_least_of_a_length_of_time(answered, question, names):
    assert [row[0] for row in answered(question)] == names


@pytest.mark.parametrize(
    ("question", "count"),
    [("repairs in the 12th minute", 2), ("repairs before the 12th minute", 2)],
)
def test_an_ordinal_is_a_number_of_a_column(answered, question, count):
    assert answered(question) == [(count,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many repairs were finished after the promised date", [(2,)]),
        ("how many repairs were finished on or before the promised date", [(2,)]),
        ("repairs finished by the promised date, by town", [("Bonn", 1), ("Kiel", 1)]),
        ("how many repairs have a price over the quoted price", [(1,)]),
    ],
)
def test_two_columns_of_a_row_are_compared(answered, question, rows):
    assert answered(question) == rows


def test_what_lies_above_a_number_has_to_be_said(answered):
    with pytest.raises(AssertionError, match="over"):
        answered("list the repairs over the quoted price")


def test_within_a_month_is_refused_where_in_march_is_a_month(answered):
    with pytest.raises(AssertionError, match="within"):
        answered("how many repairs were paid within a month of finishing")

    assert answered("how many repairs were finished in March") == [(2,)]


def test_of_two_dates_that_may_be_meant_a_verb_says_which(answered):
    with pytest.raises(AssertionError, match="late"):
        answered("how many repairs were late")


def test_no_verb_of_another_date_makes_it_late(answered):
    with pytest.raises(AssertionError, match="late"):
        answered("how many repairs were checked late")
