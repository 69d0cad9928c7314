"""A rule such as "not X" holds where a join finds no row too; it must not tell hidden rows from missing ones.

Two shops differ in one thing: the customer 9 of an order is hidden in one, and not there in the other; and
of two customers without an order that may be seen, one has a hidden order.
"""

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree
from svcchat_magic.semantic.planning.plan import Filter, Join, Scan
from svcchat_magic.semantic.planning.row_rules import RowRules
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer = {customers}.id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: customer, sql: customer, type: number}
      - {name: status, sql: status, type: string}
      - {name: of_kind, sql: "{customers.kind}", type: string}
    measures: [{name: count, type: count}, {name: paid, type: sum, sql: paid}]
    RULES_OF_ORDERS
  - name: customers
    sql_table: customers
    joins:
      - {name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer"}
      - {name: areas, relationship: many_to_one, sql: "{CUBE}.area = {areas}.id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: kind, sql: kind, type: string}
    measures: [{name: count, type: count}]
    RULES_OF_CUSTOMERS
  - name: areas
    sql_table: areas
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
    RULES_OF_AREAS
views:
  - name: of_orders
    cubes:
      - {join_path: orders, includes: "*"}
      - {join_path: orders.customers, prefix: true, includes: "*"}
      - {join_path: orders.customers.areas, prefix: true, includes: "*"}
    RULES_OF_VIEW_ORDERS
  - name: of_customers
    cubes:
      - {join_path: customers, includes: "*"}
      - {join_path: customers.orders, prefix: true, includes: "*"}
    RULES_OF_VIEW_CUSTOMERS
"""
OPEN_TO_ALL = 'access_policy: [{group: "*", row_level: {allow_all: true}}]'
LIMITED = """    access_policy:
      - {group: all, row_level: {allow_all: true}}
      - {group: "*", row_level: {filters: [FILTER]}}
"""


def _is_not(member, operator="notEquals"):
    """A filter that holds where there is no row to read the member of."""
    values = "" if operator == "notSet" else ", values: [secret]"
    return f"{{member: {member}, operator: {operator}{values}}}"


def _either(member, other):
    return f"{{or: [{_is_not(member)}, {_is_not(other, 'notSet')}]}}"


RULES = {
    "cubes, not": {"ORDERS": _is_not("status"), "CUSTOMERS": _is_not("kind")},
    "cubes, not any": {"ORDERS": _is_not("status", "notIn"), "CUSTOMERS": _is_not("kind", "notContains")},
    "cubes, not the start": {
        "ORDERS": _is_not("status"),
        "CUSTOMERS": _is_not("kind", "notStartsWith"),
    },
    "views, not": {
        "VIEW_ORDERS": f"{_is_not('customers_kind')}, {_is_not('status')}",
        "VIEW_CUSTOMERS": f"{_is_not('orders_status')}, {_is_not('kind')}",
    },
    "views, not set": {
        "VIEW_ORDERS": _is_not("customers_kind", "notSet"),
        "VIEW_CUSTOMERS": _is_not("orders_status", "notSet"),
    },
    "views, by a member of another": {
        "VIEW_ORDERS": f"{_is_not('of_kind')}, {_is_not('status')}",
        "VIEW_CUSTOMERS": f"{_is_not('orders_of_kind')}, {_is_not('orders_status')}",
    },
    "views, one or the other": {
        "VIEW_ORDERS": f"{_either('customers_kind', 'status')}, {_is_not('status')}",
        "VIEW_CUSTOMERS": f"{_either('orders_status', 'kind')}, {_is_not('kind')}",
    },
}
ASKED = (
    "SELECT id, customers_kind FROM of_orders",
    "SELECT id, areas_name FROM of_orders",
    "SELECT customers_kind, MEASURE(count), MEASURE(paid) FROM of_orders GROUP BY ROLLUP(1)",
    "SELECT MEASURE(paid) FROM of_orders WHERE customers_kind IS NULL",
    "SELECT customer, MEASURE(customers_count) FROM of_orders GROUP BY 1",
    "SELECT id, orders_status FROM of_customers",
    "SELECT kind, MEASURE(count), MEASURE(orders_paid) FROM of_customers GROUP BY 1",
    "SELECT id, MEASURE(orders_count) FROM of_customers GROUP BY 1",
    "SELECT MEASURE(count) FROM of_customers WHERE orders_status IS NULL",
    "SELECT o.id, c.kind FROM orders o CROSS JOIN customers c",
)
OF_VIEWS = ASKED[:-1]
HIDDEN = (
    "CREATE TABLE customers AS FROM (VALUES (1, 'good', 1), (2, 'good', 7), (9, 'secret', 1)) "
    "t(id, kind, area)",
    "CREATE TABLE orders AS FROM (VALUES (1, 1, 'open', 2), (2, 9, 'open', 3), (3, NULL, 'open', 4), "
    "(5, NULL, NULL, 1), (4, 2, 'secret', 5)) t(id, customer, status, paid)",
)
MISSING = (
    "CREATE TABLE customers AS FROM (VALUES (1, 'good', 1), (2, 'good', 7)) t(id, kind, area)",
    "CREATE TABLE orders AS FROM (VALUES (1, 1, 'open', 2), (2, 9, 'open', 3), (3, NULL, 'open', 4), "
    "(5, NULL, NULL, 1)) t(id, customer, status, paid)",
)
AREAS = "CREATE TABLE areas AS FROM (VALUES (1, 'North')) t(id, name)"
ANA, BOSS = Viewer("ana"), Viewer("bo", groups=("all",))


@pytest.fixture
def asked_of_both(write_model, make_engine):
    """The rows of both shops for a viewer, by SQL text."""

    def ask(rules, viewer):
        model = load_model(write_model(model=_with_rules(RULES[rules])))
        both = [make_engine(*tables, AREAS) for tables in (HIDDEN, MISSING)]
        return {
            sql: [sorted(run_query(model, engine, viewer, sql).rows, key=repr) for engine in both]
            for sql in (OF_VIEWS if rules.startswith("views") else ASKED)
        }

    return ask


def _with_rules(filters):
    """The model with rules for all but one group."""
    text = MODEL.replace("RULES_OF_AREAS", OPEN_TO_ALL if "ORDERS" in filters else "")
    for table in ("VIEW_ORDERS", "VIEW_CUSTOMERS", "ORDERS", "CUSTOMERS"):
        rules = LIMITED.replace("FILTER", filters[table]) if table in filters else ""
        text = text.replace(f"    RULES_OF_{table}\n", rules)

    return text


@pytest.mark.case("Z19")
@pytest.mark.parametrize("rules", RULES)
def test_a_hidden_row_reads_as_one_that_is_not_there(asked_of_both, rules):
    for sql, (hidden, missing) in asked_of_both(rules, ANA).items():
        assert hidden == missing, sql


@pytest.mark.case("Z19")
@pytest.mark.parametrize("rules", ["cubes, not", "views, not"])
def test_the_two_shops_are_told_apart_without_rules(asked_of_both, rules):
    told = [sql for sql, (hidden, missing) in asked_of_both(rules, BOSS).items() if hidden != missing]

    assert len(told) > len(ASKED) / 2


def test_rows_without_a_partner_stay_where_the_partner_has_no_rules(asked_of_both):
    found = asked_of_both("cubes, not", ANA)

    assert found["SELECT id, customers_kind FROM of_orders"][0] == [(1, "good")]
    assert found["SELECT id, areas_name FROM of_orders"][0] == [(1, "North")]


def test_rows_without_a_partner_stay_where_another_filter_of_the_view_lets_them_through(asked_of_both):
    found = asked_of_both("views, one or the other", ANA)

    assert found["SELECT id, customers_kind FROM of_orders"][0] == [(1, "good"), (5, None)]


def test_a_plan_that_keeps_such_rows_cannot_be_made(write_model):
    filters = {"ORDERS": _is_not("status"), "CUSTOMERS": _is_not("kind")}
    model = load_model(write_model(model=_with_rules(filters)))
    root, joined = ("orders",), ("orders", "customers")
    rules = RowRules(model, ANA, "orders", JoinTree(JoinGraph(model.cubes), "orders"), (root, joined))

    assert rules.limited == {joined}
    with pytest.raises(ValueError, match="keeps no row"):
        Filter(Join(Scan(root), joined, joined), rules, rules.conditions)
    assert Filter(Join(Scan(root), joined, joined, keeps_all=False), rules, rules.conditions)
