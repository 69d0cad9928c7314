"""Results of several users side by side."""

from decimal import Decimal

import pytest

from svcchat_magic.frames.compared_results import Side, compared
from svcchat_magic.protocol.results import Column, SqlResult

REGION = Column("sales.region", "String")
REVENUE = Column("sales.revenue", "Double")


def result(*rows, columns=(REGION, REVENUE)):
    return SqlResult("Revenue by region", "", "", columns, rows, total_rows=len(rows))


def test_groups_are_matched_and_numbers_stand_beside_each_other_with_their_difference():
    table = compared(
        [Side("ada", result(("Asia", 1.0), ("Europe", 2.0))), Side("ben", result(("Europe", 5.0)))]
    )

    assert [column.name for column in table.columns] == [
        "sales.region",
        "sales.revenue (ada)",
        "sales.revenue (ben)",
        "sales.revenue (difference)",
    ]
    assert table.rows == (("Asia", 1.0, None, None), ("Europe", 2.0, 5.0, 3.0))


def test_a_total_is_compared_as_one_row():
    sides = [Side(name, result((value,), columns=(REVENUE,))) for name, value in (("ada", 1.0), ("ben", 4.0))]

    assert compared(sides).rows == ((1.0, 4.0, 3.0),)


def test_three_sides_have_no_difference():
    table = compared([Side(name, result(("Asia", 1.0))) for name in "abc"])

    assert table.rows == (("Asia", 1.0, 1.0, 1.0),)


def test_columns_that_one_side_lacks_are_left_out():
    wide = result(("Asia", 1.0, 2), columns=(REGION, REVENUE, Column("orders", "Int64")))

    assert len(compared([Side("ada", wide), Side("ben", result(("Asia", 1.0)))]).columns) == 4


@pytest.mark.parametrize("second", [Decimal("3"), 3])
def test_numbers_of_different_kinds_are_subtracted(second):
    table = compared([Side("ada", result(("Asia", 1.0))), Side("ben", result(("Asia", second)))])

    assert table.rows[0][-1] == 2.0
