"""Which columns hold a level: so named, with a row for each moment and thing, and values that last."""

from itertools import product

import pyarrow as pa
import pytest

from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.semi_additive import names_level

YEARS, TOWNS = range(2001, 2011), ("Ash", "Elm", "Oak", "Yew")
CELLS = [(year, at, town) for year, (at, town) in product(YEARS, enumerate(TOWNS))]


@pytest.mark.parametrize(
    "name",
    ["pop", "population", "Total Population", "stock_on_hand", "inventory_level", "closing_balance",
     "headcount", "employee_count", "num_members", "followers", "unemployed", "cumulative_cases",
     "hosp_patients", "icu_patients", "active_users", "open_tickets", "beds_occupied", "mrr",
     "pending_orders"],
)  # fmt: skip
def test_a_name_says_that_a_column_holds_a_level(name):
    assert names_level(name)


@pytest.mark.parametrize(
    "name",
    ["stock_price", "population_density", "pop_growth", "unemployment_rate", "employees_hired", "new_members",
     "sales", "births", "trade_balance", "passengers", "share_of_population", "gdp", "active_minutes",
     "hospital_admissions", "open", "open_price", "hospital_costs", "hospital_name"],
)  # fmt: skip
def test_a_name_says_no_such_thing(name):
    assert not names_level(name)


def over_time(**columns):
    """The measures of a table that are not added up over time."""
    engine = open_engine({"towns": pa.table(columns)})
    (cube,) = infer_model(engine).model.cubes.values()
    engine.close()
    return sorted(each.name for each in cube.measures.values() if each.meta.get("over_time") == "latest")


GRID = {"year": [year for year, _, _ in CELLS], "town": [town for _, _, town in CELLS]}


def test_a_population_of_each_town_and_year_is_one():
    found = over_time(
        **GRID,
        population=[1000 * (at + 1) + year for year, at, _ in CELLS],
        births=[10 * at + year % 7 for year, at, _ in CELLS],
    )

    assert found == ["total_population"]


def test_a_balance_has_a_sum_where_it_is_one():
    assert over_time(**GRID, balance=[100.0 * (at + 1) + year for year, at, _ in CELLS]) == ["total_balance"]


def test_things_that_are_numbered_are_things_too():
    plots = {"year": GRID["year"], "plot_id": [at + 70 for _, at, _ in CELLS]}

    assert over_time(**plots, members=[50 + at + year % 3 for year, at, _ in CELLS]) == ["total_members"]


def test_things_may_have_bare_numbers_and_lack_some_moments():
    cells = [each for each in CELLS if each[:2] not in ((2001, 0), (2002, 0), (2001, 3))]
    firms = {"year": [year for year, _, _ in cells], "firm": [at + 1 for _, at, _ in cells]}

    assert over_time(**firms, employees=[900 + at + year for year, at, _ in cells]) == ["total_employees"]


def test_values_that_do_not_last_are_none():
    assert over_time(**GRID, members=[(year * 7919 + at * 104729) % 1000 for year, at, _ in CELLS]) == []


def test_without_moments_there_is_none():
    rows = {"town": [f"town {at}" for at in range(40)], "population": [1000 + at for at in range(40)]}

    assert over_time(**rows) == []
