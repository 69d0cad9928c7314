"""Files that are loaded most: what their rows are called, and values that say that they are not."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
STATES = ("Never-married", "Married-civ-spouse", "Divorced")


@pytest.fixture(scope="module")
def sql_of(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    incomes = "".join(
        f"{20 + at % 60},{STATES[at % 3]},{('Female', 'Male')[at % 2]},{('<=50K', '>50K')[at % 5 < 2]}\n"
        for at in range(120)
    )
    tracks = "".join(
        f"t{at},Song {at},{('Luna', 'Kite')[at % 2]},{2000 + at % 20}-03-0{1 + at % 9},{90_000 + at * 1000},"
        f"{('True', 'False')[at % 3 == 0]}\n"
        for at in range(120)
    )
    (folder / "incomes").mkdir()
    (folder / "tracks").mkdir()
    (folder / "incomes" / "adult_income.csv").write_text("age,marital_status,sex,income\n" + incomes, "utf-8")
    header = "track_id,track_name,artist,release_date,duration_ms,explicit\n"
    (folder / "tracks" / "spotify_tracks.csv").write_text(header + tracks, "utf-8")
    engines = {each: DuckDBEngine.open(folder / each) for each in ("incomes", "tracks")}
    readers = {
        name: Reader(SetTools(infer_model(engine).model, engine), TODAY) for name, engine in engines.items()
    }

    def read(name, question):
        found = asyncio.run(readers[name].read(question))
        assert found.is_sure, found
        return found.planned.sql

    yield read
    for each in engines.values():
        each.close()


def test_the_married_are_not_those_who_never_were(sql_of):
    assert "Never" not in sql_of("incomes", "average age of married people")
    assert "'Never-married'" in sql_of("incomes", "how many people were never married")


def test_people_in_a_table_of_incomes_are_its_rows(sql_of):
    assert "DISTINCT" not in sql_of("incomes", "how many people are divorced")


@pytest.mark.parametrize("question", ["tracks per year", "how many explicit tracks are there"])
def test_tracks_are_the_rows_and_not_their_names(sql_of, question):
    sql = sql_of("tracks", question)

    assert 'MEASURE(spotify_tracks."count")' in sql
    assert "track_name" not in sql


def test_the_average_of_a_song_is_of_all_songs(sql_of):
    assert "GROUP BY" not in sql_of("tracks", "average length of a song in minutes")


def test_the_longest_song_is_a_row(sql_of):
    assert "ORDER BY spotify_tracks.duration_ms DESC" in sql_of("tracks", "longest song")
