"""States and names: those of the rows that are named, also where their key is closed to questions."""

from dataclasses import replace
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "coaches": ["id,plate,seats"] + [f"{n},AB{n},{30 + n}" for n in range(1, 6)],
    "trips": ["id,coach_id,departs_at,status"]
    + [
        f"{n},{1 + n % 5},2025-0{1 + n % 6}-1{n % 9} 08:00,{('done', 'cancelled', 'done')[n % 3]}"
        for n in range(1, 61)
    ],
    "bookings": ["id,trip_id,booked_at,cancelled_at,status,rating"]
    + [
        f"{n},{1 + n % 60},2025-0{1 + n % 5}-0{1 + n % 9},{f'2025-0{2 + n % 5}-11' if n % 4 == 0 else ''},"
        f"{'cancelled' if n % 4 == 0 else 'open'},{1 + n % 5 if n % 3 else ''}"
        for n in range(1, 181)
    ],
    "jobs": ["id,coach_id,started_on,ended_on,due_on,status"]
    + [
        f"{n},{1 + n % 5},2025-0{1 + n % 5}-02,{f'2025-0{1 + n % 6}-2{n % 9}' if n % 3 else ''},"
        f"2025-0{1 + n % 6}-15,{'completed' if n % 3 else 'open'}"
        for n in range(1, 41)
    ],
}
MODEL = """
cubes:
  - name: buyers
    sql_table: buyers
    dimensions:
      - {name: buyer_id, sql: buyer_id, type: number, primary_key: true, public: false}
      - {name: name, sql: name, type: string, title: Buyer}
    measures:
      - {name: count, type: count, title: Number of buyers}
  - name: sales
    sql_table: sales
    joins:
      - {name: buyers, relationship: many_to_one, sql: "{CUBE}.buyer_id = {buyers.buyer_id}"}
    dimensions:
      - {name: sale_id, sql: sale_id, type: number, primary_key: true, public: false}
      - {name: sold_on, sql: sold_on, type: time, title: Sale date}
    measures:
      - {name: count, type: count, title: Number of sales}
      - {name: revenue, type: sum, sql: price, title: Revenue, format: currency}
"""
SALES = {
    "buyers": ["buyer_id,name"] + [f"{n},Buyer {n}" for n in range(1, 13)],
    "sales": ["sale_id,buyer_id,sold_on,price"]
    + [f"{n},{1 + n % 8},2025-0{1 + n % 6}-1{n % 9},{100 + n}.5" for n in range(1, 41)],
}


class Shared:
    """The tools of somebody who sees one more row, whose name another one has."""

    def __init__(self, tools):
        self._tools = tools

    def __getattr__(self, name):
        return getattr(self._tools, name)

    async def run_sql(self, sql):
        rows = await self._tools.run_sql(sql)
        if "COUNT(DISTINCT" not in sql:
            return rows

        return replace(rows, rows=tuple((every + 1, different) for every, different in rows.rows))


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("trips"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("sales"), SALES, date(2025, 8, 20), MODEL) as found:
        yield found


@pytest.mark.parametrize(
    "question", ["how many trips were cancelled in May 2025", "trips cancelled per month"]
)
def test_trips_that_were_cancelled_go_by_their_own_state(reader, question):
    sql = sql_of(reader, question)

    assert "trips.status = 'cancelled'" in sql
    assert "cancelled_at" not in sql


def test_bookings_that_were_cancelled_go_by_their_date(reader):
    assert "cancelled_at" in sql_of(reader, "how many bookings were cancelled in May 2025")


def test_what_was_completed_in_a_month_was_so_by_the_date_of_its_end(reader):
    assert "ended_on >= '2025-05-01'" in sql_of(reader, "how many jobs were completed in May 2025")


def test_so_many_ratings_are_no_rating_of_so_many(reader):
    sql = sql_of(reader, "average rating by plate, only coaches with at least 20 ratings")

    assert "rating IS NOT NULL) >= 20" in sql


def test_a_name_tells_rows_apart_whose_key_is_closed(closed):
    sql = sql_of(closed, "which buyers have not bought anything in May 2025")

    assert "buyers.name NOT IN" in sql


def test_total_spend_is_what_buyers_bring_in(closed):
    assert "sales.revenue" in sql_of(closed, "top 3 buyers by total spend")


def test_names_that_several_rows_share_tell_nothing_apart(tmp_path_factory):
    shared = {**SALES, "buyers": [*SALES["buyers"], "13,Buyer 1"]}
    with reader_over(tmp_path_factory.mktemp("shared"), shared, date(2025, 8, 20), MODEL) as found:
        assert not is_read(found, "which buyers have not bought anything in May 2025")


def test_what_one_user_sees_of_names_is_asked_again_for_another(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("again"), SALES, date(2025, 8, 20), MODEL) as found:
        question = "which buyers have not bought anything in May 2025"
        assert is_read(found, question)

        several = Reader(Shared(found.tools), found.today)  # the same model, other rows

        assert not is_read(several, question)
