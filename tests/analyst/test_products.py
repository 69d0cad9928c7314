"""Amounts that two columns make, also of two tables: hours by rates, pieces by costs, and what is left."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 1)
DAYS = [date(2024, 1, 1) + timedelta(days=5 * at) for at in range(120)]
TABLES = {
    "gardeners": [
        "gardener_id,name,team,hourly_pay",
        *(f"{at},Gardener {at},{('Lawn', 'Hedge')[at % 2]},{14 + at}.5" for at in range(1, 7)),
    ],
    "work_logs": [
        "log_id,gardener_id,log_date,minutes,site",
        *(
            f"{at},{1 + at % 6},{DAYS[at]},{30 + at},{('North', 'South', 'West')[at % 3]}"
            for at in range(120)
        ),
    ],
    "plants": [
        "plant_id,plant_name,family,list_price,unit_cost,stock_qty",
        *(
            f"{at},Plant {at},{('Rose', 'Fern', 'Herb')[at % 3]},{8 + at},{3 + at}.25,{5 * at}"
            for at in range(1, 13)
        ),
    ],
    "sales": [
        "sale_id,plant_id,sold_on,quantity,unit_price,amount,channel",
        *(
            f"{at},{1 + at % 12},{DAYS[at]},{1 + at % 4},{9 + at % 12},{(1 + at % 4) * (9 + at % 12)},"
            f"{('Stall', 'Web')[at % 2]}"
            for at in range(120)
        ),
    ],
}
LABOUR = "SUM(work_logs.minutes * work_logs.hourly_pay) * 1.0 / 60"
COST = "SUM(sales.quantity * sales.unit_cost)"
LEFT = f"(MEASURE(sales.total_amount) - {COST})"


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("nursery"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "minutes times hourly pay by team",
        "minutes x hourly pay by team",
        "minutes * hourly pay by team",
        "minutes multiplied by the gardener's hourly pay, by team",
        "logged time at the gardener's hourly pay by team",
        "labour cost by team",
        "wage bill per team",
        "staff costs by team (minutes logged times hourly pay)",
        "weeding effort by team (minutes times hourly pay)",
        "weeding effort by team, i.e. minutes times hourly pay",
    ],
)
def test_minutes_are_paid_by_the_hour_of_who_worked_them(reader, question):
    sql = sql_of(reader, question)

    assert LABOUR in sql
    assert "work_logs.team" in sql


@pytest.mark.parametrize("question", ["labour cost in 2025 by site", "wages in 2025 by site"])
def test_what_is_computed_is_dated_and_told_apart_by_its_own_rows(reader, question):
    sql = sql_of(reader, question)

    assert LABOUR in sql
    assert "work_logs.log_date >= '2025-01-01'" in sql


@pytest.mark.parametrize(
    "question",
    ["quantity times unit cost by family", "cost of goods sold by family", "quantity times cost by family"],
)
def test_pieces_cost_what_the_price_list_says_of_one(reader, question):
    assert COST in sql_of(reader, question)


@pytest.mark.parametrize("question", ["profit by family", "gross profit by channel in 2024"])
def test_a_profit_is_revenue_less_cost(reader, question):
    assert f"{LEFT} AS" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "margin by family",
        "gross margin in % by family",
        "profit margin per channel",
        "gross margin % in 2024",
    ],
)
def test_a_margin_is_told_as_a_part_of_revenue(reader, question):
    assert f"{LEFT} * 1.0 / NULLIF(MEASURE(sales.total_amount), 0)" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["margin in euros by family", "how much margin did we make per family"])
def test_a_margin_in_money_is_what_is_left(reader, question):
    assert f"{LEFT} AS" in sql_of(reader, question)


def test_an_average_of_what_is_computed_is_by_the_rows_that_are_named(reader):
    sql = sql_of(reader, "average labour cost per work log by team")

    assert f"{LABOUR} * 1.0 / NULLIF(" in sql


def test_what_is_left_is_also_told_in_other_words(reader):
    assert f"{LEFT} AS" in sql_of(reader, "what is left of the amount after the cost of goods, by family")
    assert f"{LEFT} * 1.0" in sql_of(
        reader, "what percentage of the amount is left after the cost of goods sold, by family"
    )


@pytest.mark.parametrize(
    "question",
    [
        "net profit by family",  # other costs have gone off it
        "operating margin by family",
        "planned wage bill by team",
        "minutes times quantity by team",  # of rows that do not belong together
        "quantity times hourly pay",
        "stock value by family",  # at which of two prices
        "weeding effort of Foo (minutes times hourly pay)",
        "web weeding effort (minutes times hourly pay)",
        "fancy gardeners by team (minutes times hourly pay)",
    ],
)
def test_what_is_not_in_the_data_is_not_computed(reader, question):
    assert not is_read(reader, question)


def test_a_stock_is_worth_what_the_price_says_that_is_named(reader):
    assert "SUM(plants.stock_qty * plants.unit_cost)" in sql_of(reader, "stock at unit cost by family")


def test_a_cost_is_told_as_a_percentage_of_what_two_columns_make(reader):
    sql = sql_of(reader, "cost of goods as a percentage of quantity times unit price, by family")

    assert f"{COST} * 1.0 / NULLIF(" in sql


def test_a_model_without_costs_has_no_margin(tmp_path):
    tables = {"sales": [line.replace("unit_price", "pack_size") for line in TABLES["sales"]]}
    with reader_over(tmp_path, tables, TODAY) as reader:
        assert not is_read(reader, "gross margin by channel")
        assert not is_read(reader, "profit in 2024")
        assert not is_read(reader, "labour cost by channel")


MODEL = """
cubes:
  - name: plants
    sql_table: plants
    dimensions:
      - {name: plant_id, sql: plant_id, type: number, primary_key: true}
      - {name: family, sql: family, type: string}
      - {name: unit_cost, sql: unit_cost, type: number, format: currency}
  - name: sales
    sql_table: sales
    joins:
      - {name: plants, relationship: many_to_one, sql: "{CUBE}.plant_id = {plants}.plant_id"}
    dimensions:
      - {name: sale_id, sql: sale_id, type: number, primary_key: true}
      - {name: sold_on, sql: sold_on, type: time}
      - {name: channel, sql: channel, type: string}
    measures:
      - {name: units_sold, sql: quantity, type: sum, title: Units sold}
      - {name: takings, sql: amount, type: sum, title: Takings, format: currency}
"""


@pytest.fixture(scope="module")
def modelled(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("modelled"), TABLES, TODAY, MODEL) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "units sold times unit cost by channel in 2024",
        "what the goods came to by channel in 2024 (units sold x unit cost)",
        "value of units sold at unit cost by channel in 2024",
    ],
)
def test_a_measure_without_a_column_is_priced_by_what_it_is_for_each_price(modelled, question):
    sql = sql_of(modelled, question)

    assert "SUM(units_sold * unit_cost)" in sql
    assert "MEASURE(sales.units_sold)" in sql
    assert "sales.sold_on >= '2024-01-01'" in sql


def test_the_largest_are_cut_behind_the_sum(modelled):
    assert sql_of(modelled, "top 2 families by units sold times unit cost").endswith("LIMIT 2")


@pytest.mark.parametrize(
    "question",
    [
        "share of units sold times unit cost by channel",
        "units sold times unit cost by channel and their change",
        "stock times unit cost by family",
        "units sold times takings by family",
    ],
)
def test_what_goes_beyond_such_a_sum_is_refused(modelled, question):
    assert not is_read(modelled, question)
