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
          - {name: counted, type: count, multi_stage: true, sql: "{total}", group_by: [placed]}
          - {name: half, type: number, sql: "{counted} / 2"}
          - {name: fiscal, type: number, multi_stage: true, sql: "{total}", time_shift: [{name: fiscal_year}]}
          - name: part
            type: sum
            multi_stage: true
            sql: "{total}"
            add_group_by: [id]
            reduce_by: [placed]
          - name: some
            type: sum
            multi_stage: true
            sql: "{total}"
            group_by: [id]
            filters: [{sql: "{CUBE}.amount > 1"}]
          - {name: place, type: rank, multi_stage: true, order_by: [{sql: "{money}"}], reduce_by: [id]}
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
        ("SELECT MEASURE(counted) FROM orders", "orders.counted .* needs multi_stage of type count"),
        ("SELECT MEASURE(half) FROM orders", "orders.half .* needs multi_stage of type count"),
        ("SELECT id FROM orders GROUP BY 1 HAVING MEASURE(fiscal) > 1", "needs a time_shift by name"),
        ("SELECT id, MEASURE(part) FROM orders GROUP BY 1", "needs add_group_by beside other groups"),
        ("SELECT id, MEASURE(some) FROM orders GROUP BY 1", "needs filters in a multi_stage measure"),
        ("SELECT id FROM orders GROUP BY 1 ORDER BY MEASURE(place)", "needs case in a measure"),
        ("SELECT MEASURE(money) FROM orders", "needs case in a measure"),
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
