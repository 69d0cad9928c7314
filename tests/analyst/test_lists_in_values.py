"""Texts that hold several things, sizes by their letters, what is sold of a kind, what is on the menu."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of
from tests.analyst.times import spans_of

TODAY = date(2025, 9, 15)
TOPPINGS = ("Mushrooms", "Garlic", "Red Onions", "Feta Cheese", "Spinach")
PIZZAS = [
    "pizza_id,pizza_name,pizza_size,pizza_category,pizza_ingredients",
    *(
        f"p{at},Pizza {at // 3},{'SML'[at % 3]},{('Classic', 'Veggie')[at % 2]},"
        f'"{TOPPINGS[at // 3 % 5]}, {TOPPINGS[(at // 3 + 2) % 5]}, Tomatoes"'
        for at in range(60)
    ),
]
LINES = [
    "line_id,pizza_id,quantity,ordered_on,gender",
    *(f"{at},p{at * 7 % 60},{1 + at % 3},2025-0{1 + at % 8}-1{at % 9},{'MF'[at % 2]}" for at in range(300)),
]
SHOWS = [
    "show_id,title,country,listed_in,date_added",
    *(
        f's{at},Title {at},"{("India", "France, India", "Japan")[at % 3]}",'
        f'"{("Comedies", "Comedies, International Movies", "Dramas", "Dramas, Comedies")[at % 4]}",'
        f"{2015 + at % 9}-03-1{at % 9}"
        for at in range(120)
    ),
]


@pytest.fixture(scope="module")
def pizzas(tmp_path_factory):
    tables = {"pizzas": PIZZAS, "order_lines": LINES}
    with reader_over(tmp_path_factory.mktemp("pizzas"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def shows(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("shows"), {"shows": SHOWS}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("pizzas with mushrooms", "Mushrooms"),
        ("which pizzas contain garlic", "Garlic"),
        ("how many pizzas have red onions", "Red Onions"),
    ],
)
def test_an_item_of_a_list_is_looked_for_in_it(pizzas, question, item):
    assert f"pizza_ingredients ILIKE '%{item}%'" in sql_of(pizzas, question)


def test_what_is_not_on_a_list_is_left_out(pizzas):
    asked = sql_of(pizzas, "how many pizzas without mushrooms did we sell")

    assert "NOT ILIKE '%Mushrooms%'" in asked
    assert "total_quantity" in asked


@pytest.mark.parametrize("question", ["how many comedies are there", "number of comedies per year"])
def test_a_value_that_is_also_an_item_of_lists_is_both(shows, question):
    assert "shows.listed_in ILIKE '%Comedies%'" in sql_of(shows, question)


def test_so_are_countries(shows):
    assert "shows.country ILIKE '%India%'" in sql_of(shows, "how many shows are from India")


def test_a_value_of_no_list_is_itself(shows):
    assert "shows.country = 'Japan'" in sql_of(shows, "how many shows are from Japan")


@pytest.mark.parametrize(("word", "letter"), [("large", "L"), ("medium", "M"), ("small", "S")])
def test_sizes_are_known_by_their_letters(pizzas, word, letter):
    asked = sql_of(pizzas, f"how many {word} pizzas did we sell")

    assert f"pizza_size = '{letter}'" in asked
    assert "gender" not in asked


def test_men_are_no_medium_ones(pizzas):
    assert "gender = 'M'" in sql_of(pizzas, "order lines of men")


@pytest.mark.parametrize(
    "question",
    ["what % of the pizzas we sell are large", "what share of the pizzas we sold in June were large"],
)
def test_a_share_of_what_is_sold_is_one_of_the_pieces(pizzas, question):
    assert "total_quantity) FILTER (WHERE order_lines.pizza_size = 'L')" in sql_of(pizzas, question)


def test_a_share_of_the_goods_is_one_of_the_list(pizzas):
    assert "FROM pizzas" in sql_of(pizzas, "percentage of pizzas that are large")


def test_all_goods_are_on_the_menu_where_nothing_says_which(pizzas):
    assert "WHERE" not in sql_of(pizzas, "how many pizzas are on the menu")


@pytest.mark.parametrize(
    ("text", "today", "first"),
    [
        ("in December", date(2024, 12, 31), "2024-12-01"),
        ("in December", date(2024, 12, 25), "2024-12-01"),
        ("in December", date(2024, 12, 20), "2023-12-01"),
        ("in Q4", date(2024, 12, 30), "2024-10-01"),
        ("on 2 January", date(2024, 12, 30), "2024-01-02"),
    ],
)
def test_a_month_that_is_nearly_over_is_this_years(text, today, first):
    (span,) = spans_of(f"revenue {text}", today)

    assert span.period.start == date.fromisoformat(first)


def test_a_value_of_a_column_is_meant_before_an_item_of_another(pizzas):
    assert "pizza_category = 'Veggie'" in sql_of(pizzas, "how many veggie pizzas are there")
