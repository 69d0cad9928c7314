"""What the numbers of a panel are over time: running totals, what they add up, and constants."""

from datetime import date, timedelta
from itertools import accumulate, product

import pyarrow as pa
import pytest

from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.running_columns import is_named_total

DAYS = [date(2024, 1, 1) + timedelta(days=each) for each in range(40)]
SHOPS = ("Ash", "Elm", "Oak")
CELLS = list(product(enumerate(SHOPS), enumerate(DAYS)))
GRID = {"day": [day for _, (_, day) in CELLS], "shop": [shop for (_, shop), _ in CELLS]}
SOLD = [[(at * 31 + shop * 17) % 23 + 3 for at in range(40)] for shop in range(3)]
RUNNING = [list(accumulate(each)) for each in SOLD]
FLAT, RUN = [each for shop in SOLD for each in shop], [each for shop in RUNNING for each in shop]


def measures(**columns):
    """The measures of a table of shops and days, by name."""
    engine = open_engine({"takings": pa.table({**GRID, **columns})})
    (cube,) = infer_model(engine).model.cubes.values()
    engine.close()
    return cube.measures


def over_time(**columns):
    return {
        each.name: each.meta["over_time"] for each in measures(**columns).values() if "over_time" in each.meta
    }


@pytest.mark.parametrize("name", ["total_cases", "cumulative_sales", "cum_returns", "odometer", "meter_kwh"])
def test_a_name_says_that_a_column_runs(name):
    assert is_named_total(name)


@pytest.mark.parametrize("name", ["new_cases", "total_new_cases", "population", "sales", "price"])
def test_a_name_says_no_such_thing(name):
    assert not is_named_total(name)


def test_a_running_total_beside_what_it_adds_up_lends_it_its_name():
    found = measures(new_orders=FLAT, total_orders=RUN)

    assert found["cumulative_orders"].meta["over_time"] == "cumulative"
    assert found["cumulative_orders"].meta["of_each"] == ("shop",)
    assert {"orders", "total orders"} <= set(found["total_new_orders"].meta["synonyms"])
    assert not {"orders", "total orders"} & set(found["cumulative_orders"].meta["synonyms"])


def test_a_running_total_alone_keeps_its_name():
    found = measures(total_views=RUN)["sum_of_total_views"]

    assert found.meta["over_time"] == "cumulative"
    assert "views" in found.meta["synonyms"]


def test_what_only_grows_from_nothing_runs_whatever_it_is_called():
    assert over_time(visitors=RUN) == {"total_visitors": "cumulative"}


def test_what_grows_from_much_is_no_running_total():
    assert over_time(visitors=[1000 + each for each in RUN]) == {}


def test_what_falls_is_no_running_total():
    assert over_time(total_views=FLAT) == {}


def test_a_running_total_is_not_that_of_what_it_does_not_grow_by():
    found = measures(new_orders=[each + at % 2 for at, each in enumerate(FLAT)], total_orders=RUN)

    assert "orders" not in found["total_new_orders"].meta["synonyms"]


def test_a_total_that_began_before_the_table_is_not_what_the_table_adds_up():
    found = measures(new_orders=FLAT, total_orders=[5000 + each for each in RUN])

    assert "orders" not in found["total_new_orders"].meta["synonyms"]
    assert found["sum_of_total_orders"].meta["over_time"] == "cumulative"


def test_gaps_are_no_falls():
    found = over_time(total_views=[None if at % 7 in (3, 4) else each for at, each in enumerate(RUN)])

    assert found == {"sum_of_total_views": "cumulative"}


def test_what_never_changes_is_of_the_thing():
    found = measures(residents=[950 * (at + 1) for (at, _), _ in CELLS], new_orders=FLAT)

    assert found["total_residents"].meta["over_time"] == "constant"
    assert found["total_residents"].meta["of_each"] == ("shop",)
    assert "over_time" not in found["total_new_orders"].meta


def test_rows_that_are_no_panel_have_neither():
    sales = {"sold_at": [DAYS[at % 40] for at in range(120)], "buyer": [f"buyer {at}" for at in range(120)]}
    engine = open_engine({"sales": pa.table({**sales, "total_amount": list(range(120))})})
    (cube,) = infer_model(engine).model.cubes.values()
    engine.close()

    assert not [each for each in cube.measures.values() if "over_time" in each.meta]
