"""Every reference leads to one meeting of a cube, and a step from one row to many is seen."""

from dataclasses import replace

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree
from svcchat_magic.semantic.queries import compile_sql, run_query
from svcchat_magic.semantic.query.query import Viewer

LINES = ("line_items",)
ORDERS = ("line_items", "orders")
REFUNDS = ("line_items", "refunds")
DIAMOND = """
cubes:
  - name: items
    sql_table: items
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
      - {name: stores, relationship: many_to_one, sql: "{CUBE}.store_id = {stores.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: place, sql: "{countries.name}", type: string}
    measures:
      - {name: count, type: count}
  - name: orders
    sql_table: orders
    joins:
      - {name: countries, relationship: many_to_one, sql: "{CUBE}.country_id = {countries.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
  - name: stores
    sql_table: stores
    joins:
      - {name: countries, relationship: many_to_one, sql: "{CUBE}.country_id = {countries.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
  - name: countries
    sql_table: countries
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
views:
  - name: by_store
    cubes:
      - {join_path: items, includes: "*"}
      - {join_path: items.stores.countries, includes: [{name: name, alias: country}]}
  - name: by_order
    cubes:
      - {join_path: items, includes: "*"}
      - {join_path: items.orders.countries, includes: [{name: name, alias: country}]}
"""
DIAMOND_ROWS = (
    "CREATE TABLE countries AS SELECT * FROM (VALUES (1, 'Chile'), (2, 'Norway')) t(id, name)",
    "CREATE TABLE orders AS SELECT 10 AS id, 1 AS country_id",
    "CREATE TABLE stores AS SELECT 20 AS id, 2 AS country_id",
    "CREATE TABLE items AS SELECT 1 AS id, 10 AS order_id, 20 AS store_id",
)


@pytest.fixture
def tree(shop_model):
    def from_root(root, *hints):
        return JoinTree(JoinGraph(shop_model.cubes), root, hints)

    return from_root


@pytest.fixture
def diamond(write_model):
    return load_model(write_model(diamond=DIAMOND))


def test_the_shortest_path_is_found(tree):
    assert tree("line_items").row(LINES, "customers") == ("line_items", "orders", "customers")


def test_a_path_to_one_row_takes_no_step_to_many(shop_model):
    graph = JoinGraph(shop_model.cubes)

    assert not graph.reaches("orders", "refunds", to_one=True)
    assert graph.reaches("orders", "refunds", to_one=False)


def test_measures_are_found_on_the_way_from_the_root_before_going_on(tree):
    assert tree("line_items").rows(ORDERS, "line_items") == LINES
    assert tree("orders").rows(("orders",), "line_items") == ("orders", "line_items")


def test_a_row_finds_the_row_that_it_was_reached_from(tree):
    path = ("customers", "orders", "line_items")

    assert tree("customers").row(path, "customers") == ("customers",)
    assert tree("customers").row(path, "orders") == ("customers", "orders")


@pytest.mark.case("Z02")
def test_a_measure_beside_the_path_is_met_without_meeting_a_cube_twice(tree):
    assert tree("orders").rows(("orders", "customers"), "line_items") == ("orders", "line_items")


def test_a_join_is_walked_backwards_where_none_is_declared(diamond):
    graph = JoinGraph(diamond.cubes)

    assert graph.edge("stores", "items").finds_many
    assert not graph.edge("items", "stores").finds_many
    assert graph.leads_back("stores", "items")


def test_joins_of_other_columns_do_not_lead_back(write_model):
    model = load_model(write_model(model=MANAGERS))
    graph = JoinGraph(model.cubes)

    assert not graph.leads_back("people", "teams")
    assert JoinTree(graph, "people").row(("people", "teams"), "people") == ("people", "teams", "people")


def test_rows_are_repeated_by_steps_to_many_seen_from_their_cube(tree):
    lines = tree("line_items")

    assert not lines.repeats((LINES, ORDERS), LINES)
    assert lines.repeats((LINES, ORDERS), ORDERS)
    assert lines.repeats((LINES, REFUNDS), LINES)
    assert not lines.repeats((LINES, REFUNDS, ORDERS), REFUNDS)


@pytest.mark.parametrize(("view", "place"), [("by_store", "Norway"), ("by_order", "Chile")])
def test_a_diamond_is_walked_as_the_view_says(diamond, make_engine, view, place):
    engine = make_engine(*DIAMOND_ROWS)

    found = run_query(diamond, engine, Viewer("ana"), f"SELECT place, country FROM {view}")

    assert found.rows == ((place, place),)


def test_a_diamond_that_no_view_settles_is_refused(diamond, make_engine):
    with pytest.raises(QueryRefused, match=r"more than one way \(over orders and stores\)"):
        compile_sql(diamond, make_engine(*DIAMOND_ROWS), Viewer("ana"), "SELECT place FROM items")


@pytest.mark.case("Z14")
@pytest.mark.parametrize("hidden", ["orders", "stores", "countries"])
def test_the_refusal_of_a_diamond_names_no_hidden_cube(diamond, make_engine, hidden):
    closed = {**diamond.cubes, hidden: replace(diamond.cubes[hidden], public=False)}
    model = replace(diamond, cubes=closed)

    with pytest.raises(QueryRefused, match="more than one way") as refused:
        compile_sql(model, make_engine(*DIAMOND_ROWS), Viewer("ana"), "SELECT place FROM items")

    assert not any(cube in str(refused.value) for cube in diamond.cubes)


MANAGERS = """
cubes:
  - name: people
    sql_table: people
    joins:
      - {name: teams, relationship: many_to_one, sql: "{CUBE}.team_id = {teams.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
  - name: teams
    sql_table: teams
    joins:
      - {name: people, relationship: many_to_one, sql: "{CUBE}.manager_id = {people.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: manager, sql: "{people.id}", type: number}
"""
