"""How many rows lie beyond a bound, how long a move went on, and where one came to."""

from datetime import datetime

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.semantic.query.query import Column, Rows

RATES = ("0.034", "0.024", "0.016", "0.015", "0.048", "0.019", "0.025")
COUNTS = (14, 8, 14, 6, 13, 18, 11, 8, 7, 13, 10, 5)
PROFITS = (
    ("Phones", 318),
    ("Paper", 113),
    ("Binders", 70),
    ("Supplies", -5),
    ("Storage", -26),
    ("Tables", -30),
)
WORDS = frozenset({"rate", "signups", "month", "profit", "revenue", "item", "items", "trips", "day", "days"})


def checked(columns, rows, sql):
    table = fact_table(0, Rows(columns, tuple(rows), len(rows)), None, sql)
    return lambda sentence: Grounding((table,), "", "", WORDS).check(sentence).problem


@pytest.fixture
def rates():
    rows = [(datetime(2024 + at // 4, at % 4 * 3 + 1, 1), float(rate)) for at, rate in enumerate(RATES)]
    sql = (
        "SELECT DATE_TRUNC('quarter', s.day) AS quarter, MEASURE(s.rate) AS rate FROM s GROUP BY 1 ORDER BY 1"
    )
    return checked((Column("quarter", "Timestamp"), Column("rate", "Double")), rows, sql)


@pytest.fixture
def signups():
    rows = [(datetime(2024, at + 1, 1), count) for at, count in enumerate(COUNTS)]
    sql = "SELECT DATE_TRUNC('month', s.day) AS month, COUNT(s.id) AS signups FROM s GROUP BY 1 ORDER BY 1"
    return checked((Column("month", "Timestamp"), Column("signups", "Int64")), rows, sql)


@pytest.fixture
def profits():
    sql = "SELECT s.item AS item, SUM(s.profit) AS profit FROM s GROUP BY 1 ORDER BY 2 DESC"
    return checked((Column("item", "String"), Column("profit", "Int64")), PROFITS, sql)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The rate rose to 4.8% in Q1 2025.", "The rate rose by 4.8% in Q1 2025."),
        ("The rate fell from 3.4% to 1.5%.", "The rate rose from 3.4% to 1.5%."),
        ("The rate fell below 2% in Q2 2025.", "The rate fell below 1% in Q2 2025."),
        ("The rate rose above 2% in Q3 2025.", "The rate rose above 2% in Q2 2025."),
        ("The rate fell every quarter in 2024.", "The rate fell every quarter in 2025."),
        ("Throughout 2024 the rate came down.", "Throughout 2024 the rate went up."),
        ("In 2024 the rate fell from 3.4% to 1.5%.", "In 2024 the rate fell from 4.8% to 1.9%."),
    ],
)
def test_where_a_rate_went_in_a_longer_time_than_its_rows(rates, true, false):
    assert rates(true) == ""
    assert rates(false) != ""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "After June, signups fell for three straight months.",
            "After June, signups fell for four straight months.",
        ),
        ("Signups fell three months in a row.", "Signups fell four months in a row."),
        ("Signups rose for two consecutive months.", "Signups rose for three consecutive months."),
        ("After June signups fell.", "After June signups rose."),
        ("Signups exceeded 12 in five months.", "Signups exceeded 12 in six months."),
        (
            "Signups stayed below 9 in five of the twelve months.",
            "Signups stayed below 9 in four of the twelve months.",
        ),
        (
            "All but one of the months had fewer than 15 signups.",
            "All but one of the months had fewer than 14 signups.",
        ),
        ("All but three months were below 14.", "All but two months were below 14."),
    ],
)
def test_months_are_counted_and_moves_in_a_row(signups, true, false):
    assert signups(true) == ""
    assert signups(false) != ""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "Three items lose money: Supplies, Storage and Tables.",
            "Two items lose money: Storage and Tables.",
        ),
        ("Three items make a loss.", "Four items make a loss."),
        ("Tables made a loss.", "Paper made a loss."),
        ("Phones are the most profitable.", "Paper is the most profitable."),
        ("Two items, Phones and Paper, exceed 100.", "Two items, Phones and Binders, exceed 100."),
        ("Phones made more than Paper and Binders combined.", "Paper out-earned Phones."),
        ("Storage and Tables are both in the red.", "Only Tables is in the red."),
        ("The top three make 501 of the 440.", "The top three make 501 of the 500."),
        ("One item is above 300.", "One item is above 100."),
    ],
)
def test_losses_are_bounds_of_zero(profits, true, false):
    assert profits(true) == ""
    assert profits(false) != ""


def test_two_figures_of_one_unit_are_a_range():
    rows = (("Direct", 0.119), ("Agent", 0.135), ("Phone", 0.059))
    sql = "SELECT s.item AS item, MEASURE(s.rate) AS rate FROM s GROUP BY 1"
    check = checked((Column("item", "String"), Column("rate", "Double")), rows, sql)

    assert check("Direct and Agent are at around 12 to 13 percent.") == ""
    assert check("Direct and Phone are at around 12 to 13 percent.") != ""
    assert check("Roughly a third of Agent is cancelled.") != ""


