"""Rows that have no column called a name are called by the one text that reads as one."""

import pandas as pd
import pytest

from tests.semantic.inference.test_held_things import inferred

PRODUCTS = [
    {
        "product_id": at,
        "sku": f"AB-{at:04}",
        "description": f"{colour} {thing}",
        "page": f"https://a.example/{at}",
    }
    for at, (colour, thing) in enumerate(
        (c, t) for c in ("Red", "Green", "Black") for t in ("lamp", "chair", "bowl")
    )
]
SALES = [
    {"sale_id": at, "product_id": at % 9, "sold_on": pd.Timestamp("2024-01-01"), "pieces": at}
    for at in range(30)
]


def names(found, cube):
    return [each.name for each in found.model.cubes[cube].dimensions.values() if each.meta.get("names")]


def test_a_description_that_is_another_in_each_row_is_the_name():
    assert names(inferred(sales=SALES, products=PRODUCTS), "products") == ["description"]


def test_codes_and_addresses_are_none():
    bare = [{key: each[key] for key in ("product_id", "sku", "page")} for each in PRODUCTS]

    assert not names(inferred(sales=SALES, products=bare), "products")


def test_what_several_share_is_none():
    shared = [{**each, "description": "lamp"} for each in PRODUCTS]

    assert not names(inferred(sales=SALES, products=shared), "products")


@pytest.mark.parametrize("name", ["name", "product_name", "title"])
def test_a_name_of_its_own_comes_first(name):
    named = [{**each, name: f"N{at}"} for at, each in enumerate(PRODUCTS)]

    assert not names(inferred(sales=SALES, products=named), "products")


def test_rows_that_nothing_refers_to_are_not_called_by_name():
    assert not names(inferred(products=PRODUCTS), "products")
