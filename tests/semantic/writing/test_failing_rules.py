"""A rule that fails on some row hides that row, and nothing tells that the row is there."""

import duckdb
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: files
    sql_table: files
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
      - {name: level, sql: "CAST({CUBE}.level AS INTEGER)", type: number}
      - {name: number, sql: "{CUBE}.id", type: string}
    measures:
      - {name: count, type: count}
    access_policy:
      - group: "*"
        row_level:
          filters:
            - RULE
"""
RULES = (
    "{member: level, operator: equals, values: ['{ userAttributes.level }']}",
    "{member: level, operator: lte, values: ['{ userAttributes.level }']}",
    "{member: level, operator: notEquals, values: ['5']}",
    "{or: [{member: level, operator: notEquals, values: ['5']}, "
    "{member: name, operator: equals, values: ['a']}]}",
)
ASKED = (
    "SELECT id FROM files ORDER BY 1",
    "SELECT MEASURE(count) FROM files",
    "SELECT id FROM files WHERE id = 200",
    "SELECT id FROM files WHERE name = 'secret'",
    "SELECT name FROM files WHERE id > 3 ORDER BY 1 LIMIT 2",
    "SELECT level, MEASURE(count) FROM files GROUP BY 1 ORDER BY 1",
    "SELECT id FROM files WHERE level * 2 = 2 ORDER BY 1",
)
SEEN = "SELECT range AS id, 'file ' || range AS name, '1' AS level FROM range(9)"
HIDDEN = "SELECT 200 AS id, 'secret' AS name, 'unknown' AS level"


@pytest.mark.case("Z01")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("asked", ASKED)
def test_a_row_that_the_rule_fails_on_is_as_if_it_were_not_there(tmp_path, rule, asked):
    model = model_with(tmp_path, rule)

    without, with_hidden = (answer(model, rows, asked) for rows in (SEEN, f"{SEEN} UNION ALL {HIDDEN}"))

    assert with_hidden == without


@pytest.mark.case("Z01")
@pytest.mark.parametrize("rule", RULES)
def test_the_rows_that_the_rule_can_be_read_for_are_seen(tmp_path, rule):
    assert answer(model_with(tmp_path, rule), f"{SEEN} UNION ALL {HIDDEN}", ASKED[1]).rows == ((9,),)


@pytest.mark.case("Q13")
def test_an_attribute_that_the_column_cannot_be_compared_with_shows_no_row(tmp_path):
    model = model_with(tmp_path, "{member: number, operator: equals, values: ['{ userAttributes.name }']}")

    assert answer(model, SEEN, ASKED[0]).rows == ()


def model_with(folder, rule):
    (folder / "model.yml").write_text(MODEL.replace("RULE", rule), encoding="utf-8")
    return load_model(folder)


def answer(model, rows, asked):
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE files AS {rows}")
    engine = DuckDBEngine(connection)
    try:
        return run_query(model, engine, Viewer("ada", attributes={"level": "1", "name": "North"}), asked)
    finally:
        engine.close()