def test_weekends_are_added_up_of_their_days():
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    rows = tuple(zip(days, (10, 10, 10, 10, 20, 30, 10), strict=True))
    sql = "SELECT s.day AS weekday, SUM(s.trips) AS trips FROM s GROUP BY 1"
    check = checked((Column("weekday", "String"), Column("trips", "Int64")), rows, sql)

    assert check("Two of the seven days had more than 15 trips.") == ""
    assert check("Three of the seven days had more than 15 trips.") != ""


def test_a_bound_of_the_query_is_not_another_one():
    sql = "SELECT COUNT(s.id) AS courses FROM s WHERE s.price < 50"
    check = checked((Column("courses", "Int64"),), ((49,),), sql)

    assert check("There are 49 courses with a price under 50.") == ""
    assert check("There are 49 courses with a price under 56.") != ""


def test_what_is_called_the_best_must_be_a_row():
    rows = (("Supplies", "new"), ("Tables", "old"))
    check = checked(
        (Column("item", "String"), Column("state", "String")),
        rows,
        "SELECT s.item AS item, s.state AS state FROM s",
    )

    assert check("There are two items.") == ""
    assert check("Profit Item is our best item.") != ""


def test_rows_lie_between_two_bounds_and_share_an_end(profits):
    assert profits("Binders and Paper lie between 70 and 113.") == ""
    assert profits("Binders and Phones lie between 70 and 113.") != ""
    assert profits("Storage and Tables made the least.") == ""
    assert profits("Supplies and Storage made the least.") != ""


def test_what_never_happened_is_held_against_all_months_of_a_time(signups):
    assert signups("In the first quarter signups never dropped below 8.") == ""
    assert signups("In the second quarter signups never dropped below 8.") != ""
    assert signups("Signups never exceeded 18.") == ""
    assert signups("Signups never exceeded 14.") != ""


def test_the_most_reliable_has_the_fewest_of_what_is_unwanted():
    rows = (("Agent", 0.135), ("Direct", 0.119), ("Phone", 0.059))
    sql = "SELECT s.item AS item, MEASURE(s.rate) AS cancellation_rate FROM s GROUP BY 1"
    check = checked((Column("item", "String"), Column("cancellation_rate", "Double")), rows, sql)

    assert check("Phone is the most reliable, with a cancellation rate of 5.9%.") == ""
    assert check("Agent is the most reliable, with a cancellation rate of 13.5%.") != ""
    assert check("Agent is the most problematic, with a cancellation rate of 13.5%.") == ""
    assert check("Phone is the most problematic, with a cancellation rate of 5.9%.") != ""


def test_a_quality_says_nothing_of_what_is_wanted(profits):
    assert profits("Phones are the most reliable.") != ""


def test_growth_is_no_revenue():
    names = ("quarter", "revenue", "revenue_before", "change", "percent_change")
    rows = tuple(
        (datetime(2024, month, 1), new, old, new - old, (new - old) / old)
        for month, new, old in ((1, 60.0, 90.0), (4, 90.0, 60.0), (7, 120.0, 90.0), (10, 126.0, 120.0))
    )
    columns = (Column("quarter", "Timestamp"), *(Column(each, "Double") for each in names[1:]))
    sql = "SELECT DATE_TRUNC('quarter', s.day) AS quarter, MEASURE(s.revenue) AS revenue FROM s GROUP BY 1"
    check = checked(columns, rows, sql)

    assert check("Revenue rose in Q3.") == ""
    assert check("Revenue fell in Q3.") != ""
    assert check("Q4 had the highest revenue.") == ""
    assert check("Q2 had the highest revenue.") != ""


def test_a_name_that_begins_with_behind_compares_nothing():
    rows = (("Behind the Scenes", 5), ("Curator's Talk", 9))
    check = checked(
        (Column("item", "String"), Column("trips", "Int64")),
        rows,
        "SELECT s.item AS item, SUM(s.trips) AS trips FROM s GROUP BY 1",
    )

    assert check("The items are Curator's Talk, Behind the Scenes and no other.") == ""
    assert check("Curator's Talk is behind Behind the Scenes.") != ""
    assert check("Curator's Talk made 9 trips, 80% more than Behind the Scenes (5).") == ""
    assert check("Curator's Talk made 9 trips, 70% more than Behind the Scenes (5).") != ""


def test_rows_of_two_names_are_compared_by_both():
    rows = (("Chairs", "North", 5), ("Chairs", "South", 9), ("Lamps", "North", 7), ("Lamps", "South", 4))
    columns = (Column("kind", "String"), Column("area", "String"), Column("sales", "Int64"))
    check = checked(
        columns, rows, "SELECT s.kind AS kind, s.area AS area, SUM(s.sales) AS sales FROM s GROUP BY 1, 2"
    )

    assert check("Chairs in the South made more than Chairs in the North.") == ""
    assert check("Chairs in the North made more than Chairs in the South.") != ""
    assert check("Lamps in the North made more than in the South.") == ""
    assert check("Lamps in the South made more than in the North.") != ""
    assert check("Lamps made more than Chairs in the North.") == ""
    assert check("Chairs made more than Lamps in the North.") != ""
