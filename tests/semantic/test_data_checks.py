"""What a model says of its data is looked up in the rows."""

import pytest

from svcchat_magic.semantic.data_checks import data_problems
from svcchat_magic.semantic.files.model_files import load_model

MODEL = """
    cubes:
      - name: orders
        sql_table: orders
        joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer = {customers.id}"}]
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: city, sql: "{customers.city}", type: string, public: false}
          - {name: placed, sql: placed, type: time}
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: amount}
        segments: [{name: large, sql: "{CUBE}.amount > 10"}]
        access_policy: [{group: nobody}]
      - name: customers
        sql: SELECT * FROM people
        dimensions:
          - {name: id, sql: number, type: number, primary_key: true}
          - {name: city, sql: city, type: string}
"""
ORDERS = (
    "CREATE TABLE orders (id INTEGER, customer INTEGER, placed TIMESTAMP, amount DECIMAL(9, 2))",
    "INSERT INTO orders VALUES (1, 1, '2024-01-01', 5), (2, 1, NULL, 20), (3, 9, NULL, NULL)",
)
PEOPLE = (
    "CREATE TABLE people (number INTEGER, city VARCHAR)",
    "INSERT INTO people VALUES (1, 'Rome'), (2, 'Oslo')",
)


def found(write_model, engine, change=("", "")):
    return list(data_problems(load_model(write_model(model=MODEL.replace(*change))), engine))


def test_a_model_that_fits_its_data_has_no_problems(write_model, make_engine):
    assert found(write_model, make_engine(*ORDERS, *PEOPLE)) == []


@pytest.mark.parametrize(
    ("change", "statement", "problem"),
    [
        (("", ""), "DROP TABLE people", "customers: the data has no table that its SELECT can read"),
        (("sql_table: orders", "sql_table: sales"), "", "orders: the data has no table that sales can read"),
        (("sql: amount", "sql: price"), "", "orders.total: orders has no column 'price'"),
        (
            ("", ""),
            "INSERT INTO orders VALUES (1, 2, NULL, NULL)",
            "orders: the primary key is not unique: 1 values belong to several rows",
        ),
        (
            ("", ""),
            "INSERT INTO orders VALUES (NULL, 2, NULL, NULL)",
            "orders: the primary key is not unique: 1 rows have none",
        ),
        (
            ("", ""),
            "INSERT INTO people VALUES (1, 'Bari'), (1, 'Pisa')",
            "orders: the join to customers is no many_to_one: 4 more rows of orders come from joining "
            "customers than there are",
        ),
        (
            ("relationship: many_to_one", "relationship: one_to_one"),
            "",
            "orders: the join to customers is no one_to_one: 1 more rows of customers come from joining "
            "orders than there are",
        ),
        (
            ("sql: placed, type: time", "sql: customer, type: time"),
            "",
            "orders.placed: the model says time, and the data gives Int64",
        ),
    ],
)
def test_what_does_not_hold_is_named(write_model, make_engine, change, statement, problem):
    engine = make_engine(*ORDERS, *PEOPLE, *([statement] if statement else []))

    assert problem in found(write_model, engine, change)


def test_a_join_of_a_cube_with_itself_is_checked(write_model, make_engine):
    text = """
    cubes:
      - name: staff
        sql_table: staff
        joins: [{name: staff, relationship: many_to_one, sql: "{CUBE}.boss = {staff.id}"}]
        dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    """
    model = load_model(write_model(staff=text))
    engine = make_engine(
        "CREATE TABLE staff (id INTEGER, boss INTEGER)", "INSERT INTO staff VALUES (1, NULL), (2, 1)"
    )

    assert list(data_problems(model, engine)) == []
