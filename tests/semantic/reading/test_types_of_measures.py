"""The least and the greatest of a time is a time, that of a text a text, and so they are compared and cut."""

from datetime import datetime

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: staff
    sql_table: staff
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: team, sql: team, type: string}
      - {name: hired, sql: "{CUBE}.since", type: time}
      - {name: pay, sql: pay, type: number}
    measures:
      - {name: first, type: min, sql: "{hired}"}
      - {name: last, type: max, sql: since}
      - {name: last_team, type: max, sql: "{CUBE.team}"}
      - {name: best, type: max, sql: pay}
      - {name: best_twice, type: max, sql: "pay * 2"}
      - {name: hidden_first, type: min, sql: "{hired}", mask: MASK}
    access_policy:
      - {group: all}
      - {group: "*", member_level: {excludes: [hidden_first]}, member_masking: {includes: [hidden_first]}}
"""
STAFF = (
    "CREATE TABLE staff AS FROM (VALUES (1, 'red', TIMESTAMP '2024-03-05', 10), "
    "(2, 'red', TIMESTAMP '2025-06-07', 30), (3, 'blue', TIMESTAMP '2026-01-02', 20)) t(id, team, since, pay)"
)
ANA = Viewer("ana")


@pytest.fixture
def ask(write_model, make_engine):
    model = load_model(write_model(model=MODEL.replace("MASK", "'2000-01-01'")))
    engine = make_engine(STAFF)
    return lambda sql: run_query(model, engine, ANA, sql).rows


def test_the_least_of_a_time_is_compared_and_cut_as_a_time(ask):
    by_team = "SELECT team FROM staff GROUP BY 1 HAVING MEASURE({}) > '2025-01-01' ORDER BY 1"

    assert ask(by_team.format("first")) == (("blue",),)
    assert ask(by_team.format("last")) == (("blue",), ("red",))
    assert ask("SELECT DATE_TRUNC('year', MEASURE(last)) FROM staff") == ((datetime(2026, 1, 1),),)
    assert ask("SELECT MEASURE(last_team) || '!' FROM staff") == (("red!",),)


@pytest.mark.case("Z09")
@pytest.mark.parametrize("measure", ["first", "last", "last_team", "hidden_first"])
def test_arithmetic_over_it_is_refused_before_it_can_fail(ask, measure):
    for sql in (
        "SELECT MEASURE({}) * 3 FROM staff",
        "SELECT n + 1 FROM (SELECT MEASURE({}) AS n FROM staff)",
    ):
        with pytest.raises(QueryRefused):
            ask(sql.format(measure))


def test_that_of_a_number_is_a_number(ask):
    assert ask("SELECT MEASURE(best) + 1, MEASURE(best_twice) + 1 FROM staff") == ((31, 61),)


def test_its_mask_is_a_time_as_well(ask, write_model):
    assert ask("SELECT DATE_TRUNC('year', MEASURE(hidden_first)) FROM staff") == ((datetime(2000, 1, 1),),)
    with pytest.raises(ModelError, match="the mask 5 is no time"):
        load_model(write_model(model=MODEL.replace("MASK", "5")))
