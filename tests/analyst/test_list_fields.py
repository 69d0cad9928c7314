"""The fields of a list in any form: each found among its rows and what they belong to, or none of them."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.parts import parts_of
from svcchat_magic.analyst.readings.read import is_one
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TABLES = {
    "moorings": [
        "mooring_id,serial_no,captain_id,arrived_on,promised_on,left_on,berth,est_fee,state,side",
        "1,M-7,1,2025-01-02,2025-01-09,2025-01-12,A1,30,Left,Port",
        "2,M-8,2,2025-01-04,2025-01-05,2025-01-05,A2,80,Left,Port",
        "3,M-9,2,2025-02-01,2025-02-20,2025-02-19,B1,70,Cancelled,Starboard",
    ],
    "captains": ["captain_id,full_name,surname,home_town", "1,Ann Ash,Ash,Kiel", "2,Bo Birch,Birch,Bonn"],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fields")
    for name, lines in TABLES.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(folder)
    yield Reader(SetTools(infer_model(engine).model, engine), date(2025, 3, 1))
    engine.close()


def columns(reader, question):
    read = asyncio.run(reader.read(question))
    assert read.is_sure, (read.unknown, read.problem)
    return [each.name for each in read.planned.columns]


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("list the cancelled moorings with berth, owner and est. fee", ["berth", "full_name", "est_fee"]),
        ("show me every cancelled mooring: serial, captain surname", ["serial_no", "surname"]),
        ("cancelled moorings - berth and home town", ["berth", "home_town"]),
        ("cancelled moorings (serial and berth pls)", ["serial_no", "berth"]),
        ("which moorings were cancelled? I need the serials", ["serial_no"]),
        ("which moorings were cancelled? Give me berth and leaving date, please", ["berth", "left_on"]),
        ("list cancelled moorings, berth and date, newest first", ["berth", "arrived_on"]),
        ("list the moorings that left in January and when", ["left_on"]),
        ("list cancelled moorings and when they arrived", ["arrived_on"]),
    ],
)
def test_fields_are_found_by_what_people_call_them(reader, question, fields):
    found = columns(reader, question)

    assert [each for each in found if each != "mooring_id"] == fields


def test_a_list_is_not_shown_without_a_field_that_nothing_has(reader):
    read = asyncio.run(reader.read("list the cancelled moorings with berth, tonnage and est. fee"))

    assert "tonnage" in read.unknown


def test_a_sentence_of_fields_belongs_to_the_list(reader):
    question = "Which moorings were cancelled? Give me the berth and the captain."

    assert len(parts_of(question)) == 2
    assert is_one(asyncio.run(reader.read(question)))


def behind(reader, before, question):
    memory = Memory(asyncio.run(reader.read(before)).best.analysis)
    return asyncio.run(reader.read(question, memory))


def test_how_far_rows_got_does_not_date_them(reader):
    read = behind(reader, "number of moorings per month", "how many got to an arrival?")
    (reached,), (month,) = read.best.analysis.where, read.best.analysis.groups

    assert (read.is_sure, reached.conditions[0].of.name, month.time) == (True, "arrived_on", None)


def test_values_of_one_column_split_what_was_asked(reader):
    read = behind(reader, "how many moorings per month", "break it down by port and starboard")

    assert [getattr(each, "of", None) and each.of.name for each in read.best.analysis.groups] == [
        None,
        "side",
    ]


def test_all_of_them_takes_a_rank_off(reader):
    read = behind(reader, "which berth has the most moorings", "show it for all of them")

    assert (read.is_sure, read.best.analysis.rank.limit) == (True, None)


@pytest.mark.parametrize(
    ("before", "question", "number"),
    [
        ("average days from arrival to leaving by berth", "which take longer than 2 weeks?", 14),
        ("number of moorings by berth", "only the ones over 3", 3),
    ],
)
def test_a_bare_bound_is_on_the_number_before(reader, before, question, number):
    (bound,) = behind(reader, before, question).best.analysis.having

    assert (bound.operator, bound.value) == (">", number)


def test_a_bare_bound_of_nothing_is_not_left_out(reader):
    assert behind(reader, "how many moorings", "only the ones over 3").unknown
