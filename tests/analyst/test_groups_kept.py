"""How many groups are kept, said behind them: `average price by brand, top 2`."""

from datetime import date

import pytest

from svcchat_magic.analyst.readings.parts import parts_of
from tests.analyst.small_models import is_read, reader_over, sql_of

CARS = [
    "id,brand,fuel,price,listed_on",
    *(
        f"{at},{('Fjord', 'Alder', 'Brisk', 'Comet')[at % 4]},{('Petrol', 'Diesel')[at % 3 % 2]},"
        f"{3000 + at * 137 % 9000},202{4 + at % 2}-0{1 + at % 9}-1{at % 9}"
        for at in range(120)
    ),
]


@pytest.fixture(scope="module")
def cars(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("cars"), {"cars": CARS}, date(2025, 10, 18)) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "order", "limit"),
    [
        ("average price by brand, top 2", "DESC", 2),
        ("average price by brand top 3", "DESC", 3),
        ("average price by brand, bottom 2", "ASC", 2),
        ("average price by brand, lowest 2", "ASC", 2),
        ("average price by brand in 2024, top 2", "DESC", 2),
        ("average price by brand for diesel cars, top 2", "DESC", 2),
        ("average price by month, top 3", "DESC", 3),
    ],
)
def test_a_number_behind_groups_keeps_as_many(cars, question, order, limit):
    assert f"ORDER BY 2 {order} NULLS LAST, 1\nLIMIT {limit}" in sql_of(cars, question)
    assert parts_of(question) == (question,)


@pytest.mark.parametrize("question", ["average price, top 3", "average price by brand, top"])
def test_nothing_is_kept_of_no_groups(cars, question):
    assert not is_read(cars, question)


def test_a_named_ranking_is_a_part_of_its_own():
    question = "average price by fuel, top 3 brands"
    assert parts_of(question) == ("average price by fuel", "top 3 brands")
