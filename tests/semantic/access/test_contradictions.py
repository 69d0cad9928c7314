"""Conditions that contradict a rule on the same member, or each other, give rows and no error."""

from itertools import product

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: sales
    sql_table: sales
    joins: [{name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops}.id"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: channel, sql: channel, type: string}
    measures: [{name: count, type: count}]
    access_policy: [{group: "*", row_level: {filters: [{member: channel, RULE}]}}]
  - name: shops
    sql_table: shops
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: kind, sql: kind, type: string}
    access_policy: [{group: "*", row_level: {filters: [{member: kind, RULE}]}}]
views:
  - name: all_sales
    cubes: [{join_path: sales, includes: "*"}, {join_path: sales.shops, prefix: true, includes: [kind]}]
"""
SHOPS = "CREATE TABLE shops AS FROM (VALUES (1, 'Web'), (2, 'Store'), (3, 'Phone'), (4, NULL)) t(id, kind)"
SALES = (
    "CREATE TABLE sales AS SELECT i AS id, ['Web', 'Store', 'Phone', NULL][1 + i % 4] AS channel, "
    "1 + (i // 4) % 5 AS shop FROM range(40) t(i)"
)
RULES = {
    "equals": ("operator: equals, values: [Web, Store]", {"Web", "Store"}),
    "not": ("operator: notEquals, values: [Phone]", {"Web", "Store", None}),
}
LISTS = (("Web",), ("Store", "Phone"), ("Web", "Store"), ("Phone", "Nowhere"))
FORMS = (
    "SELECT MEASURE(count) FROM all_sales WHERE {test}",
    "SELECT COUNT(*) FROM (SELECT id, channel, shops_kind FROM all_sales) AS s WHERE {test}",
)


@pytest.mark.case("Q13")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("form", FORMS)
def test_a_value_and_a_list_that_does_not_hold_it_give_no_row(write_model, make_engine, rule, form):
    text, seen = RULES[rule]
    model, engine = load_model(write_model(model=MODEL.replace("RULE", text))), make_engine(SHOPS, SALES)
    kinds = {1: "Web", 2: "Store", 3: "Phone", 4: None}
    rows = [(["Web", "Store", "Phone", None][i % 4], 1 + (i // 4) % 5) for i in range(40)]
    shown = [(channel, kinds[shop]) for channel, shop in rows if shop in kinds]
    shown = [each for each in shown if seen.issuperset(each)]

    for name, value, names in product(("channel", "shops_kind"), ("Web", "Phone"), LISTS):
        listed = ", ".join(f"'{each}'" for each in names)
        # The last part reads the joined cube, so that its rule binds in each of the questions.
        test = f"{name} = '{value}' AND {name} IN ({listed}) AND (shops_kind = 'x' OR id >= 0)"
        place = ("channel", "shops_kind").index(name)
        wanted = sum(each[place] == value and value in names for each in shown)

        asked = form.format(test=test)
        found = run_query(model, engine, Viewer("ana"), asked)

        assert [tuple(map(int, row)) for row in found.rows] == [(wanted,)], asked
