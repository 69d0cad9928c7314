"""Answers from 0 to 10 on recommending, yes and no, and words that brackets explain."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.promoters import tells_score, without_restated
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.readings.parts import parts_of
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "reviews": ["review_id,given_on,branch,likelihood_to_recommend,staff_rating,would_revisit,remark"]
    + [
        f"{n},202{4 + n % 2}-0{1 + n % 5}-1{n % 9},{('Ulm', 'Hof', 'Bonn')[n % 3]},{n % 11},{1 + n % 5},"
        f"{('true', 'false')[n % 3 == 0]},{'' if n % 4 else 'fine'}"
        for n in range(1, 121)
    ],
}
OTHERS = {
    "matches": ["match_id,played_on,ground,recommended_players,goals"]
    + [
        f"{n},2025-0{1 + n % 5}-1{n % 9},{('Ost', 'West')[n % 2]},{20 + n % 12},{n % 6}" for n in range(1, 61)
    ],
}
SCORE = "MEASURE(reviews.net_promoter_score)"


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("feedback"), TABLES, date(2025, 6, 18)) as found:
        yield found


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("matches"), OTHERS, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(
    "question", ["NPS by branch", "net promoter score per branch", "our NPS score by branch"]
)
def test_the_score_is_promoters_less_detractors(reader, question):
    assert SCORE in sql_of(reader, question)


def test_the_score_is_told_in_points(reader):
    model = reader.tools.model.cubes["reviews"]
    sql = model.measures["net_promoter_score"].sql

    assert sql.startswith("100.0 * ")
    assert ">= 9" in sql
    assert "<= 6" in sql


def test_an_average_answer_is_no_score(reader):
    sql = sql_of(reader, "average likelihood to recommend by branch")

    assert "average_likelihood_to_recommend" in sql
    assert SCORE not in sql


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("how many promoters in 2025", "Promoter"),
        ("share of detractors by branch", "Detractor"),
        ("passives (7-8) by branch", "Passive"),
        ("detractors (0-6) in Ulm", "Detractor"),
        ("how many promoters (a 9 or 10) do we have", "Promoter"),
    ],
)
def test_who_answered_how_is_a_group(reader, question, group):
    assert f"'{group}'" in sql_of(reader, question)


def test_other_numbers_make_other_promoters(reader):
    assert not is_read(reader, "share of promoters (8-10) by branch")


def test_the_formula_said_once_more_changes_nothing(reader):
    assert SCORE in sql_of(reader, "NPS (promoters minus detractors, in points) by branch, 2024 next to 2025")
    (whole,) = parts_of("What is our NPS, i.e. % promoters (9-10) minus % detractors (0-6)?")
    assert SCORE in sql_of(reader, whole)


def test_a_formula_of_other_things_is_left():
    tokens = tokens_of("visits (new minus returned)")

    assert not tells_score(tokens[1:])
    assert without_restated(tokens) == tokens


def test_numbers_that_are_no_answers_have_no_promoters(others):
    assert "net_promoter_score" not in others.tools.model.cubes["matches"].measures
    assert not is_read(others, "NPS by ground")


@pytest.mark.parametrize("question", ["would revisit % by branch", "share who would revisit by branch"])
def test_a_yes_in_percent_is_a_share_of_each_group(reader, question):
    sql = sql_of(reader, question)

    assert "OVER ()" not in sql
    assert "would_revisit" in sql


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many wouldn't revisit", "would_revisit = FALSE"),
        ("how many said they would revisit", "would_revisit = TRUE"),
        ("how many said that they would not revisit", "would_revisit = FALSE"),
        ("would not revisit % by branch", "would_revisit = FALSE"),
    ],
)
def test_what_people_said_of_a_yes_or_no_is_that(reader, question, kept):
    assert kept in sql_of(reader, question)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("grumpy reviews (staff rating of 1 or 2) by branch", "staff_rating IN (1, 2)"),
        ("how many grumblers (staff rating below 3) do we have", "staff_rating) < 3"),
        ("share of gloomy reviews (from Ulm)", "branch = 'Ulm'"),
    ],
)
def test_brackets_explain_a_word_for_this_question(reader, question, kept):
    assert kept in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    ["how many grumblers do we have", "grumpy reviews (in short)", "grumpy reviews by branch (Ulm)"],
)
def test_a_word_without_a_condition_in_brackets_stays_unknown(reader, question):
    assert not is_read(reader, question)


def test_the_best_of_a_wanted_share_is_the_highest(reader):
    assert (
        "DESC" in sql_of(reader, "share of promoters by branch, best branch on top").partition("ORDER BY")[2]
    )
    assert not is_read(reader, "share of reviews by branch, best first")


def test_rows_with_a_remark_are_those_that_have_one(reader):
    assert "remark IS NOT NULL" in sql_of(reader, "list reviews with a remark")
    assert "remark IS NOT NULL" not in sql_of(reader, "list reviews with the remark")


def test_how_often_each_is_said_of_those_that_are_ranked(reader):
    (whole,) = parts_of("Which 2 branches occur most often, and how many times each?")

    assert "LIMIT 2" in sql_of(reader, whole)
    assert "LIMIT 2" in sql_of(reader, "the 2 most often named branches")


@pytest.mark.parametrize(
    "question",
    [
        "number of reviews with likelihood to recommend above 7 per branch",
        "rows with staff rating above 3 by branch",
    ],
)
def test_what_is_said_of_rows_behind_their_noun_is_theirs(reader, question):
    assert "HAVING" not in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many reviews did Ulm and Hof each get in 2025",
        "reviews of Ulm and Hof respectively",
        "by how many percent did the reviews of Ulm and Hof each change from 2024 to 2025",
    ],
)
def test_each_of_values_that_are_named_together_has_a_row(reader, question):
    assert "reviews.branch AS branch" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["reviews of Ulm and Hof", "reviews of Ulm and Hof each month"])
def test_values_named_together_are_one_without_it(reader, question):
    assert "reviews.branch AS branch" not in sql_of(reader, question)
