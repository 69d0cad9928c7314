"""Where an engine has no TRY, row rules go with comparisons that cannot fail, and with nothing else."""

import pyarrow as pa
import pytest

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

ORDERS = pa.table(
    {
        "id": pa.array([1, 2, 3], pa.int64()),
        "region": ["North", "South", "North"],
        "code": ["7", "x", "9"],
        "pieces": pa.array([3, 2**62, 5], pa.int64()),
    }
)
MODEL = """
    cubes:
      - name: orders
        sql_table: orders
        dimensions:
          - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
          - {name: region, sql: "{CUBE}.region", type: string}
          - {name: pieces, sql: "{CUBE}.pieces", type: number}
          - {name: code, sql: "CAST({CUBE}.code AS INTEGER)", type: number}
        measures:
          - {name: count, type: count}
          - {name: all_pieces, type: sum, sql: "{CUBE}.pieces"}
        access_policy:
          - group: "*"
            row_level:
              filters:
                - {member: %s}
"""
NORTH = 'region, operator: equals, values: ["{ userAttributes.region }"]'
VIEWER = Viewer("ana", attributes={"region": "North"})


@pytest.fixture
def ask(engine_with, write_model):
    engine = engine_with({"orders": ORDERS})

    def asked(sql, rule=NORTH):
        return run_query(load_model(write_model(orders=MODEL % rule)), engine, VIEWER, sql).rows

    return asked


@pytest.fixture
def has_fence(engine_name):
    return engine_name == "duckdb"


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT id FROM orders ORDER BY id", ((1,), (3,))),
        ("SELECT id FROM orders WHERE pieces > 3", ((3,),)),
        ("SELECT region, MEASURE(count), MEASURE(all_pieces) FROM orders GROUP BY 1", (("North", 2, 8),)),
        ("SELECT id FROM orders WHERE LOWER(region) = 'south'", ()),
    ],
)
def test_comparisons_of_plain_columns_are_answered_within_the_rules(ask, sql, rows):
    assert ask(sql) == rows


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM orders WHERE pieces * pieces > 1",
        "SELECT id, pieces + 1 FROM orders",
        "SELECT id FROM orders WHERE code = 7",
        "SELECT id FROM orders WHERE ROUND(pieces, 1) > 1",
    ],
)
def test_what_may_fail_on_a_hidden_row_is_fenced_or_refused(ask, has_fence, sql):
    if has_fence:
        assert ask(sql)
        return

    with pytest.raises(QueryRefused, match="only comparisons of plain columns"):
        ask(sql)


def test_a_rule_that_may_fail_hides_the_row_or_stops_the_query(ask, has_fence):
    rule = "code, operator: gt, values: [8]"
    if has_fence:
        assert ask("SELECT id FROM orders", rule) == ((3,),)
        return

    with pytest.raises(EngineError, match="A row rule compares a computed member"):
        ask("SELECT id FROM orders", rule)


def test_an_escape_before_any_other_character_is_refused_where_it_fails(ask, engine_name):
    sql = "SELECT id FROM orders WHERE region LIKE 'N!orth' ESCAPE '!'"
    if engine_name in {"duckdb", "postgresql"}:
        assert isinstance(ask(sql), tuple)
        return

    with pytest.raises(QueryRefused, match="only comparisons of plain columns"):
        ask(sql)
