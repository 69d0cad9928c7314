"""Things that a flat table holds become tables of the model; what differs by row stays with its rows."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from uuid import UUID

import duckdb
import pandas as pd
import psycopg
import pytest

from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import InferredModel, infer_model
from svcchat_magic.semantic.queries import run_query
from tests.campaigns.question_sets import VIEWER
from tests.semantic.engines.test_opening import without_password

ORDERS = 60


def lines() -> Iterator[dict[str, object]]:
    """Two or three lines of each order, of 12 customers and 9 products."""
    for order in range(ORDERS):
        customer = order * 5 % 12
        for line in range(2 + order % 2):
            product = (order * 7 + line * 4) % 9
            yield {
                "Order ID": f"O-{order}",
                "Order Date": pd.Timestamp("2024-01-01") + pd.Timedelta(days=order * 3),
                "Customer ID": f"C-{customer}",
                "Customer Name": f"Name {customer}",
                "Segment": ("Home", "Firm", "State")[customer % 3],
                "Region": ("North", "South", "West")[(order * 5 + order // 12) % 3],
                "Product ID": f"P-{product}",
                "Product Name": f"Thing {product}",
                "Category": ("Paper", "Pens", "Chairs")[product // 3],
                "Sales": 10.0 + (order * 31 + line * 17) % 90,
                "Quantity": 1 + (order + line) % 5,
            }


def inferred(**tables: Sequence[dict[str, object]]) -> InferredModel:
    with closing(open_engine([{name: pd.DataFrame(rows) for name, rows in tables.items()}])) as engine:
        return infer_model(engine)


def columns(found: InferredModel, cube: str) -> set[str]:
    return set(found.model.cubes[cube].dimensions)


@pytest.fixture(scope="module")
def found() -> InferredModel:
    return inferred(lines=list(lines()))


def test_orders_customers_and_products_are_taken_out_of_lines(found):
    assert columns(found, "customers") == {"customer_id", "name", "segment"}
    assert columns(found, "products") == {"product_id", "name", "category"}
    assert columns(found, "orders_rows") == {"order_id", "order_date", "customer_id", "region"}
    assert columns(found, "lines_rows") == {"order_id", "product_id", "sales", "quantity"}
    assert {each.target for each in found.model.cubes["lines_rows"].joins} == {"orders_rows", "products"}


def test_every_column_is_asked_under_its_name(found):
    names = {
        "order_id", "order_date", "customer_name", "segment", "region", "product_name", "category", "sales",
        "quantity", "customer_id", "product_id",
    }  # fmt: skip
    assert names <= set(found.model.views["lines"].members)


def test_what_is_held_is_told(found):
    assert "lines holds 60 orders (Order ID), 12 customers (Customer ID) and 9 products (Product ID)" in (
        found.understood
    )
    assert any(
        each.startswith(f"lines: {len(list(lines()))} rows, 11 columns, dated by order_date")
        for each in found.understood
    )


@pytest.mark.parametrize(("name", "title"), [("superstore", "Order lines"), ("sales", "Sales")])
def test_rows_are_called_lines_where_the_name_is_that_of_a_shop(name, title):
    found = inferred(**{name: list(lines())})

    assert found.model.views[name].title == title


def test_what_differs_in_one_row_stays_with_the_rows():
    rows = list(lines())
    rows[-1]["Segment"] = "Other"
    found = inferred(lines=rows)

    assert "segment" not in columns(found, "customers")


def test_what_is_known_where_the_key_is_not_stays_with_the_rows():
    rows = [{**each, "Customer ID": None} if each["Order ID"] == "O-7" else each for each in lines()]
    found = inferred(lines=rows)

    assert not columns(found, "customers") & {"segment", "customer_name"}
    assert "segment" in columns(found, "orders_rows")


def test_what_chance_may_have_made_alike_stays_with_the_rows():
    rows = [{**each, "Rush": int(each["Order ID"] == "O-7")} for each in lines()]
    found = inferred(lines=rows)

    assert "rush" in columns(found, "lines_rows")


def test_a_price_beside_pieces_stays_with_the_rows():
    rows = [
        {**each, "Unit Price": len(str(each["Product Name"])) + ord(str(each["Product Name"])[-1])}
        for each in lines()
    ]
    found = inferred(lines=rows)

    assert "unit_price" in columns(found, "lines_rows")


def test_no_things_are_made_of_what_the_data_have_a_table_for():
    customers = [{"Customer ID": f"C-{number}", "Since": 2000 + number} for number in range(12)]
    found = inferred(lines=list(lines()), customers=customers)

    assert columns(found, "customers") == {"customer_id", "since"}


def test_no_things_are_made_of_what_two_tables_hold():
    returned = [{"Customer ID": each["Customer ID"], "Reason": "torn"} for each in lines()]
    found = inferred(lines=list(lines()), returned=returned)

    assert "customers" not in found.model.cubes


def test_customers_are_told_by_their_mail_where_nothing_else_does():
    rows = [
        {"Name": f"#{at}", "Email": f"a{at % 7}@example.org", "Total Price": at * 1.5} for at in range(40)
    ]
    found = inferred(orders_export=rows)

    assert columns(found, "customers") == {"email"}


@pytest.mark.parametrize("column", ["Postal Code", "Phone Number", "First Name", "Status"])
def test_what_is_no_thing_is_not_taken_out(column):
    values = chain.from_iterable([f"{at % 8}"] * 5 for at in range(16))
    rows = [{"Score": at * 7 % 11, column: each, "Town": f"T{each}"} for at, each in enumerate(values)]
    found = inferred(visits=rows)

    assert set(found.model.cubes) == {"visits"}


def test_a_table_whose_name_has_braces_stays_whole(tmp_path):
    frame = pd.DataFrame(list(lines()))
    with duckdb.connect(tmp_path / "shop.duckdb") as connection:
        connection.register("given", frame)
        connection.execute('CREATE TABLE "a{b}" AS SELECT * FROM given')

    with closing(open_engine(tmp_path / "shop.duckdb")) as engine:
        assert len(infer_model(engine).model.cubes) == 1


def marked_lines() -> Iterator[dict[str, object]]:
    """The lines with what each customer has of types that have no least value everywhere."""
    for each in lines():
        number = int(str(each["Customer ID"])[2:])
        yield {**each, "Rush": number % 2 == 0, "Mark": UUID(int=number)}


def test_the_things_of_a_postgres_table_are_read(postgres_database, monkeypatch):
    rows = list(marked_lines())
    kinds = ("text", "timestamp", *["text"] * 7, "float8", "int", "boolean", "uuid")
    named = ", ".join(f'"{name}" {kind}' for name, kind in zip(rows[0], kinds, strict=True))
    places = ", ".join(["%s"] * len(kinds))
    with psycopg.connect(postgres_database) as connection:
        connection.execute(f"CREATE TABLE lines ({named})")
        values = [list(each.values()) for each in rows]
        connection.cursor().executemany(f"INSERT INTO lines VALUES ({places})", values)

    sql = "SELECT rush, MEASURE(count) FROM customers GROUP BY 1"
    with closing(open_engine(without_password(postgres_database, monkeypatch))) as engine:
        found = infer_model(engine)
        counted = run_query(found.model, engine, VIEWER, sql, limit=9)

    assert columns(found, "customers") == {"customer_id", "name", "segment", "rush", "mark"}
    assert sorted(map(tuple, counted.rows)) == [(False, 6), (True, 6)]
