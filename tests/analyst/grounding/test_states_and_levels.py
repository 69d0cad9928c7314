"""What a sentence says happened to what is counted, what is level, and which of two is the fastest."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.analyst.sentences.spoken_figures import spoken_figures
from svcchat_magic.semantic.query.query import Column, Rows

WORDS = frozenset({"shop", "sale", "cancelled", "visits"})
CARS = (("van", Decimal("9.7")), ("lorry", Decimal("12.2")), ("bike", Decimal("8.1")))


def shops(sentence):
    rows = Rows(
        (Column("shop", "String"), Column("visits", "Int64")), (("Oslo", 96), ("Bern", 93), ("Nice", 40)), 3
    )
    sql = "SELECT s.shop AS shop, COUNT(s.visits) AS visits FROM s GROUP BY 1 ORDER BY 2 DESC"
    return Grounding((fact_table(0, rows, None, sql),), "", "", WORDS).check(sentence).problem


def cars(sentence):
    rows = Rows((Column("car", "String"), Column("average_minutes", "Decimal")), CARS, 3)
    sql = "SELECT s.car AS car, AVG(s.minutes) AS average_minutes FROM s GROUP BY 1"
    return Grounding((fact_table(0, rows, None, sql),), "", "", WORDS).check(sentence).problem


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Oslo had 96 visits.", "Oslo had 96 orders."),
        ("96 visits were recorded in Oslo.", "96 visits were cancelled in Oslo."),
        ("Oslo and Bern are about equally busy.", "Oslo and Nice are about equally busy."),
        ("Oslo and Bern are nearly level.", "Oslo and Bern are tied."),
        ("Bern has roughly as many visits as Oslo.", "Nice has roughly as many visits as Oslo."),
        ("Oslo had 96 visits, three ahead of Bern.", "Oslo had 96 visits, five ahead of Bern."),
        ("Oslo had 26% more than the average.", "Oslo had 36% more than the average."),
        ("Only Nice fell short of 50 visits.", "Only Bern fell short of 95 visits."),
        ("The two smallest shops make 133 together.", "The two smallest shops make 189 together."),
        ("Oslo had 96 visits.", "Oslo had 96%."),
        ("Nice had fewer than 50 visits.", "Nice is the only shop with fewer than 95 visits."),
    ],
)
def test_what_is_counted_is_as_a_sentence_says(true, false):
    assert shops(true) == ""
    assert shops(false) != ""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The bike is the fastest.", "The lorry is the fastest."),
        ("The lorry is the slowest.", "The van is the slowest."),
        ("The van arrives sooner than the lorry.", "The van arrives sooner than the bike."),
        ("The bike takes 8.1 minutes.", "The bike is 8.1 times faster than the lorry."),
    ],
)
def test_the_fastest_takes_the_least_time(true, false):
    assert cars(true) == ""
    assert cars(false) != ""


def test_a_month_that_is_not_over_is_no_fall():
    months = tuple((datetime(2024, at, 1), size) for at, size in ((1, 50), (2, 60), (3, 9)))
    rows = Rows((Column("month", "Timestamp"), Column("visits", "Int64")), months, 3)
    sql = "SELECT DATE_TRUNC('month', s.day) AS month, COUNT(*) AS visits FROM s GROUP BY 1"
    running = replace(fact_table(0, rows, None, sql, today=date(2024, 3, 7)), additive=frozenset({"visits"}))
    over = replace(running, cut=frozenset())

    assert Grounding((over,), "", "", WORDS).check("Visits fell to 9 in March 2024.").problem == ""
    assert Grounding((running,), "", "", WORDS).check("Visits fell to 9 in March 2024.").problem != ""
    assert Grounding((running,), "", "", WORDS).check("Visits so far fell to 9 in March 2024.").problem == ""


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("seven and a half minutes", 7.5),
        ("three out of four took part", 75),
        ("half a million", 500_000),
        ("nine", 9),
    ],
)
def test_numbers_in_words(text, size):
    (figure,) = spoken_figures(text)

    assert float(figure.sizes[0][0]) == size
