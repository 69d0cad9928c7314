"""A dimension may be a measure of another cube: one value for each row, and no row repeated."""

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
    cubes:
      - name: people
        sql_table: people
        joins: [{name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.person"}]
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: city, sql: city, type: string}
          - {name: orders, sql: "{orders.count}", type: number, sub_query: true}
          - {name: spent, sql: "{orders.total}", type: number, sub_query: true}
          - {name: rank, type: string, case: {when: [{sql: "{spent} > 20", label: high}], else: {label: low}}}
        measures:
          - {name: count, type: count}
          - {name: mean, type: avg, sql: "{orders}"}
        segments: [{name: busy, sql: "{orders} > 1"}]
      - name: orders
        sql_table: orders
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: region, sql: region, type: string}
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: amount}
"""
DATA = (
    "CREATE TABLE people (id INTEGER, city VARCHAR)",
    "INSERT INTO people VALUES (1, 'Rome'), (2, 'Rome'), (3, 'Oslo')",
    "CREATE TABLE orders (id INTEGER, person INTEGER, amount INTEGER, region VARCHAR)",
    "INSERT INTO orders VALUES (1, 1, 10, 'N'), (2, 1, 15, 'S'), (3, 2, 30, 'S')",
)


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT id, orders, spent FROM people ORDER BY id", [(1, 2, 25), (2, 1, 30), (3, 0, None)]),
        ("SELECT rank, MEASURE(count) FROM people GROUP BY 1 ORDER BY 1", [("high", 2), ("low", 1)]),
        ("SELECT city, MEASURE(mean) FROM people GROUP BY 1 ORDER BY 1", [("Oslo", 0), ("Rome", 1.5)]),
        ("SELECT orders, MEASURE(count) FROM people GROUP BY 1 ORDER BY 1", [(0, 1), (1, 1), (2, 1)]),
        ("SELECT id FROM people WHERE orders > 0 AND spent < 30", [(1,)]),
        ("SELECT MEASURE(count) FROM people WHERE busy", [(1,)]),
        ("SELECT region, MEASURE(mean) FROM both GROUP BY 1 ORDER BY 1", [("N", 2), ("S", 1.5), (None, 0)]),
        ("SELECT region, MEASURE(total) FROM both WHERE busy GROUP BY 1 ORDER BY 1", [("N", 10), ("S", 15)]),
        ("SELECT id FROM people ORDER BY orders DESC LIMIT 1", [(1,)]),
    ],
)
def test_it_is_computed_wherever_a_dimension_stands(write_model, make_engine, viewer, sql, expected):
    view = """
    views:
      - name: both
        cubes: [{join_path: people, includes: "*"}, {join_path: people.orders, includes: [region, total]}]
    """
    model = load_model(write_model(model=MODEL, view=view))

    assert list(run_query(model, make_engine(*DATA), viewer, sql).rows) == expected


def test_rules_of_the_other_cube_bind_in_it(write_model, make_engine):
    rules = (
        "        access_policy: [{group: '*', row_level: {filters: "
        "[{member: region, operator: equals, values: ['{ userAttributes.region }']}]}}]\n"
    )
    open_people = MODEL.replace(
        "      - name: orders\n", "        access_policy: [{group: '*'}]\n      - name: orders\n", 1
    )
    model = load_model(write_model(model=open_people.rstrip() + "\n" + rules))
    engine = make_engine(*DATA)

    def spent(**attributes):
        sql = "SELECT id, spent FROM people ORDER BY id"
        return [
            value for _, value in run_query(model, engine, Viewer("ana", attributes=attributes), sql).rows
        ]

    assert spent(region="S") == [15, 30, None]
    assert spent() == [None, None, None]


def test_a_view_with_rules_of_its_own_computes_none(write_model, make_engine):
    view = """
    views:
      - {name: ruled, cubes: [{join_path: people, includes: "*"}], access_policy: [{group: "*"}]}
    """
    model = load_model(write_model(model=MODEL, view=view))

    with pytest.raises(QueryRefused, match="view with access rules"):
        run_query(model, make_engine(*DATA), Viewer("ana"), "SELECT orders FROM ruled")


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("{orders.count} + 1", "is one measure of another cube"),
        ("{orders.region}", "a sub_query is a measure"),
        ("{nobody.count}", "a sub_query is a measure"),
    ],
)
def test_what_is_no_measure_of_another_cube_is_refused(write_model, sql, sentence):
    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(model=MODEL.replace("{orders.total}", sql)))


def test_a_row_rule_cannot_rest_on_it(write_model):
    rule = "row_level: {filters: [{member: rank, operator: equals, values: [high]}]}"
    orders = "      - name: orders\n"
    text = MODEL.replace(orders, f"        access_policy: [{{group: a, {rule}}}]\n{orders}", 1)

    with pytest.raises(ModelError, match="rank rests on a sub_query, which a filter cannot read"):
        load_model(write_model(model=text))
