"""Units of time beside members whose names have the same words."""

from functools import cache

import pytest

from svcchat_magic.analyst.meaning.tree import ByMember, ByTime, Measured
from tests.analyst.constructions.small_models import best, catalog, cube, model_of


@cache
def vineyard():
    """Barrels with the year of their wine and of their wood, and the days that nobody sees to them."""
    return model_of(
        cube(
            "barrels",
            "Barrels",
            {
                "filled_on": ("time", "Filling date"),
                "harvest": ("number", "Year of harvest"),
                "year": ("number", "Year"),
                "cellar": ("string", "Month of coopering"),
            },
            {"litres": ("sum", "Litres", "litres"), "rest": ("sum", "Days off", "rest")},
        )
    )


@pytest.mark.parametrize("asked", ["litres by year", "litres per year", "how have litres evolved per year"])
def test_a_grouping_by_a_unit_of_time_is_no_member_whose_name_has_the_word(asked):
    assert best(vineyard(), asked).analysis.groups == (ByTime("year"),)


def test_a_member_is_named_by_its_whole_name():
    harvest = catalog(vineyard()).by_key["barrels", "harvest"]

    assert best(vineyard(), "litres by year of harvest").analysis.groups == (ByMember(harvest),)


def test_how_many_units_of_time_may_be_a_measure_of_that_name():
    rest = catalog(vineyard()).by_key["barrels", "rest"]

    assert best(vineyard(), "how many days by cellar").analysis.quantities == (Measured(rest),)
