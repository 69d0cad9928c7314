"""A member that cannot be computed yet is refused in a sentence, wherever a query meets it."""

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query

MODEL = """
    cubes:
      - name: orders
        sql_table: orders
        joins: [{name: people, relationship: many_to_one, sql: "{CUBE}.person = {people.id}"}]
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: placed, sql: placed, type: time}
          - {name: currency, type: switch, values: [EUR, USD]}
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: amount}
          - {name: to_date, type: sum, sql: amount, rolling_window: {type: to_date, granularity: year}}
          - {name: moving, type: sum, sql: amount, rolling_window: {trailing: 7 day, offset: start}}
          - {name: share, type: number, sql: "{total} / {to_date}"}
          - {name: before, type: number, multi_stage: true, sql: "{total}", time_shift: [{interval: 1 year}]}
          - {name: whole, type: sum, multi_stage: true, sql: "{total}", group_by: []}
          - name: place
            type: rank
            multi_stage: true
            order_by: [{sql: "{total}", dir: desc}]
            reduce_by: [id]
          - name: money
            type: number
            multi_stage: true
            case: {switch: "{CUBE.currency}", when: [{value: EUR, sql: "{total}"}], else: {sql: "{count}"}}
      - name: people
        sql_table: people
        joins: [{name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.person"}]
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - name: orders
            sql: "{orders.count}"
            type: number
            sub_query: true
            propagate_filters_to_sub_query: true
          - {name: half, sql: "{orders} / 2", type: number}
        measures: [{name: mean, type: avg, sql: "{orders}"}]
        segments: [{name: busy, sql: "{orders} > 5"}]
"""


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        (
            "SELECT MEASURE(to_date) FROM orders",
            "orders.to_date cannot be computed yet: it needs rolling_window",
        ),
        ("SELECT MEASURE(moving) FROM orders", "needs rolling_window"),
        ("SELECT MEASURE(share) FROM orders", "orders.share cannot be computed yet: it needs rolling_window"),
        ("SELECT id FROM orders GROUP BY 1 HAVING MEASURE(before) > 1", "needs time_shift"),
        ("SELECT id, MEASURE(whole) FROM orders GROUP BY 1", "needs multi_stage"),
        ("SELECT id FROM orders GROUP BY 1 ORDER BY MEASURE(place)", "needs rank"),
        ("SELECT MEASURE(money) FROM orders", "needs multi_stage"),
        ("SELECT currency FROM orders", "needs a switch"),
        (
            "SELECT orders FROM people",
            "people.orders cannot be computed yet: it needs propagate",
        ),
        ("SELECT id FROM people WHERE half > 1", "needs propagate_filters_to_sub_query"),
        ("SELECT MEASURE(mean) FROM people", "needs propagate_filters_to_sub_query"),
        ("SELECT id FROM people WHERE busy", "needs propagate_filters_to_sub_query"),
    ],
)
def test_a_query_of_it_is_refused(write_model, make_engine, viewer, sql, sentence):
    model = load_model(write_model(model=MODEL))

    with pytest.raises(QueryRefused, match=sentence):
        run_query(model, make_engine(), viewer, sql)


def test_the_rest_of_the_model_is_computed(write_model, make_engine, viewer):
    model = load_model(write_model(model=MODEL))
    engine = make_engine(
        "CREATE TABLE orders (id INTEGER, amount INTEGER)", "INSERT INTO orders VALUES (1, 5)"
    )

    assert run_query(model, engine, viewer, "SELECT MEASURE(total) FROM orders").rows == ((5,),)


def test_a_row_rule_cannot_rest_on_it(write_model):
    rows = "{filters: [{member: half, operator: gt, values: [1]}]}"
    rule = f"\n        access_policy: [{{group: a, row_level: {rows}}}]\n"

    with pytest.raises(ModelError, match="half cannot be computed yet"):
        load_model(write_model(model=MODEL.rstrip() + rule))
