"""Times cut to the units of a model: weeks from its first day, fiscal periods, granularities of its own."""

from datetime import datetime, timedelta

import pandas
import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.model.calendar import DAYS, Calendar
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.moments import cut
from svcchat_magic.semantic.query.query import Viewer

FIRST = datetime(2023, 11, 1, 13)
TIMES = [FIRST + timedelta(days=day) for day in range(500)]
MODEL = """
settings: {first_day_of_week: DAY, fiscal_year_start: MONTH}
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - name: at
        sql: "{CUBE}.at"
        type: time
        mask: {sql: "CAST('2000-01-01' AS TIMESTAMP)"}
        granularities:
          - {name: fortnight, interval: 2 weeks, origin: '2024-01-07'}
          - {name: own_week, interval: 1 week}
          - {name: plain, sql: "DATE_TRUNC('month', {CUBE}.at)"}
      - {name: week, sql: "{at.week}", type: time}
      - {name: fiscal_year, sql: "{at.fiscal_year}", type: time}
    measures:
      - {name: count, type: count}
      - {name: so_far, type: count, rolling_window: {type: to_date, granularity: fiscal_year}}
POLICY
"""
MASKED = """
    access_policy:
      - group: "*"
        row_level: {allow_all: true}
        member_masking: {includes: [at]}
        member_level: {excludes: [at]}
"""
OWNER = Viewer("ada", is_internal=True)


@pytest.fixture(scope="module")
def engine():
    opened = DuckDBEngine.open({"visits": pandas.DataFrame({"id": range(500), "at": TIMES})})
    yield opened
    opened.close()


def model(day="sunday", month="april", policy=""):
    return model_of_texts(
        {"m.yml": MODEL.replace("DAY", day).replace("MONTH", month).replace("POLICY", policy)}
    )


def counts(engine, unit, viewer=OWNER, **settings):
    sql = f"SELECT DATE_TRUNC('{unit}', at) AS t, MEASURE(count) FROM visits GROUP BY 1"
    return dict(run_query(model(**settings), engine, viewer, sql).rows)


def counted(begin):
    found = {}
    for moment in TIMES:
        found[begin(moment)] = found.get(begin(moment), 0) + 1

    return found


def midnight(moment):
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


@pytest.mark.parametrize("day", DAYS)
def test_weeks_begin_on_the_models_first_day(engine, day):
    def begin(moment):
        return midnight(moment) - timedelta(days=(moment.weekday() - DAYS.index(day)) % 7)

    assert counts(engine, "week", day=day) == counted(begin)
    assert counts(engine, "own_week", day=day) == counted(begin)
    sql = "SELECT week, MEASURE(count) FROM visits GROUP BY 1"
    assert dict(run_query(model(day), engine, OWNER, sql).rows) == counted(begin)


@pytest.mark.parametrize(("month", "first"), [("january", 1), ("february", 2), ("april", 4), ("october", 10)])
def test_fiscal_periods_begin_with_the_models_first_month(engine, month, first):
    def begin(moment, months):
        past = (moment.month - first) % 12 % months
        total = moment.year * 12 + moment.month - 1 - past
        return datetime(total // 12, total % 12 + 1, 1)

    assert counts(engine, "fiscal_quarter", month=month) == counted(lambda each: begin(each, 3))
    assert counts(engine, "fiscal_year", month=month) == counted(lambda each: begin(each, 12))
    sql = "SELECT fiscal_year, MEASURE(count) FROM visits GROUP BY 1"
    rows = run_query(model(month=month), engine, OWNER, sql).rows
    assert dict(rows) == counted(lambda each: begin(each, 12))


def test_a_window_runs_from_the_beginning_of_the_fiscal_year(engine):
    sql = "SELECT DATE_TRUNC('fiscal_quarter', at), MEASURE(so_far) FROM visits GROUP BY 1 ORDER BY 1 LIMIT 4"

    assert [count for _, count in run_query(model(), engine, OWNER, sql).rows] == [61, 152, 91, 183]


def test_a_granularity_of_the_model_is_a_unit_by_its_name(engine):
    origin = datetime(2024, 1, 7)

    assert counts(engine, "fortnight") == counted(
        lambda each: origin + (each - origin) // timedelta(14) * timedelta(14)
    )
    sql = "SELECT DATE_TRUNC('fortnight', at), MEASURE(count) FROM visits GROUP BY 1"
    assert [column.name for column in run_query(model(), engine, OWNER, sql).columns] == [
        "at_fortnight",
        "count",
    ]


def test_a_unit_that_is_none_is_refused_with_those_there_are(engine):
    with pytest.raises(QueryRefused, match="fiscal_year, fortnight, own_week, plain"):
        counts(engine, "lunch")


@pytest.mark.parametrize("unit", ["week", "fiscal_year", "fortnight", "own_week", "plain"])
def test_a_masked_time_is_masked_in_every_unit(engine, unit):
    assert len(counts(engine, unit, Viewer("ben"), policy=MASKED)) == 1


def test_a_time_in_the_query_is_cut_as_those_of_the_data():
    calendar = Calendar(6, 4)

    assert cut(datetime(2024, 1, 10, 5), "week", calendar) == datetime(2024, 1, 7)
    assert cut(datetime(2024, 3, 31), "fiscal_year", calendar) == datetime(2023, 4, 1)
    assert cut(datetime(2024, 5, 31), "fiscal_quarter", Calendar(0, 2)) == datetime(2024, 5, 1)
