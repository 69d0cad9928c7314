"""Words that only say that all of the data are meant, and those that leave something out."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Remembered, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 20)
SEIZURES = [
    "seizure_id,harbour,officer,weight,seized_on",
    *(
        f"{n},{('Ostend', 'Calais', 'Dover')[n % 3]},Officer {n % 9},{3 + n * 31 % 90}.5,"
        f"{2023 + n % 2}-0{1 + n % 9}-1{n % 9}"
        for n in range(180)
    ),
]
FILES = [
    "file_id,kind,pages,opened_on",
    *(f"{n},{'ab'[n % 2]},{n % 30},2024-0{1 + n % 9}-11" for n in range(90)),
]


@pytest.fixture(scope="module")
def seizures(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("seizures"), {"seizures": SEIZURES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "tail",
    [
        "show up in the data",
        "are there in the whole data set",
        "turn up in this file",
        "appear in the csv",
        "do we have on record",
        "are there, I mean",
        "are there in the entire dataset",
    ],
)
def test_what_is_there_in_the_data_is_all_of_it(seizures, tail):
    assert sql_of(seizures, f"how many officers {tail}") == sql_of(seizures, "how many officers are there")


@pytest.mark.parametrize(
    "tail", ["over both years", "across both years together", "over the two years", "for the whole file"]
)
def test_all_years_are_no_group_and_no_bound(seizures, tail):
    assert sql_of(seizures, f"total weight by harbour {tail}") == sql_of(seizures, "total weight by harbour")


def test_behind_an_answer_both_years_are_those_that_it_named(seizures):
    content, found = b"", []
    for question in ("total weight in 2024 against 2023", "give me the total weight for both years"):
        events = asyncio.run(_events(seizures, question, content))
        content = next((each.content for each in events if isinstance(each, Remembered)), content)
        found.append(next((each.sql for each in events if isinstance(each, SqlStarted)), "2023"))

    assert "2023" in found[1]


async def _events(reader, question, content):
    return [each async for each in OfflineAnalyst().answer(Task(question, TODAY, content), reader.tools)]


def test_years_that_are_named_keep_their_rows(seizures):
    assert "seized_on >=" in sql_of(seizures, "total weight by harbour in the data of 2024")
    assert "2023" in sql_of(seizures, "total weight over both years 2023 and 2024")


@pytest.mark.parametrize(
    "question",
    [
        "how many officers did not show up in the data",
        "how many officers never appear in the file",
        "how many seizures in the harbour master's file",
    ],
)
def test_a_denial_and_another_file_are_never_left_out(seizures, question):
    assert not is_read(seizures, question)


def test_a_file_that_the_model_knows_is_counted(tmp_path):
    with reader_over(tmp_path, {"files": FILES}, TODAY) as reader:
        assert "files.pages" in sql_of(reader, "total pages of the files")
        assert not is_read(reader, "how many seals turn up in the file")
