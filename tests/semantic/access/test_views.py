"""What an external user meets of views and cubes of which only some have an access policy."""

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import narrowed, visible_model
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

ORDERS = """
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: channel, sql: "{CUBE}.channel", type: string}
    measures:
      - {name: count, type: count}
"""
CUSTOMERS = """
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string}
"""
SALES = """
views:
  - name: sales
    cubes:
      - {join_path: orders, includes: [channel, count]}
      - {join_path: orders.customers, includes: [region]}
"""
OPEN = """
    access_policy:
      - {group: analysts}
"""
SOUTH = """
    access_policy:
      - group: analysts
        row_level:
          filters:
            - {member: region, operator: equals, values: [South]}
"""
BY_REGION = "SELECT region, MEASURE(count) FROM sales GROUP BY 1"
ANALYST = Viewer("ana", groups=("analysts",))
STRANGER = Viewer("eve", groups=("strangers",))
INTERNAL = Viewer("bo", is_internal=True)


@pytest.fixture
def engine(make_engine):
    return make_engine(
        "CREATE TABLE orders (id INTEGER, customer_id INTEGER, channel VARCHAR)",
        "CREATE TABLE customers (id INTEGER, region VARCHAR)",
        "INSERT INTO orders VALUES (1, 1, 'web'), (2, 1, 'shop'), (3, 2, 'web')",
        "INSERT INTO customers VALUES (1, 'North'), (2, 'South')",
    )


@pytest.fixture
def make_model(write_model):
    def make(orders="", customers="", sales=""):
        text = f"cubes:{ORDERS}{orders}{CUSTOMERS}{customers}{SALES}{sales}"
        return load_model(write_model(model=text))

    return make


def named(model, viewer):
    """The tables that a viewer meets, with their members; a closed cube is not one."""
    seen = visible_model(model, viewer)
    return {table.name: set(table.members) for table in seen.tables() if table.name in seen.views} | {
        table.name: {*table.dimensions, *table.measures}
        for table in seen.tables()
        if table.name in seen.cubes
    }


def test_without_any_policy_an_external_user_sees_everything(make_model, engine):
    model = make_model()

    assert visible_model(model, STRANGER) == model
    assert sorted(run_query(model, engine, STRANGER, BY_REGION).rows) == [("North", 2), ("South", 1)]


def test_a_views_own_policy_opens_it_over_cubes_that_have_none(make_model, engine):
    model = make_model(sales=OPEN)

    assert named(model, ANALYST) == {"sales": {"channel", "count", "region"}}
    assert sorted(run_query(model, engine, ANALYST, BY_REGION).rows) == [("North", 2), ("South", 1)]
    with pytest.raises(QueryRefused):
        run_query(model, engine, ANALYST, "SELECT channel FROM orders")


def test_a_view_without_a_policy_has_the_members_of_admitted_cubes_alone(make_model, engine):
    model = make_model(orders=OPEN)

    assert named(model, ANALYST) == {"orders": {"id", "channel", "count"}, "sales": {"channel", "count"}}
    assert run_query(model, engine, ANALYST, "SELECT MEASURE(count) FROM sales").rows == ((3,),)
    with pytest.raises(QueryRefused):
        run_query(model, engine, ANALYST, BY_REGION)


@pytest.mark.case("Q14")
@pytest.mark.parametrize("policies", [{"sales": OPEN}, {"orders": OPEN, "customers": OPEN}, {"sales": SOUTH}])
def test_a_stranger_to_every_policy_meets_nothing_and_an_internal_user_everything(
    make_model, engine, policies
):
    model = make_model(**policies)

    assert named(model, STRANGER) == {}
    assert set(named(model, INTERNAL)) == {"orders", "customers", "sales"}
    assert len(run_query(model, engine, INTERNAL, BY_REGION).rows) == 2
    with pytest.raises(QueryRefused):
        run_query(model, engine, STRANGER, "SELECT MEASURE(count) FROM sales")


def test_a_views_rule_cuts_its_rows_and_not_those_of_its_cubes(make_model, engine):
    model = make_model(orders=OPEN, customers=OPEN, sales=SOUTH)

    assert run_query(model, engine, ANALYST, BY_REGION).rows == (("South", 1),)
    assert run_query(model, engine, ANALYST, "SELECT MEASURE(count) FROM sales").rows == ((1,),)
    assert run_query(model, engine, ANALYST, "SELECT MEASURE(count) FROM orders").rows == ((3,),)


def test_a_model_is_narrowed_to_the_named_tables_and_its_rules_stay(make_model, engine):
    model = make_model(orders=OPEN, customers=SOUTH)

    assert narrowed(model, None) is model
    closed = narrowed(model, {"sales"})
    assert [table.name for table in closed.tables()] == ["sales"]
    assert run_query(closed, engine, ANALYST, BY_REGION).rows == (("South", 1),)
    with pytest.raises(QueryRefused):
        run_query(closed, engine, ANALYST, "SELECT channel FROM orders")
    assert [table.name for table in narrowed(model, {"orders"}).tables()] == ["orders"]
    assert list(narrowed(model, ()).tables()) == []


STORES = """
cubes:
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: stores, relationship: many_to_one, sql: "{CUBE}.store_id = {stores.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
    measures:
      - {name: count, type: count}
  - name: stores
    sql_table: stores
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.owner_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: owner_region, sql: "{customers.region}", type: string}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string}
views:
  - name: sales
    cubes:
      - {join_path: orders, includes: [count]}
      - {join_path: orders.customers, includes: [region]}
      - {join_path: orders.stores, includes: [owner_region]}
"""


def test_a_views_rule_holds_for_its_cube_where_another_members_sql_meets_it(make_engine, write_model):
    """The rule is on the buyers' region; the stores' owners are read from the same table."""
    model = load_model(write_model(model=STORES + SOUTH))
    engine = make_engine(
        "CREATE TABLE orders (id INTEGER, customer_id INTEGER, store_id INTEGER)",
        "CREATE TABLE stores (id INTEGER, owner_id INTEGER)",
        "CREATE TABLE customers (id INTEGER, region VARCHAR)",
        "INSERT INTO orders VALUES (1, 2, 1), (2, 2, 2), (3, 1, 2)",
        "INSERT INTO stores VALUES (1, 1), (2, 2)",
        "INSERT INTO customers VALUES (1, 'North'), (2, 'South')",
    )
    by_owner = "SELECT owner_region, MEASURE(count) FROM sales GROUP BY 1"

    assert run_query(model, engine, ANALYST, by_owner).rows == (("South", 1),)
    assert len(run_query(model, engine, INTERNAL, by_owner).rows) == 2
