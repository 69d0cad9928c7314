"""Orders of all groups said by worth: the worst first, from most to least, the most expensive first."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Remembered, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
REPAIRS = [
    "repair_id,workshop,status,is_express,price,wait_days,received_at",
    *(
        f"{n},{('Harbour', 'Mill', 'Station')[n % 3]},{('done', 'rejected', 'done', 'done')[n * 7 % 4]},"
        f"{str(n % 5 == 0).lower()},{30 + n * 37 % 200}.5,{n * 13 % 21},2025-0{1 + n % 6}-1{n % 9}"
        for n in range(240)
    ),
]
MODEL = """
cubes:
  - name: repairs
    sql_table: repairs
    dimensions:
      - {name: repair_id, sql: repair_id, type: number, primary_key: true}
      - {name: workshop, sql: workshop, type: string}
      - {name: status, sql: status, type: string}
      - {name: is_express, title: Express, sql: is_express, type: boolean}
      - {name: received_at, title: Received, sql: received_at, type: time}
    measures:
      - {name: count, title: Repairs, type: count}
      - {name: rejection_rate, title: Rejection rate, format: percent, type: number,
         sql: "1.0 * COUNT(*) FILTER (WHERE {CUBE}.status = 'rejected') / COUNT(*)"}
      - {name: average_price, title: Average bill, sql: price, type: avg, format: currency}
      - {name: average_wait, title: Average wait (days), sql: wait_days, type: avg}
"""


@pytest.fixture(scope="module")
def repairs(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("repairs"), {"repairs": REPAIRS}, TODAY, MODEL) as reader:
        yield reader


def order_of(reader, question):
    return sql_of(reader, question).partition("ORDER BY")[2].strip().split(" NULLS")[0]


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("repairs by workshop, most to least", "2 DESC"),
        ("repairs by workshop, from fewest to most", "2 ASC"),
        ("repairs by workshop, smallest first", "2 ASC"),
        ("repairs by workshop, lowest at the top", "2 ASC"),
        ("rejection rate by workshop, worst first", "2 DESC"),
        ("rejection rate by workshop, best to worst", "2 ASC"),
        ("average bill by workshop, most expensive first", "2 DESC"),
        ("average bill by workshop, cheapest first", "2 ASC"),
        ("average wait by workshop, longest first", "2 DESC"),
        ("average wait by workshop, slowest first", "2 DESC"),
        ("average wait by workshop, fastest first", "2 ASC"),
        ("share of express repairs by workshop, best first", "2 DESC"),
    ],
)
def test_all_groups_are_shown_in_the_order_that_is_said(repairs, said, way):
    assert order_of(repairs, said) == way


@pytest.mark.parametrize(
    "question",
    [
        "repairs by workshop, heaviest first",
        "rejection rate by workshop, tallest first",
        "average bill by workshop, fastest first",
        "repairs by workshop, most to most",
        "number of repairs, worst first",
        "repairs by workshop, worst first response",
    ],
)
def test_an_order_that_no_number_here_has_is_not_read(repairs, question):
    assert not is_read(repairs, question)


def turns(reader, *questions):
    content, found = b"", []
    for question in questions:
        events = asyncio.run(_events(reader, question, content))
        content = next((each.content for each in events if isinstance(each, Remembered)), content)
        sql = next((each.sql for each in events if isinstance(each, SqlStarted)), "")
        found.append((sql, "".join(each.text for each in events if isinstance(each, AnswerText))))

    return found


async def _events(reader, question, content):
    return [each async for each in OfflineAnalyst().answer(Task(question, TODAY, content), reader.tools)]


@pytest.mark.parametrize(
    ("before", "said", "way"),
    [
        ("rejection rate by workshop", "best first", "2 ASC"),
        ("rejection rate", "by workshop please, worst first", "2 DESC"),
        ("average bill by workshop", "cheapest first", "2 ASC"),
        ("average wait by workshop", "longest first", "2 DESC"),
        ("repairs by workshop", "lowest first", "2 ASC"),
        ("repairs by workshop", "biggest first", "2 DESC"),
    ],
)
def test_behind_a_breakdown_the_same_is_ordered(repairs, before, said, way):
    _, (sql, _) = turns(repairs, before, said)

    assert sql.partition("ORDER BY")[2].strip().startswith(way)
    assert "LIMIT" not in sql


def test_an_adjective_of_another_number_orders_by_that_and_shows_it(repairs):
    _, (sql, _) = turns(repairs, "rejection rate by workshop", "cheapest first")

    assert "average_price" in sql
    assert sql.partition("ORDER BY")[2].strip().startswith("3 ASC")


def test_of_a_part_that_may_be_good_or_bad_the_answer_says_how_it_is_ordered(repairs):
    ((_, text),) = turns(repairs, "share of express repairs by workshop, worst first")

    assert "the highest come first" in text
