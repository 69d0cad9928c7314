"""One table of order lines answers what a shop's tables of orders, customers and products would."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from svcchat_magic.analyst.reader import Reader
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2024, 12, 31)
COLUMNS = [
    *("Order ID", "Order Date", "Customer ID", "Customer Name", "Segment", "Region"),
    *("Product ID", "Product Name", "Category", "Sales", "Profit"),
]


def lines() -> Iterator[tuple[object, ...]]:
    """Two or three lines of each order, of 12 customers and 9 products, of whom one each comes late."""
    for order in range(60):
        customer = order * 5 % 12 if order > 30 else order * 5 % 11
        for line in range(2 + order % 2):
            product = (order * 7 + line * 4) % (9 if order > 30 else 8)
            yield (
                f"O-{order}",
                date(2023, 7, 1) + timedelta(days=order * 9),
                f"C-{customer}",
                f"Name {customer}",
                ("Home", "Firm", "State")[customer % 3],
                ("North", "South", "West")[(order * 5 + order // 12) % 3],
                f"P-{product}",
                f"Thing {product}",
                ("Paper", "Pens", "Chairs")[product // 3],
                10 + (order * 31 + line * 17) % 90,
                (order * 13 + line * 7) % 40 - 10,
            )


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    rows = [",".join(COLUMNS), *(",".join(map(str, each)) for each in lines())]
    with reader_over(tmp_path_factory.mktemp("flat"), {"sales_lines": rows}, TODAY) as made:
        yield made


def rows_of(reader: Reader, question: str) -> list[tuple[object, ...]]:
    found = asyncio.run(reader.tools.run_sql(sql_of(reader, question)))
    return [tuple(row) for row in found.rows]


def firsts(reader: Reader, question: str) -> list[object]:
    return sorted(row[0] for row in rows_of(reader, question))


def of(name: str, number: int) -> Iterator[int]:
    """The numbers behind the names of things in the lines of one year or of others."""
    return (int(str(each[COLUMNS.index(name)])[2:]) for each in lines() if each[1].year == number)


def test_orders_are_counted_and_not_their_lines(reader):
    assert rows_of(reader, "how many orders were there in 2024") == [(len(set(of("Order ID", 2024))),)]

    orders = {(each[0], each[4]) for each in lines()}
    by_segment = sorted(Counter(segment for _, segment in orders).items())
    assert sorted(rows_of(reader, "orders by segment")) == by_segment


def test_an_order_is_worth_all_its_lines(reader):
    ((value,),) = rows_of(reader, "average order value")

    assert value == pytest.approx(sum(each[9] for each in lines()) / 60)


@pytest.mark.parametrize(
    "question", ["customers without orders in 2023", "which customers bought nothing in 2023?"]
)
def test_customers_without_something_are_told(reader, question):
    late = set(range(12)) - set(of("Customer ID", 2023))

    assert firsts(reader, question) == sorted(f"Name {each}" for each in late)


def test_products_that_were_not_sold_are_told(reader):
    late = set(range(9)) - set(of("Product ID", 2023))

    assert firsts(reader, "products not sold in 2023") == sorted(f"Thing {each}" for each in late)


def test_customers_are_chosen_by_their_orders(reader):
    orders = Counter(customer for _, customer in {(each[0], each[3]) for each in lines()})
    expected = sorted(name for name, count in orders.items() if count > 5)

    assert firsts(reader, "which customers have more than 5 orders?") == expected


def test_customers_are_chosen_by_their_sales(reader):
    sales: Counter[str] = Counter()
    for each in lines():
        sales[each[3]] += each[9]

    expected = sorted(name for name, total in sales.items() if total > 700)
    assert firsts(reader, "which customers have spent more than 700?") == expected


def test_people_are_counted_where_they_belong(reader):
    assert sorted(rows_of(reader, "how many customers per segment")) == [
        ("Firm", 4),
        ("Home", 4),
        ("State", 4),
    ]


def test_what_nobody_holds_is_not_read(reader):
    assert not is_read(reader, "which suppliers delivered in 2024?")
