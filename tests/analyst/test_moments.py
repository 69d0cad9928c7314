"""Days by their figures: on how many, on which first, and the day of the highest."""

import asyncio
from datetime import date, timedelta
from itertools import accumulate, product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.parts import parts_of
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 7, 1)
DAYS = [date(2024, 1, 1) + timedelta(days=at) for at in range(150)]
RIVERS = ("Aire", "Bure", "Cam")
CATCH = {river: [(at * 37 + 11 * place) % 101 for at in range(150)] for place, river in enumerate(RIVERS)}
LEVEL = {
    river: [2.0 + place + ((at * 53) % 149) * 0.01 for at in range(150)] for place, river in enumerate(RIVERS)
}
ROWS = [
    {
        "day": day, "river": river, "new_salmon": CATCH[river][at],
        "total_salmon": sum(CATCH[river][: at + 1]), "water_level": LEVEL[river][at],
    }
    for river, (at, day) in product(RIVERS, enumerate(DAYS))
]  # fmt: skip


@pytest.fixture(scope="module")
def tools():
    engine = open_engine({"rivers": pa.Table.from_pylist(ROWS)})
    yield GroundTools(infer_model(engine).model, engine)
    engine.close()


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    rows = asyncio.run(tools.run_sql(read.planned.sql)).rows
    return [tuple(getattr(each, "date", lambda each=each: each)() for each in row) for row in rows]


@pytest.mark.parametrize(
    "question",
    ["on how many days did each river have more than 90 new salmon?",
     "how many days had more than 90 new salmon by river",
     "number of days with more than 90 new salmon by river"],
)  # fmt: skip
def test_days_are_counted_by_their_own_number(tools, question):
    known = {river: sum(each > 90 for each in CATCH[river]) for river in RIVERS}

    assert dict(answered(tools, question)) == known


def test_of_all_things_the_number_of_a_day_is_that_of_all(tools):
    days = [sum(each) for each in zip(*CATCH.values(), strict=True)]

    assert answered(tools, "on how many days were there more than 200 new salmon") == [
        (sum(each > 200 for each in days),)
    ]


@pytest.mark.parametrize(
    "question",
    ["when did each river reach 2,000 salmon?", "when did each river pass 2000 salmon",
     "on which day did each river hit 2,000 salmon"],
)  # fmt: skip
def test_what_is_passed_is_the_running_total(tools, question):
    known = {
        river: next(day for day, each in zip(DAYS, accumulate(CATCH[river]), strict=True) if each >= 2000)
        for river in RIVERS
    }

    assert dict(answered(tools, question)) == known


def test_of_a_level_it_is_the_level(tools):
    first = next(day for day, each in zip(DAYS, LEVEL["Bure"], strict=True) if each >= 4.2)

    assert answered(tools, "when did Bure first exceed a water level of 4.2?") == [(first,)]


def test_not_every_thing_has_a_figure_each_day(tools):
    read = asyncio.run(Reader(tools, TODAY).read("when did we pass 5,000 cumulative salmon?"))

    assert read.planned is None


@pytest.mark.parametrize(
    "told", ["and the day it happened", "and when it happened", "and on which day it happened"]
)
def test_the_day_of_the_highest_stands_beside_it(tools, told):
    found = answered(tools, f"highest water level by river {told}")

    assert {river: (day, level) for river, day, level in found} == {
        river: (DAYS[LEVEL[river].index(max(LEVEL[river]))], pytest.approx(max(LEVEL[river])))
        for river in RIVERS
    }


def test_it_is_no_question_of_its_own():
    assert parts_of("lowest price, and when it happened") == ("lowest price, and when it happened",)
    assert parts_of("lowest price and when was it sold") == ("lowest price", "when was it sold")


@pytest.mark.parametrize(
    "question",
    ["on which day did Cam have the most new salmon?", "which day had the most new salmon of Cam",
     "on which day were the most new salmon of Cam"],
)  # fmt: skip
def test_of_one_that_is_asked_for_the_first_is_meant(tools, question):
    most = max(CATCH["Cam"])

    assert [row[-1] for row in answered(tools, question)] == [most] * CATCH["Cam"].count(most)


def test_without_a_number_days_with_rows_are_counted(tools):
    assert dict(answered(tools, "how many days by river")) == dict.fromkeys(RIVERS, len(DAYS))
    assert answered(tools, "how many days were there in March 2024") == [(31,)]


def test_of_two_numbers_it_is_not_known_which_is_meant(tools):
    read = asyncio.run(Reader(tools, TODAY).read("on how many days were new salmon and average water level"))

    assert not read.is_sure


def test_the_days_are_told_as_days(tools):
    async def told(question):
        events = OfflineAnalyst().answer(Task(question, TODAY), tools)
        return "".join([each.text async for each in events if isinstance(each, AnswerText)])

    many = asyncio.run(told("on how many days did each river have more than 90 new salmon?"))
    first = asyncio.run(told("when did Bure pass 2,000 salmon?"))

    assert "days" in many
    assert "over 90" in many
    assert "first day" in first.lower()
