"""Tables of strangers: rows without a name, things that are numbered, moments that are numbers."""

import asyncio
from datetime import date

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TABLES = {
    "lung": {
        "Unnamed: 0": list(range(1, 61)),
        "age": [40 + at % 31 for at in range(60)],
        "relapse": [1 if at < 20 else 0 for at in range(60)],
        "female": [at % 3 == 0 for at in range(60)],
        "nbaffairs": [at % 6 for at in range(60)],
    },
    "trial": {
        "id": [at // 2 for at in range(60)],
        "dose": [at % 4 for at in range(60)],
    },
    "growth": {
        "tree": [at // 6 + 1 for at in range(60)],
        "time": [(0, 4, 9, 15, 22, 30)[at % 6] for at in range(60)],
        "diameter": [10.5 + 3 * at for at in range(60)],
    },
    "airline": {
        "Unnamed: 0": list(range(1, 61)),
        "airline": [at // 10 + 1 for at in range(60)],
        "cost": [100 + at * at for at in range(60)],
    },
    "swiss": {
        "Unnamed: 0": [f"Place {at}" for at in range(60)],
        "education": [at * 7 % 53 for at in range(60)],
    },
}


@pytest.fixture(scope="module")
def read():
    """What is read of a question over one of the tables, each alone in its data."""
    engines = {name: open_engine({name: pa.table(columns)}) for name, columns in TABLES.items()}
    readers = {
        name: Reader(GroundTools(infer_model(engine).model, engine), date(2024, 1, 1))
        for name, engine in engines.items()
    }
    yield lambda table, question: asyncio.run(readers[table].read(question))
    for engine in engines.values():
        engine.close()


@pytest.fixture
def rows(read):
    """The rows that answer a question."""
    engines = {}

    def answered(table, question):
        found = read(table, question)
        assert found.is_sure, found
        if table not in engines:
            engines[table] = open_engine({table: pa.table(TABLES[table])})

        tools = GroundTools(infer_model(engines[table]).model, engines[table])
        return [tuple(row) for row in asyncio.run(tools.run_sql(found.planned.sql)).rows]

    yield answered
    for engine in engines.values():
        engine.close()


@pytest.mark.parametrize("question", ["how many patients are there", "how many people are there"])
def test_a_file_that_is_not_called_after_its_rows_leaves_their_name_to_the_question(read, rows, question):
    assert rows("lung", question) == [(60,)]
    assert read("lung", question).repairs[0][1] == "rows"


def test_such_a_name_may_stand_behind_a_number(rows):
    ((average,),) = rows("lung", "average age of patients")

    assert average == pytest.approx(sum(TABLES["lung"]["age"]) / 60)


def test_a_part_of_a_column_s_name_names_no_rows(read):
    assert "affairs" in read("lung", "how many affairs are there").unknown


def test_rows_are_not_what_an_id_that_repeats_stands_for(read):
    assert "patients" in read("trial", "how many patients are there").unknown


def test_zeros_and_ones_are_yes_and_no_in_a_sorted_table_too(rows):
    ((share,),) = rows("lung", "relapse rate")

    assert share == pytest.approx(20 / 60)


def test_who_is_meant_by_a_yes(rows):
    ages = [
        age for age, female in zip(TABLES["lung"]["age"], TABLES["lung"]["female"], strict=True) if female
    ]
    ((average,),) = rows("lung", "average age of women")

    assert average == pytest.approx(sum(ages) / len(ages))


def test_numbers_of_things_are_counted_and_not_added_up(rows):
    assert rows("growth", "number of trees") == [(10,)]


def test_over_time_is_along_a_number_where_there_are_no_dates(rows):
    found = rows("growth", "average diameter over time")

    assert [row[0] for row in found] == [0, 4, 9, 15, 22, 30]


def test_a_number_that_is_called_as_its_table_is_tells_its_rows_apart(rows):
    costs = TABLES["airline"]["cost"]

    assert rows("airline", "total cost by airline") == [
        (at + 1, sum(costs[10 * at : 10 * at + 10])) for at in range(6)
    ]


def test_an_index_of_texts_is_the_name_of_the_rows(rows):
    assert rows("swiss", "education of Place 8") == [(3,)]
    assert [row[0] for row in rows("swiss", "top 2 swiss by education")] == ["Place 15", "Place 30"]
