"""Which values of the data the words of a question name."""

import asyncio

import pytest

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.linking.values import Several, found_values, look_ups
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model
from tests.analyst.questions.tables import write_parquet
from tests.campaigns.reading.grounds import GroundTools

SNACKS = ["Popcorn sweet", "Popcorn salted", "Nachos"]
NAMES = ["self-pay", "Dr. Lena Fuchs", "on hold", "no_show", "how-to", *(f"Person {n}" for n in range(1_500))]


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    folder = tmp_path_factory.mktemp("people")
    write_parquet(folder, {"people": [{"name": name, "amount": 1} for name in NAMES]})
    write_parquet(
        folder, {"snacks": [{"snack": each, "guest": f"Person {n}"} for n, each in enumerate(SNACKS)]}
    )
    snacks = Cube(
        name="snacks",
        sql_table="snacks",
        dimensions={
            "snack": Dimension("snack", "string", "snack"),
            "guest": Dimension("guest", "string", "guest"),
        },
    )
    cube = Cube(
        name="people",
        sql_table="people",
        dimensions={"name": Dimension("name", "string", "name")},
        measures={"amount": Measure("amount", "sum", "amount")},
    )
    engine = DuckDBEngine.open(folder)
    yield GroundTools(Model(cubes={"people": cube, "snacks": snacks}, views={}), engine)
    engine.close()


def values(tools, question):
    """The values that are named, by one search."""
    (look_up,) = look_ups(tokens_of(question), catalog_of(tools.model))
    rows = asyncio.run(tools.find_values(look_up.search))
    return {value for meanings in found_values(look_up, rows, {}).values() for _, value in meanings}


@pytest.mark.parametrize("value", [*NAMES[:5], "Person 1234"])
def test_a_value_is_found_as_it_is_written(tools, value):
    assert value in values(tools, f"amount for {value} and others in the second quarter of 2024")


def test_a_value_at_the_end_of_a_long_question_is_found(tools):
    question = "please show the total amount of every month and quarter of the years 2022 to 2024 for "

    assert "self-pay" in values(tools, f"{question * 2}self-pay")


def test_a_small_word_of_a_value_does_not_name_it(tools):
    assert values(tools, "the amount on hand") == set()


def test_a_word_that_a_few_values_share_names_them_all(tools):
    assert values(tools, "popcorn by month") == {Several(("Popcorn salted", "Popcorn sweet"))}


def test_a_word_that_people_share_names_none_of_them(tools):
    assert values(tools, "what did person buy") == set()


def test_beside_one_of_the_values_their_word_adds_no_others(tools):
    assert values(tools, "nachos and popcorn by month") == {"Nachos"}
