"""Views with members of their own, of several roots, in folders, under other titles and formats."""

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query

CUBES = """
    cubes:
      - name: orders
        sql_table: orders
        joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer = {customers}.id"}]
        dimensions: [{name: id, sql: id, type: number, primary_key: true}]
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: amount}
      - name: customers
        sql_table: customers
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: city, sql: city, type: string}
        measures: [{name: count, type: count, title: Customers}]
      - {name: alone, sql_table: alone, measures: [{name: count, type: count}]}
"""
DATA = (
    "CREATE TABLE orders (id INTEGER, customer INTEGER, amount INTEGER)",
    "INSERT INTO orders VALUES (1, 1, 10), (2, 1, 20), (3, 2, 60)",
    "CREATE TABLE customers (id INTEGER, city VARCHAR)",
    "INSERT INTO customers VALUES (1, 'Rome'), (2, 'Oslo')",
)
OWN = """
    views:
      - name: sales
        cubes:
          - {join_path: orders, includes: [total]}
          - {join_path: orders.customers, includes: [city, {name: count, alias: buyers}]}
        dimensions: [{name: place, type: string, sql: "UPPER({city})"}]
        measures:
          - {name: each, type: number, sql: "1.0 * {total} / {sales.buyers}"}
          - {name: twice, type: number, sql: "2 * {each}"}
"""


def test_a_view_defines_members_over_those_it_includes(write_model, make_engine, viewer):
    model = load_model(write_model(cubes=CUBES, own=OWN))
    rows = run_query(
        model,
        make_engine(*DATA),
        viewer,
        "SELECT place, MEASURE(each), MEASURE(twice) FROM sales GROUP BY 1 ORDER BY 1",
    ).rows

    assert rows == (("OSLO", 60.0, 120.0), ("ROME", 30.0, 60.0))
    assert [field.name for field in model.fields("sales")] == [
        "total",
        "city",
        "buyers",
        "place",
        "each",
        "twice",
    ]


def test_members_of_a_view_are_no_members_of_its_cube(write_model, make_engine, viewer):
    model = load_model(write_model(cubes=CUBES, own=OWN))

    assert [field.name for field in model.fields("orders")] == ["id", "count", "total"]
    with pytest.raises(QueryRefused, match="no member of that name"):
        run_query(model, make_engine(*DATA), viewer, "SELECT MEASURE(sales__each) FROM orders")


def test_a_view_of_several_roots_is_laid_out_from_the_first(write_model):
    view = """
        views:
          - name: v
            cubes: [{join_path: orders, includes: [total]}, {join_path: customers, includes: [city]}]
    """

    assert load_model(write_model(cubes=CUBES, v=view)).views["v"].members["city"].path == (
        "orders",
        "customers",
    )
    loose = view.replace("join_path: customers, includes: [city]", "join_path: alone, includes: [count]")
    model = load_model(write_model(cubes=CUBES, v=loose))
    assert list(model.views["v"].members) == ["total"]
    assert "join_path must start at orders" in model.left_out[0]


def test_a_view_says_titles_formats_and_synonyms_of_its_own(write_model):
    view = """
        views:
          - name: v
            cubes:
              - join_path: orders
                includes: [{name: total, title: Revenue, format: currency, meta: {synonyms: [sales]}}]
    """
    (field,) = load_model(write_model(cubes=CUBES, v=view)).fields("v")

    assert (field.title, field.format, field.synonyms) == ("Revenue", "currency", ("sales",))


def test_folders_name_members_of_the_view(write_model):
    view = """
        views:
          - name: v
            cubes:
              - {join_path: orders, includes: "*"}
              - {join_path: orders.customers, prefix: true, includes: "*"}
            folders:
              - {name: Money, includes: [total, {name: Inner, includes: [count]}]}
              - {name: People, includes: [{join_path: orders.customers}]}
    """
    folders = load_model(write_model(cubes=CUBES, v=view)).views["v"].folders

    assert [(folder.name, folder.members) for folder in folders] == [
        ("Money", ("total", "count")),
        ("People", ("customers_count", "customers_id", "customers_city")),
    ]
    with pytest.raises(ModelError, match="the view has no member 'weight'"):
        load_model(write_model(cubes=CUBES, v=view.replace("[total,", "[weight,")))


FILTERED = """
    views:
      - name: v
        cubes: [{join_path: orders, includes: "*"}, {join_path: orders.customers, includes: [city]}]
        filters: [{member: city, operator: equals, values: [Rome], unless: [city]}]
"""


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT MEASURE(total) FROM v", [(30,)]),
        ("SELECT MEASURE(total) FROM v WHERE id > 1", [(20,)]),
        ("SELECT MEASURE(total) FROM v WHERE city <> 'Rome'", [(60,)]),
        ("SELECT city, MEASURE(total) FROM v GROUP BY 1", [("Rome", 30)]),
        ("SELECT id FROM v ORDER BY id", [(1,), (2,)]),
        ("SELECT MEASURE(total) FROM orders", [(90,)]),
    ],
)
def test_a_filter_of_a_view_holds_until_the_query_filters_by_what_releases_it(
    write_model, make_engine, viewer, sql, expected
):
    model = load_model(write_model(cubes=CUBES, v=FILTERED))

    assert list(run_query(model, make_engine(*DATA), viewer, sql).rows) == expected


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("member: town", "there is no member 'town'"),
        ("member: total", "total is a measure"),
        ("operator: near", "'near' is not supported"),
        ("unless: [town]", "unless: there is no member 'town'"),
    ],
)
def test_a_filter_of_a_view_that_names_what_is_not_there_is_refused(write_model, change, sentence):
    key = change.partition(":")[0]
    kept = {"member": "member: city", "operator": "operator: equals", "unless": "unless: [city]"}[key]

    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(cubes=CUBES, v=FILTERED.replace(kept, change)))
