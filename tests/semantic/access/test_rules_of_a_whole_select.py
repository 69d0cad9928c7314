"""The row rules of all that a SELECT names bind in each of its queries: levels of ROLLUP and parts in stages.

The expected rows come from SQL that was written by hand over the tables, the rules among its conditions.
"""

import duckdb
import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.gold.comparison import difference

MODEL = """
cubes:
  - name: sales
    sql_table: sales
    joins:
      - {name: teams, relationship: many_to_one, sql: "{CUBE}.team = {teams.id}"}
      - {name: lines, relationship: one_to_many, sql: "{CUBE}.id = {lines.sale}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: kind, sql: kind, type: string}
      - {name: sold, sql: sold, type: time}
    measures:
      - {name: total, type: sum, sql: amount}
      - {name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}}
      - {name: before, type: number, sql: "{total}", multi_stage: true, time_shift: [{interval: 1 month}]}
      - {name: of_all, type: sum, sql: "{total}", multi_stage: true, group_by: []}
    access_policy: [{group: "*", row_level: {allow_all: true}}]
  - name: teams
    sql_table: teams
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: region, sql: region, type: string}
    joins: [{name: sales, relationship: one_to_many, sql: "{CUBE}.id = {sales}.team"}]
    measures:
      - {name: sold, type: number, sql: "{sales.total}"}
      - {name: running, type: number, sql: "{sales.running}"}
      - {name: before, type: number, sql: "{sales.before}"}
      - {name: of_all, type: number, sql: "{sales.of_all}"}
      - {name: staged, type: sum, sql: "{sales.total}", multi_stage: true, group_by: []}
      - {name: shifted, type: number, sql: "{sales.total}", multi_stage: true,
         time_shift: [{interval: 1 month}]}
      - {name: ranked, type: rank, multi_stage: true, group_by: [],
         order_by: [{sql: "{sales.total}", dir: desc}]}
      - {name: finer, type: max, sql: "{sales.total}", multi_stage: true, add_group_by: [id]}
    access_policy:
      - group: "*"
        row_level: {filters: [{member: region, operator: equals, values: ["{ userAttributes.region }"]}]}
  - name: lines
    sql_table: lines
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: sale, sql: sale, type: number}
      - {name: size, sql: size, type: string}
    measures: [{name: count, type: count}]
    access_policy:
      - group: "*"
        row_level: {filters: [{member: size, operator: notEquals, values: [L]}]}
views:
  - name: all_sales
    cubes:
      - {join_path: sales, includes: "*"}
      - {join_path: sales.teams, includes: "*", prefix: true}
      - {join_path: sales.lines, includes: "*", prefix: true}
"""
TABLES = (
    "CREATE TABLE teams AS FROM (VALUES (1, 'North'), (2, 'South')) AS t(id, region)",
    "CREATE TABLE sales AS SELECT id, kind, sold::TIMESTAMP AS sold, amount, team FROM (VALUES "
    "(1, 'a', '2024-01-10', 1, 1), (2, 'b', '2024-02-10', 2, 1), (3, 'a', '2024-02-11', 100, 2), "
    "(4, 'c', '2024-03-10', 1000, 2), (5, 'a', '2024-03-11', 4, 1), (6, 'a', '2024-04-11', 7, NULL)) "
    "AS t(id, kind, sold, amount, team)",
    "CREATE TABLE lines AS FROM (VALUES (1, 1, 'S'), (2, 1, 'L'), (3, 2, 'L'), (4, 3, 'S'), (5, 5, 'M')) "
    "AS t(id, sale, size)",
)
NORTH = "FROM sales s JOIN teams t ON s.team = t.id WHERE t.region = 'North'"
SMALL = "FROM sales s JOIN lines l ON l.sale = s.id WHERE l.size IS DISTINCT FROM 'L'"
MONTH = "date_trunc('month', sold)"
CASES = {
    "ROLLUP of a ruled key": (
        "SELECT teams_region, MEASURE(total) FROM all_sales GROUP BY ROLLUP(teams_region)",
        f"SELECT region, sum(amount) {NORTH} GROUP BY ROLLUP(region)",
    ),
    "CUBE of a ruled key and another": (
        "SELECT kind, teams_region, MEASURE(total) FROM all_sales GROUP BY CUBE(kind, teams_region)",
        f"SELECT kind, region, sum(amount) {NORTH} GROUP BY CUBE(kind, region)",
    ),
    "GROUPING SETS of expressions": (
        "SELECT UPPER(teams_region), kind, MEASURE(total) FROM all_sales "
        "GROUP BY GROUPING SETS ((UPPER(teams_region)), (kind), ()) HAVING MEASURE(total) > 1",
        f"SELECT upper(region), kind, sum(amount) {NORTH} "
        "GROUP BY GROUPING SETS ((upper(region)), (kind), ()) HAVING sum(amount) > 1",
    ),
    "ROLLUP of a key that repeats rows": (
        "SELECT lines_size, MEASURE(total) FROM all_sales GROUP BY ROLLUP(lines_size)",
        f"SELECT size, sum(amount) {SMALL} GROUP BY 1 UNION ALL SELECT NULL, sum(amount) FROM sales "
        f"WHERE id IN (SELECT s.id {SMALL})",
    ),
    "ROLLUP without a measure": (
        "SELECT kind, teams_region FROM all_sales GROUP BY ROLLUP(kind, teams_region)",
        f"SELECT kind, region {NORTH} GROUP BY ROLLUP(kind, region)",
    ),
    "ROLLUP around a SELECT": (
        "SELECT r, SUM(m) FROM (SELECT teams_region AS r, kind, MEASURE(total) AS m FROM all_sales "
        "GROUP BY 1, 2) AS x GROUP BY ROLLUP(r)",
        f"SELECT region, sum(amount) {NORTH} GROUP BY ROLLUP(region)",
    ),
    "a ruled key beside a moving window": (
        "SELECT teams_region, DATE_TRUNC('month', sold), MEASURE(running) FROM all_sales GROUP BY 1, 2",
        f"SELECT 'North', m, (SELECT sum(amount) {NORTH} AND {MONTH} <= m) "
        "FROM (VALUES (TIMESTAMP '2024-01-01'), (TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-03-01')) AS p(m)",
    ),
    "a number of the ruled cube beside one that is not": (
        "SELECT DATE_TRUNC('month', sold), MEASURE(total), MEASURE(teams_running) FROM all_sales GROUP BY 1",
        f"SELECT {MONTH}, sum(amount), sum(sum(amount)) OVER (ORDER BY {MONTH}) {NORTH} GROUP BY 1",
    ),
    "a ruled condition beside a share": (
        "SELECT kind, MEASURE(total), MEASURE(of_all) FROM all_sales "
        "WHERE teams_region IN ('North', 'South') GROUP BY 1",
        f"SELECT kind, sum(amount), sum(sum(amount)) OVER () {NORTH} GROUP BY 1",
    ),
    "HAVING of the ruled cube beside a moved time": (
        "SELECT DATE_TRUNC('month', sold), MEASURE(before) FROM all_sales "
        "GROUP BY 1 HAVING MEASURE(teams_sold) > 0",
        f"SELECT {MONTH}, lag(sum(amount)) OVER (ORDER BY {MONTH}) {NORTH} GROUP BY 1",
    ),
    "ORDER BY of the ruled cube beside a share": (
        "SELECT kind, MEASURE(of_all) FROM all_sales GROUP BY 1 ORDER BY MEASURE(teams_sold) LIMIT 5",
        f"SELECT kind, sum(sum(amount)) OVER () {NORTH} GROUP BY 1",
    ),
    "a window of the ruled cube": (
        "SELECT DATE_TRUNC('month', sold), MEASURE(teams_running) FROM all_sales GROUP BY 1",
        f"SELECT {MONTH}, sum(sum(amount)) OVER (ORDER BY {MONTH}) {NORTH} GROUP BY 1",
    ),
    "a window of the ruled cube without periods": (
        "SELECT MEASURE(teams_running) FROM all_sales WHERE sold < '2024-03-01'",
        f"SELECT sum(amount) {NORTH} AND sold < '2024-03-01'",
    ),
    "a moved time of the ruled cube": (
        "SELECT DATE_TRUNC('month', sold), MEASURE(teams_before) FROM all_sales GROUP BY 1",
        f"SELECT {MONTH} + INTERVAL 1 MONTH, sum(amount) {NORTH} AND sold < '2024-03-01' GROUP BY 1",
    ),
    "a moved time that the ruled cube moves": (
        "SELECT MEASURE(teams_shifted) FROM all_sales WHERE sold >= '2024-03-01' AND sold < '2024-04-01'",
        f"SELECT sum(amount) {NORTH} AND sold >= '2024-02-01' AND sold < '2024-03-01'",
    ),
    "a total of the ruled cube": (
        "SELECT kind, MEASURE(teams_of_all), MEASURE(teams_staged) FROM all_sales GROUP BY 1",
        f"SELECT kind, sum(sum(amount)) OVER (), sum(sum(amount)) OVER () {NORTH} GROUP BY 1",
    ),
    "finer groups of the ruled cube": (
        "SELECT kind, MEASURE(teams_finer) FROM all_sales GROUP BY 1",
        f"SELECT kind, sum(amount) {NORTH} GROUP BY 1",
    ),
    "places of the ruled cube": (
        "SELECT kind, MEASURE(teams_ranked) FROM all_sales GROUP BY 1",
        f"SELECT kind, rank() OVER (ORDER BY sum(amount) DESC) {NORTH} GROUP BY 1",
    ),
    "a window over the levels of ROLLUP": (
        "SELECT teams_region, DATE_TRUNC('month', sold), MEASURE(running) FROM all_sales "
        "WHERE sold >= '2024-03-01' AND sold < '2024-04-01' "
        "GROUP BY GROUPING SETS ((1, 2), (2))",
        "SELECT r, TIMESTAMP '2024-03-01', 7 FROM (VALUES ('North'), (NULL)) AS t(r)",
    ),
}


@pytest.mark.case("Z02")
@pytest.mark.parametrize("what", CASES)
def test_every_part_of_a_select_keeps_the_rules_of_the_whole(write_model, make_engine, what):
    model, engine = load_model(write_model(model=MODEL)), make_engine(*TABLES)
    asked, by_hand = CASES[what]

    found = run_query(model, engine, Viewer("ana", attributes={"region": "North"}), asked)

    with duckdb.connect(":memory:") as tables:
        for statement in TABLES:
            tables.execute(statement)

        assert difference(found.rows, tables.execute(by_hand).fetchall()) is None
