"""Readings that no word of a question asks for: they are read right or not at all."""

import pytest

from tests.analyst.demo import queries_of, short, understood


def read_as(question):
    (read,) = understood(question)
    return [short(each) for each in queries_of((read,))]


@pytest.mark.parametrize("question", ["list the customers in Germany", "please list customers in Germany"])
def test_a_list_tells_rows_and_counts_none(question):
    (read,) = understood(question)

    assert read.best.analysis.rows_of.cube == "customers"
    assert not read.best.analysis.quantities


def test_how_many_of_them_are_counted():
    (read,) = understood("how many customers in Germany")

    assert read.best.analysis.rows_of is None
    assert read.best.analysis.quantities


def test_a_date_that_is_asked_for_is_a_group():
    assert read_as("revenue by order date") == ["revenue by month"]


def test_an_average_per_entity_is_the_average_of_each():
    (read,) = understood("average order value per customer in 2024")

    assert read.best.analysis.groups
    assert [each.measure.name for each in read.best.analysis.quantities] == ["average_order_value"]
