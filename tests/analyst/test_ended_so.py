"""Rows that were won or lost, by values that are the verbs; and orders by how many of these there are."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
TEAMS = ["team_id,team,league", *(f"{at},Team {at},{('North', 'South')[at % 2]}" for at in range(1, 9))]
GAMES = [
    "game_id,team_id,played_on,result,ticket_type,goals",
    *(
        f"{at},{1 + at % 8},2024-{1 + at % 12:02}-0{1 + at % 9},{('win', 'lose', 'draw')[at * 5 % 7 % 3]},"
        f"{('Sale', 'Gift')[at % 2]},{at % 6}"
        for at in range(200)
    ),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("games"), {"teams": TEAMS, "games": GAMES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how many games were lost", "lose"),
        ("lost games by league", "lose"),
        ("games that were won by league", "win"),
        ("won games by month", "win"),
    ],
)
def test_what_was_won_has_the_value_win(games, question, value):
    assert f"result = '{value}'" in sql_of(games, question)


@pytest.mark.parametrize("question", ["which teams lost the most goals", "how many games were played"])
def test_other_verbs_keep_no_rows(games, question):
    assert "result =" not in sql_of(games, question)


def test_what_was_sold_is_no_sale_of_tickets(games):
    assert not is_read(games, "how many games were sold") or "'Sale'" not in sql_of(
        games, "how many games were sold"
    )


@pytest.mark.parametrize(
    "question", ["top 3 teams by number of lost games", "top 3 teams by number of games that were lost"]
)
def test_an_order_by_some_of_the_rows(games, question):
    asked = " ".join(sql_of(games, question).split())

    assert "result = 'lose'" in asked
    assert "ORDER BY 2 DESC NULLS LAST, 1 LIMIT 3" in asked
