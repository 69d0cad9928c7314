"""Within row rules nothing fails on any row: without TRY an engine computes in forms that take all values."""

from datetime import datetime

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
        "note": ["6.75", "1e999", "?"],
        "sold": pa.array(
            [datetime(2024, 2, 3, 4), datetime(9999, 12, 31, 23), datetime(2023, 12, 31)], pa.timestamp("us")
        ),
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
          - {name: note, sql: "{CUBE}.note", type: string}
          - {name: sold, sql: "{CUBE}.sold", type: time}
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
def tries(engine_name):
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


COMPUTED = {
    "pieces * pieces": (9, 25),
    "pieces + 1": (4, 6),
    "ROUND(pieces / 2.0, 1)": (1.5, 2.5),
    "pieces % 4": (3, 1),
    "POWER(pieces, 2)": (9, 25),
    "POWER(pieces, 400) * POWER(pieces, 400)": (None, None),
    "SQRT(3 - pieces)": (0, None),
    "LN(pieces - 3)": (None, 0.6931),
    "EXP(pieces * 1000)": (None, None),
    "EXP(pieces - 3)": (1, 7.3891),
    "CAST(note AS INTEGER)": (7, None),
    "CAST(note AS DOUBLE PRECISION) * 2": (13.5, None),
    "CAST(CAST(pieces AS TEXT) AS INTEGER) + 1": (4, 6),
    "CAST(pieces AS NUMERIC(2, 1))": (3, 5),
    "CAST(pieces * 10 AS NUMERIC(2, 1))": (None, None),
    "LENGTH(note) * 2": (8, 2),
    "EXTRACT(year FROM sold)": (2024, 2023),
    "EXTRACT(day FROM DATE_TRUNC('month', sold) + INTERVAL '1 month' - INTERVAL '1 day')": (29, 31),
    "DATE_DIFF('month', sold, TIMESTAMP '2024-05-01')": (3, 5),
    "EXTRACT(year FROM sold + INTERVAL '800000 years')": (None, None),
    "CASE WHEN pieces > 3 THEN 1 ELSE pieces / 0 END": (None, 1),
    "COALESCE(NULLIF(pieces, 3), 10)": (10, 5),
    "GREATEST(pieces, 4)": (4, 5),
    "POSITION('.' IN note)": (2, 0),
}


@pytest.mark.case("Z01")
@pytest.mark.parametrize("value", COMPUTED)
def test_what_is_computed_is_right_within_the_rules_and_fails_on_no_row(ask, value):
    found = ask(f"SELECT id, {value} AS value FROM orders ORDER BY id")

    assert [None if each is None else round(float(each), 4) for _, each in found] == list(COMPUTED[value])
    assert ask(f"SELECT id FROM orders WHERE {value} = -1") == ()


@pytest.mark.case("Z01")
@pytest.mark.parametrize("sql", ["SELECT id FROM orders WHERE code = 7", "SELECT code * 2 FROM orders"])
def test_a_member_that_may_fail_is_fenced_or_refused(ask, tries, sql):
    if tries:
        assert ask(sql)
        return

    with pytest.raises(QueryRefused, match="a member that the model computes"):
        ask(sql)


def test_a_rule_that_may_fail_hides_the_row_or_stops_the_query(ask, tries):
    rule = "code, operator: gt, values: [8]"
    if tries:
        assert ask("SELECT id FROM orders", rule) == ((3,),)
        return

    with pytest.raises(EngineError, match="A row rule compares a computed member"):
        ask("SELECT id FROM orders", rule)


@pytest.mark.parametrize("pattern", ["'N!orth' ESCAPE '!'", "'N%' ESCAPE '!'", "'_orth'"])
def test_a_pattern_may_escape_what_needs_no_escape(ask, pattern):
    assert ask(f"SELECT id FROM orders WHERE region LIKE {pattern} ORDER BY 1") == ((1,), (3,))


@pytest.mark.parametrize(
    "rule", ["contains, values: [ort]", "startsWith, values: [N]", "notEndsWith, values: [h!]"]
)
def test_a_rule_about_a_part_of_a_text_holds_on_every_engine(ask, rule):
    keys = [key for (key,) in ask("SELECT id FROM orders ORDER BY id", f"region, operator: {rule}")]

    assert keys == ([1, 2, 3] if "h!" in rule else [1, 3])


FULL_JOINS = {
    "a.id < b.id": ((1, 3), (3, None), (None, 1)),
    "a.id = b.id AND a.pieces <> b.pieces": ((1, None), (3, None), (None, 1), (None, 3)),
    "a.id = b.id OR a.id + 2 = b.id": ((1, 1), (1, 3), (3, 3)),
    "SQRT(b.id) > 1": ((1, 3), (3, 3), (None, 1)),
}


@pytest.mark.parametrize("condition", FULL_JOINS)
def test_a_full_join_takes_every_condition(ask, condition):
    found = ask(f"SELECT a.id, b.id FROM orders a FULL JOIN orders b ON {condition} ORDER BY 1, 2")

    assert found == FULL_JOINS[condition]
