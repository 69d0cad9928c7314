"""Files as they are downloaded: sums by place, words of names, rows of one name, years of release."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.following.memory import Memory
from tests.analyst.small_models import readers_over

TODAY = date(2017, 1, 5)
ROWS = range(120)
NAMES = ("Zorda: The Fall", "Zorda", "Return of Zorda", "Little Kart", "Little Farm", "Marionette")
GAMES = pandas.DataFrame({
    "Name": [NAMES[at % 6] if at < 60 else f"Level {at}" for at in ROWS],
    "Platform": [("Wii", "PS2", "PC")[at // 6 % 3] for at in ROWS],
    "Year_of_Release": ["N/A" if at % 20 == 19 else str(2000 + at % 10) for at in ROWS],
    "Publisher": [("Amber", "Birch")[at % 2] for at in ROWS],
    "NA_Sales": [at * 0.03 for at in ROWS],
    "EU_Sales": [at * 0.02 for at in ROWS],
    "JP_Sales": [at % 7 * 0.01 for at in ROWS],
    "Global_Sales": [at * 0.06 for at in ROWS],
    "Critic_Score": [50 + at % 50 for at in ROWS],
    "Rating": [("E", "T", "M", "E10+")[at % 4] for at in ROWS],
    "Languages": [("English", "English, French", "French, German", "German, English")[at % 4] for at in ROWS],
    "User_Score": ["tbd" if at % 4 else str(5 + at % 5) for at in ROWS],
})  # fmt: skip


@pytest.fixture(scope="module")
def reader():
    with readers_over({"vgsales": GAMES}, TODAY) as readers:
        yield readers["vgsales"]


def sql_of(reader, question, before=""):
    memory = Memory(asyncio.run(reader.read(before)).best.analysis) if before else None
    found = asyncio.run(reader.read(question, memory))
    return " ".join(found.planned.sql.split()) if found.is_sure else ""


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("sales in North America, Europe and Japan by platform", ("na_sales", "eu_sales", "jp_sales")),
        ("sales in the EU and JP by platform", ("eu_sales", "jp_sales")),
        ("what did Amber sell in Europe", ("total_eu_sales)", "'Amber'")),
        ("what percentage of worldwide sales comes from Europe", ("total_eu_sales) * 1.0", "global_sales")),
        ("which publishers sold more in Japan than in Europe", ("total_jp_sales) > MEASURE",)),
    ],
)
def test_sums_told_apart_by_place_are_those_of_the_places(reader, question, parts):
    sql = sql_of(reader, question)

    assert all(each in sql for each in parts), sql


def test_a_place_alone_narrows_sums_and_no_counts(reader):
    sql = sql_of(reader, "and in Europe only?", "global sales by platform")

    assert "total_eu_sales" in sql
    assert "global_sales" not in sql
    assert not sql_of(reader, "and in Europe only?", "games by platform")


@pytest.mark.parametrize(
    "question",
    [
        "list all Zorda games",
        "how many zorda games are there",
        "games with Little in the name",
    ],
)
def test_a_word_of_several_names_keeps_all_of_these(reader, question):
    sql = sql_of(reader, question).lower()

    assert "ilike '%zorda%'" in sql or "ilike '%little%'" in sql, sql


@pytest.mark.parametrize(
    "question",
    [
        "how many little games are there",
        "sales of the game Zorda",
        "the game called Marionette",
        "Zorda by platform",
    ],
)
def test_a_word_of_names_is_not_taken_for_anything_else(reader, question):
    assert "ILIKE" not in sql_of(reader, question)


def test_rows_of_one_name_are_bounded_each(reader):
    sql = sql_of(reader, "how many games have a critic score of at least 90")

    assert "critic_score >= 90" in sql
    assert "GROUP BY" not in sql


def test_an_average_that_is_asked_for_is_that_of_each_name(reader):
    assert "GROUP BY" in sql_of(reader, "how many games have an average critic score over 90")


@pytest.mark.parametrize(
    "question",
    ["global sales of games of 2004", "how many games came out in 2004", "games released in 2004"],
)
def test_games_of_a_year_came_out_in_it(reader, question):
    assert "2004" in sql_of(reader, question)


def test_a_year_behind_by_groups_and_the_period_keeps(reader):
    sql = sql_of(reader, "global sales by release year since 2005")

    assert "GROUP BY" in sql
    assert "2005" in sql


def test_what_is_no_number_yet_is_missing(reader):
    assert "user_score IS NULL" in sql_of(reader, "how many games have no user score")
    assert "average_user_score" in sql_of(reader, "average user score by platform")


def test_games_are_titles(reader):
    assert '"count"' in sql_of(reader, "number of titles per platform")


@pytest.mark.parametrize(
    ("question", "kept"), [("how many games are rated M", "= 'M'"), ("games not rated T", "<> 'T'")]
)
def test_a_rating_is_said_by_its_verb(reader, question, kept):
    assert f"rating {kept}" in sql_of(reader, question)


def test_ratings_by_age_are_told_by_their_values(reader):
    assert "rating AS rating" in sql_of(reader, "average critic score by age rating")
    assert not sql_of(reader, "average critic score by safety rating")


def test_texts_that_name_several_say_so(reader):
    dimensions = reader.tools.model.cubes["vgsales"].dimensions

    assert [each.name for each in dimensions.values() if "name several in one" in each.description] == [
        "languages"
    ]
