"""What a visible member is made of stays unnamed where its viewer does not see it: in refusals and plans.

Every hidden name begins with `zz`.
"""

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import explain_query, run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: sales
    sql_table: sales
    joins:
      - {name: zzteams, relationship: many_to_one, sql: "{CUBE}.team = {zzteams.id}"}
      - {name: zzlines, relationship: one_to_many, sql: "{CUBE}.id = {zzlines}.sale"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: kind, sql: kind, type: string}
      - {name: zzkind, sql: kind, type: string}
      - {name: sold, sql: sold, type: time}
      - {name: zztime, sql: sold, type: time}
      - {name: month, sql: "DATE_TRUNC('month', {zztime})", type: time}
      - {name: clock, sql: "{zztime} + INTERVAL 1 DAY", type: time}
      - {name: zzsub, sql: "{zzteams.count}", type: number, sub_query: true}
      - {name: sellers, sql: "{zzsub} + 1", type: number}
    measures:
      - {name: total, type: sum, sql: amount}
      - {name: zztotal, type: sum, sql: amount}
      - {name: before, type: number, sql: "{zztotal}", multi_stage: true, time_shift: [{interval: 1 month}]}
      - {name: finer_column, type: sum, sql: "{total} + {CUBE}.zzcol", multi_stage: true, add_group_by: [id]}
      - {name: of_kind, type: max, sql: "CASE WHEN {zzkind} = 'a' THEN {total} END", multi_stage: true,
         add_group_by: [id]}
      - {name: unkeyed, type: number, sql: "{zzlines.count} * 1.0"}
    access_policy:
      - group: "*"
        member_level: {excludes: [zzkind, zztime, zztotal, zzsub]}
        row_level: {filters: [{member: zzkind, operator: notEquals, values: [zzvalue]}]}
  - name: zzteams
    public: false
    sql_table: teams
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: region, sql: region, type: string}
    joins: [{name: sales, relationship: one_to_many, sql: "{CUBE}.id = {sales}.team"}]
    measures: [{name: count, type: count}]
    access_policy:
      - group: "*"
        member_level: {includes: [id]}
        row_level: {filters: [{member: region, operator: notEquals, values: [zzvalue]}]}
  - name: zzlines
    public: false
    sql_table: lines
    dimensions: [{name: sale, sql: sale, type: number}]
    measures: [{name: count, type: count}]
    access_policy: [{group: "*", row_level: {allow_all: true}}]
views:
  - name: all_sales
    cubes:
      - {join_path: sales, includes: "*"}
      - {join_path: sales.zzteams, includes: "*", prefix: true, alias: t}
    access_policy: [{group: "*", member_level: {excludes: [t_count]}}]
"""
TABLES = (
    "CREATE TABLE teams AS SELECT 1 AS id, 'North' AS region",
    "CREATE TABLE lines AS SELECT 1 AS sale",
    "CREATE TABLE sales AS SELECT 1 AS id, 'a' AS kind, TIMESTAMP '2024-01-10' AS sold, 1 AS amount, "
    "1 AS team, 1 AS zzcol",
)
REFUSED = (
    "SELECT kind, MEASURE(finer_column) FROM sales GROUP BY 1",
    "SELECT kind, MEASURE(of_kind) FROM sales GROUP BY 1",
    "SELECT month, clock, MEASURE(before) FROM sales GROUP BY 1, 2",
    "SELECT sold, MEASURE(before) FROM sales WHERE month > '2024-01-01' GROUP BY 1",
    "SELECT kind, MEASURE(unkeyed) FROM sales GROUP BY 1",
    "SELECT sellers FROM all_sales",
    "SELECT zzkind FROM sales",
    "SELECT MEASURE(zztotal) FROM all_sales",
)
ANSWERED = (
    "SELECT kind, MEASURE(total), MEASURE(before) FROM sales WHERE sold > '2024-01-01' GROUP BY 1",
    "SELECT month, MEASURE(total), MEASURE(before) FROM all_sales GROUP BY 1",
    "SELECT kind, sellers FROM sales WHERE sellers > 1 ORDER BY sellers",
)


@pytest.fixture
def store(write_model, make_engine):
    return load_model(write_model(model=MODEL)), make_engine(*TABLES), Viewer("ana")


@pytest.mark.case("Q08")
@pytest.mark.case("Z14")
@pytest.mark.parametrize("sql", REFUSED)
def test_a_refusal_names_no_member_that_its_viewer_does_not_see(store, sql):
    for ask in (run_query, explain_query):
        with pytest.raises(QueryRefused) as refused:
            ask(*store, sql)

        assert "zz" not in str(refused.value).replace("zzkind does not exist", "")


@pytest.mark.case("Z14")
@pytest.mark.parametrize("sql", ANSWERED)
def test_a_plan_names_no_member_that_its_viewer_does_not_see(store, sql):
    assert run_query(*store, sql).rows
    assert "zz" not in explain_query(*store, sql).plan
