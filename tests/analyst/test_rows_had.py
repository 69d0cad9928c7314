"""Who has, or never had, such rows: by way of the lines in which things meet, and of what was sold."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 6, 30)
DAY = date(2023, 1, 1)
TABLES = {
    "growers": ["grower_id,grower_name,country", *(f"{at},Grower {at},Chile" for at in range(1, 21))],
    "plants": [
        "plant_id,plant_name,grower_id,hardy,height_cm",
        *(f"{at},Plant {at},{at % 15 + 1},{('true', 'false')[at % 2]},{at % 90 + 9}" for at in range(1, 91)),
    ],
    "gardens": ["garden_id,garden_name,town", *(f"{at},Garden {at},Ely" for at in range(1, 41))],
    "purchases": [
        "purchase_id,garden_id,purchase_date,urgent",
        *(
            f"{at},{at * 8 % 35 + 1},{DAY + timedelta(days=at)},{('false', 'true')[at % 4 == 0]}"
            for at in range(1, 401)
        ),
    ],
    "purchase_lines": [
        "line_id,purchase_id,plant_id,quantity,price",
        *(f"{at},{at % 400 + 1},{at * 11 % 70 + 1},{at % 5 + 1},{at % 30}.50" for at in range(1, 1201)),
    ],
    "displays": ["display_id,display_name", *(f"{at},Display {at}" for at in range(1, 9))],
    "display_plants": [
        "display_id,plant_id",
        *(f"{at % 6 + 1 + more},{at}" for at in range(1, 61) for more in range(at % 2 + 1)),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("nursery"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question", ["how many plants have never been sold?", "how many plants were never bought?"]
)
def test_what_was_never_sold_is_in_no_line_of_sales(reader, question):
    assert "NOT IN (SELECT purchase_lines.plant_id" in sql_of(reader, question)


def test_what_belongs_to_things_was_never_sold_where_none_of_these_was(reader):
    sql = sql_of(reader, "which growers have never been sold?")

    assert "growers.grower_id NOT IN (SELECT purchase_lines.grower_id" in sql


@pytest.mark.parametrize(
    "question", ["which growers have never sold a plant", "how many growers have never sold a plant"]
)
def test_things_that_are_there_are_not_all_sold(reader, question):
    assert "NOT IN (SELECT purchase_lines.grower_id" in sql_of(reader, question)


def test_at_least_one_thing_sold_is_one_line_of_sales(reader):
    sql = sql_of(reader, "how many growers have at least one plant sold")

    assert "FROM purchase_lines" in sql
    assert ">= 1" in sql


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("gardens that bought a hardy plant", "purchase_lines.hardy = TRUE"),
        ("gardens with a hardy plant in 2024", "purchase_lines.purchase_date >= '2024-01-01'"),
        ("gardens that had an urgent purchase", "purchases.urgent = TRUE"),
    ],
)
def test_those_that_have_such_rows_are_listed_and_not_the_rows(reader, question, condition):
    sql = sql_of(reader, question)

    assert "gardens.garden_id IN (SELECT" in sql
    assert condition in sql.partition("IN (SELECT")[2]


def test_how_many_have_such_a_row_are_counted_once(reader):
    sql = sql_of(reader, "how many gardens had an urgent purchase in 2024?")

    assert "gardens.garden_id IN (SELECT purchases.garden_id" in sql
    assert "GROUP BY" not in sql


@pytest.mark.parametrize(
    "question", ["displays that contain no hardy plants", "which displays include no hardy plants"]
)
def test_no_such_rows_are_contained(reader, question):
    sql = sql_of(reader, question)

    assert "NOT IN (SELECT display_plants.display_id" in sql
    assert "display_plants.hardy = TRUE" in sql
    assert "ILIKE" not in sql


def test_what_stands_behind_rows_that_are_not_there_is_said_of_these(reader):
    sql = sql_of(reader, "displays without plants by Grower 3")

    assert "display_plants.grower_name = 'Grower 3'" in sql.partition("NOT IN (SELECT")[2]
    assert "CROSS JOIN" not in sql


@pytest.mark.parametrize("question", ["how many plants are on no display", "plants on no display"])
def test_what_is_in_no_row_of_a_bridge_is_missing_there(reader, question):
    assert "NOT IN (SELECT display_plants.plant_id" in sql_of(reader, question)


def test_different_rows_with_at_least_one_other_are_those_rows(reader):
    sql = sql_of(reader, "how many different growers have at least one plant?")

    assert "COUNT(*) AS growers" in sql
