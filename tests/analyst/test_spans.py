"""Seasons and terms that a column names: which of them a question means, and changes between them."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.span_names import span_named
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 2, 10)
GAMES = [
    ("2022/23", "2022-09-03"),
    ("2023/24", "2023-09-02"),
    ("2024/25", "2024-08-31"),
    ("2025/26", "2025-08-30"),
]
FEES = [
    ("2023SU", "2023-04-02"),
    ("2023FA", "2023-09-20"),
    ("2024SP", "2024-01-15"),
    ("2024FA", "2024-07-01"),
    ("2025SP", "2024-12-20"),
    ("2025FA", "2025-02-01"),
]


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spans")
    games = [f"{at},{season},{day},{100 + 20 * at},{at % 3}" for at, (season, day) in enumerate(GAMES)]
    fees = [f"{at},{term},{day},{50 + at}" for at, (term, day) in enumerate(FEES)]
    tables = {
        "games": ["game_id,season,kicked_off,crowd,cards", *games],
        "fees": ["fee_id,term_code,paid_on,amount", *fees],
    }
    for name, lines in tables.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(folder)
    yield SetTools(infer_model(engine).model, engine)
    engine.close()


def kept(tools, question, memory=None):
    read = asyncio.run(Reader(tools, TODAY).read(question, memory))
    assert read.is_sure, read.unknown
    return [each.values for each in read.best.analysis.where if hasattr(each, "values")]


@pytest.mark.parametrize(
    ("one", "other"),
    [("24/25", "2024-2025"), ("the 2024/25 season", "AY2024/25"), ("fall 2024", "2024FA"),
     ("Fall term 2024", "FA24"), ("winter 2023/24", "WS23"), ("summer semester 2024", "SoSe 2024"),
     ("T2 2024", "2024-T2")],
)  # fmt: skip
def test_two_names_of_one_stretch_are_the_same(one, other):
    assert span_named(one) == span_named(other) is not None


@pytest.mark.parametrize(
    "text", ["Goal", "2024-09", "23/25", "10/2024", "March 24", "24/7", "A24", "2024-09-03", "T9 2024"]
)
def test_what_is_no_stretch_is_none(text):
    assert span_named(text) is None


def test_a_long_text_is_no_name():
    assert span_named("2024/25 " * 25_000) is None


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("crowd last season", [("2023/24",)]),
        ("crowd this season", [("2024/25",)]),
        ("crowd in 23/24", [("2023/24",)]),
        ("crowd in the season before last", [("2022/23",)]),
        ("crowd two seasons ago", [("2022/23",)]),
        ("crowd in the last two seasons", [("2022/23", "2023/24")]),
        ("crowd since the start of 2023/24", [("2023/24", "2024/25", "2025/26")]),
        ("fees in fall 2024", [("2024FA",)]),
        ("fees this spring", [("2025SP",)]),
        ("fees last fall", [("2024FA",)]),
        ("fees last term", [("2024FA",)]),
        ("fees in the autumn term of 2023", [("2023FA",)]),
    ],
)
def test_the_stretch_is_told_from_the_day_of_the_question(tools, question, values):
    assert kept(tools, question) == values


def test_a_term_that_the_data_do_not_have_is_a_time_of_the_year(tools):
    read = asyncio.run(Reader(tools, TODAY).read("fees in fall 2022"))

    assert "2022-09-01" in read.planned.sql


def test_the_one_before_is_told_from_what_was_asked(tools):
    first = asyncio.run(Reader(tools, TODAY).read("crowd in 2024/25"))

    assert kept(tools, "and the season before?", Memory(first.best.analysis)) == [("2023/24",)]


@pytest.mark.parametrize(
    "question",
    ["% change in crowd 23/24 vs 22/23", "by how many percent did the crowd grow from 2022/23 to 2023/24?",
     "crowd growth from last season to the season before last"],
)  # fmt: skip
def test_a_change_is_of_the_later_stretch_against_the_earlier_one(tools, question):
    async def told():
        events = OfflineAnalyst().answer(Task(question, TODAY), tools)
        return "".join([each.text async for each in events if isinstance(each, AnswerText)])

    assert "for 2023/24 was 120, 20.0% more than for 2022/23 (100)" in asyncio.run(told())


def test_what_was_played_is_no_player(tmp_path):
    tables = {
        "rounds": [
            "round_id,player_id,state,season",
            "1,1,Played,2023/24",
            "2,1,Off,2024/25",
            "3,2,Played,2024/25",
        ],
        "players": ["player_id,player_name", "1,Ann", "2,Bo"],
    }
    for name, lines in tables.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(tmp_path)
    tools = SetTools(infer_model(engine).model, engine)
    found = asyncio.run(Reader(tools, TODAY).read("how many played rounds, season by season"))
    engine.close()

    assert found.is_sure
    assert [each.values for each in found.best.analysis.where] == [("Played",)]
    assert [each.of.name for each in found.best.analysis.groups] == ["season"]
