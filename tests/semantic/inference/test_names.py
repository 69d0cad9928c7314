"""Names of columns and tables as people read them."""

import pytest

from svcchat_magic.semantic.inference.names import entity_title, member_name, plural, singular, title_of


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("order_ts", "Order time"),
        ("OrderDate_UTC", "Order date UTC"),
        ("CustomerID", "Customer ID"),
        ("qty", "Quantity"),
        ("Culmen Length (mm)", "Culmen length mm"),
        ("straße", "Straße"),
        ("売上", "売上"),
        ("q1_sales", "Q1 sales"),
        ("__", "__"),
    ],
)
def test_a_name_is_written_out_as_a_title(name, title):
    assert title_of(name) == title


@pytest.mark.parametrize(
    ("table", "title"),
    [
        ("dim_customers", "Customers"),
        ("fct_order_line", "Order lines"),
        ("city", "Cities"),
        ("weather", "Weather"),
    ],
)
def test_the_rows_of_a_table_have_a_name(table, title):
    assert entity_title(table) == title


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("customer", "customers"),
        ("city", "cities"),
        ("box", "boxes"),
        ("class", "classes"),
        ("person", "people"),
        ("day", "days"),
        ("movie", "movies"),
        ("status", "statuses"),
    ],
)
def test_one_and_many(one, many):
    assert (plural(one), singular(many), plural(many)) == (many, one, many)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Order Date (UTC)", "order_date_utc"),
        ("2024 sales", "column_2024_sales"),
        ("Café", "cafe"),
        ("Größe", "grosse"),
        ("売上", "column"),
        ('a"b', "a_b"),
        ("x" * 90, "x" * 60),
    ],
)
def test_every_text_gives_a_name_that_a_model_takes(text, name):
    assert member_name(text) == name
