"""Shares of each of two groups, parts in words without their whole, and nouns that restrict nothing."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
HARVESTS = [
    "harvest_id,orchard,grade,fruit_category,is_organic,weight,picked_on",
    *(
        f"{n},{('Upper', 'Lower', 'Mill')[n % 3]},{('prime', 'cider', 'waste')[n * 7 % 3]},"
        f"{('Apples', 'Pears')[n % 2]},{str(n % 4 == 0).lower()},{20 + n * 31 % 90},"
        f"2025-0{1 + n % 6}-1{n % 9}"
        for n in range(240)
    ),
]
SALES = [
    "sale_id,buyer,amount,crates,sold_on",
    *(f"{n},Buyer {n % 9},{10 + n % 80}.5,{n % 12},2025-0{1 + n % 6}-1{n % 9}" for n in range(120)),
]
MODEL = """
cubes:
  - name: harvests
    sql_table: harvests
    dimensions:
      - {name: harvest_id, sql: harvest_id, type: number, primary_key: true}
      - {name: orchard, sql: orchard, type: string}
      - {name: grade, sql: grade, type: string}
      - {name: fruit_category, title: Fruit category, sql: fruit_category, type: string}
      - {name: is_organic, title: Organic, sql: is_organic, type: boolean}
      - {name: picked_on, title: Picked, sql: picked_on, type: time}
    measures:
      - {name: count, title: Harvests, type: count}
      - {name: kilos_picked, title: Kilos picked, sql: weight, type: sum}
  - name: sales
    sql_table: sales
    dimensions:
      - {name: sale_id, sql: sale_id, type: number, primary_key: true}
      - {name: buyer, sql: buyer, type: string}
      - {name: sold_on, title: Sold, sql: sold_on, type: time}
    measures:
      - {name: count, title: Sales, type: count}
      - {name: crates, title: Crates sold, sql: crates, type: sum}
"""


@pytest.fixture(scope="module")
def farm(tmp_path_factory):
    tables = {"harvests": HARVESTS, "sales": SALES}
    with reader_over(tmp_path_factory.mktemp("farm"), tables, TODAY, MODEL) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "what share of the prime and of the cider harvests were organic",
        "what percentage of prime and of cider harvests are organic?",
        "percentage of the Upper and of the Lower harvests that were organic",
    ],
)
def test_of_each_of_two_groups_the_share_is_told(farm, question):
    asked = sql_of(farm, question)

    assert "GROUP BY 1" in asked
    assert "is_organic = TRUE" in asked


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("which orchards have more than a quarter organic", "> 0.25"),
        ("orchards with at least half prime", ">= 0.5"),
        ("which orchards have more than a third of their harvests organic", "> 0.33"),
    ],
)
def test_a_part_in_words_bounds_the_share_of_all_rows(farm, question, part):
    assert part in sql_of(farm, question).partition("HAVING")[2]


@pytest.mark.parametrize(
    "question",
    [
        "kilos of fruit picked by month",
        "kilos of the fruit picked by month",
        "fruit kilos picked by month",
    ],
)
def test_what_has_categories_is_what_the_rows_are_about(farm, question):
    assert sql_of(farm, question) == sql_of(farm, "kilos picked by month")


@pytest.mark.parametrize(
    "question",
    [
        "kilos of bread picked by month",
        "crates of fruit sold by month",
        "orchards with at least 30 of them",
        "revenue for more than a quarter",
    ],
)
def test_other_nouns_and_numbers_are_never_left_out(farm, question):
    assert not is_read(farm, question)


def test_a_value_of_that_name_keeps_its_rows(tmp_path):
    lines = [each.replace("Apples", "Fruit") for each in HARVESTS]
    with reader_over(tmp_path, {"harvests": lines, "sales": SALES}, TODAY, MODEL) as reader:
        assert "'Fruit'" in sql_of(reader, "kilos of fruit picked by month")
