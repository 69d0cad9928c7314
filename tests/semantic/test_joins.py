"""Paths follow the joins that are declared, and a step from one row to many is seen."""

from svcchat_magic.semantic.joins import is_multiplied, measure_path, path_to

LINES = ("line_items",)
ORDERS = ("line_items", "orders")
REFUNDS = ("line_items", "refunds")


def test_the_shortest_path_is_found(shop_model):
    found = path_to(shop_model.cubes, LINES, "customers", to_one=True)

    assert found == ("line_items", "orders", "customers")


def test_a_path_to_one_row_takes_no_step_to_many(shop_model):
    assert path_to(shop_model.cubes, ("orders",), "refunds", to_one=True) is None
    assert path_to(shop_model.cubes, ("orders",), "refunds", to_one=False) == ("orders", *REFUNDS)


def test_measures_are_found_on_the_way_from_the_root_before_going_on(shop_model):
    assert measure_path(shop_model.cubes, ORDERS, "line_items") == LINES
    assert measure_path(shop_model.cubes, ("orders",), "line_items") == ("orders", "line_items")


def test_rows_are_repeated_by_steps_to_many_seen_from_their_cube(shop_model):
    cubes = shop_model.cubes

    assert not is_multiplied(cubes, (LINES, ORDERS), LINES)
    assert is_multiplied(cubes, (LINES, ORDERS), ORDERS)
    assert is_multiplied(cubes, (LINES, REFUNDS), LINES)
    assert not is_multiplied(cubes, (LINES, REFUNDS, ORDERS), REFUNDS)
