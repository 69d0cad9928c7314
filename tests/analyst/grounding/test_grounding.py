from datetime import date, datetime
from decimal import Decimal

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.sentences.relative_dates import relative_dates
from svcchat_magic.semantic.query.query import Column, Rows

REGIONS = Rows(
    (Column("region", "String"), Column("revenue", "Double"), Column("rate", "Double")),
    (
        ("Europe", Decimal("1234567.8"), Decimal("0.153")),
        ("Asia", Decimal("800000"), Decimal("0.21")),
        ("Africa", Decimal("65432.1"), Decimal("0.0525")),
    ),
    3,
)
MONTHS = Rows(
    (Column("month", "Timestamp"), Column("orders", "Int64")),
    tuple((datetime(2024, month, 1), count) for month, count in ((1, 120), (2, 150), (3, 90))),
    3,
)


def check(sentence: str, *, question: str = "How is business?") -> str:
    """What the check does not find in a sentence."""
    tables = (fact_table(0, REGIONS, None), fact_table(1, MONTHS, None))
    return (
        Grounding(tables, question, question, frozenset({"revenue", "orders", "rate"}))
        .check(sentence)
        .problem
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue in Europe was 1,234,568.",
        "Revenue in Europe was 1.23 million, in Asia 800,000.",
        "Europe (1.2M) is ahead of Asia (0.8M).",
        "**Europe** made € 1,234,567.80.",
        "Europa ist nicht dabei, aber Asia mit 800.000.",
        "Europe and Asia made 1,234,568 and 800,000.",
        "The rate in Asia is 21 %.",
        "The rate in Africa is 5.25% and in Europe 15.3%.",
        "All 3 regions together made 2.1 million.",
        "Asia made 38.1% of the total of 2.1 million.",
        "Europe made 434,568 more than Asia.",
        "Europe has the highest revenue.",
        "Africa has the lowest revenue with 65,432.",
        "Orders rose from 120 in January to 150 in February 2024.",
        "Orders rose by 25% in February.",
        "Orders fell by 40% in March.",
        "They peaked in February at 150.",
        "In March 2024 there were 90 orders.",
        "This looks like a season.",
        "Overall, business is concentrated.",
    ],
)
def test_a_sentence_that_the_rows_bear_out_is_told(sentence):
    assert check(sentence) == ""


@pytest.mark.case("M02")
@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("Revenue in Europe was 1,234,569.", "1,234,569"),
        ("Revenue in Europe was 800,000.", "800,000"),
        ("Revenue in Asia was 1.3 million.", "1.3 million"),
        ("Europe and Asia made 800,000 and 1,234,568.", "800,000"),
        ("The rate in Asia is 22 %.", "22 %"),
        ("Asia made 41% of the total.", "41%"),
        ("Atlantis has the highest revenue.", "Atlantis"),
        ("In Europe, Berlin leads.", "Berlin"),
        ("Asia has the highest revenue.", "Asia has the highest revenue."),
        ("Europe has the lowest revenue.", "Europe has the lowest revenue."),
        (
            "Orders fell from 120 in January to 150 in February 2024.",
            "Orders fell from 120 in January to 150 in February 2024.",
        ),
        ("Orders rose by 40% in March.", "Orders rose by 40% in March."),
        ("In March 2024 there were 150 orders.", "150"),
        ("In March 2023 there were 90 orders.", "March 2023"),
        ("Orders grew tenfold to 1,500.", "tenfold"),
        ("See https://evil.example/?q=Europe for more.", "https://evil.example/?q=Europe"),
        ("![Europe](http://evil.example)", "!["),
        ("<img src=x>", "<img"),
    ],
)
def test_a_sentence_that_they_do_not_is_struck(sentence, problem):
    assert check(sentence) == problem


def test_the_plural_of_a_short_name_is_that_name():
    tables = (fact_table(0, REGIONS, None),)
    assert Grounding(tables, "", "", frozenset({"id"})).check("All IDs are in Europe.").problem == ""


def test_a_month_that_is_not_over_is_left_out_of_the_lowest_and_no_other_is():
    months = ((1, 120), (2, 150), (3, 90), (4, 20), (5, 0))
    rows = Rows(
        (Column("month", "Timestamp"), Column("orders", "Int64")),
        tuple((datetime(2024, month, 1), count) for month, count in months),
        5,
    )
    said = "Orders were lowest in March 2024."

    found = [
        Grounding((fact_table(0, rows, None, today=today),), "", "", frozenset({"orders"})).check(said)
        for today in (date(2024, 4, 9), date(2024, 6, 1))
    ]

    assert [each.problem for each in found] == ["", said]


def test_what_is_over_is_not_told_to_go_on():
    table = fact_table(1, MONTHS, None, today=date(2024, 3, 9))
    grounding = Grounding((table,), "", "", frozenset({"orders"}))

    assert grounding.check("March 2024 is not over yet.").problem == ""
    assert grounding.check("January 2024 is not over yet.").problem != ""


def test_the_places_of_an_order_are_no_numbers_that_were_asked_for():
    rows = Rows((Column("shop", "String"), Column("n", "Int64")), (("A", 9), ("B", 8)), 2)
    sql = "SELECT shops.name AS shop, MEASURE(s.n) AS n FROM s GROUP BY 1 HAVING MEASURE(s.n) > 5"
    sql += " ORDER BY 2 DESC, 1"
    grounding = Grounding((fact_table(0, rows, None, sql),), "", "", frozenset({"shop"}))

    assert grounding.check("2 shops have over 5.").problem == ""
    assert grounding.check("2 shops have over 1.").problem == "1"


def test_a_name_that_is_a_number_is_a_figure_in_brackets():
    columns = (Column("id", "String"), Column("team", "String"), Column("days", "Int64"))
    rows = Rows(columns, (("39", "Red", 12), ("41", "Blue", 39), ("7", "Red", 5)), 3)
    grounding = Grounding((fact_table(0, rows, None),), "", "", frozenset({"days"}))

    assert grounding.check("41 / Blue (39) is ahead of 39 / Red (12).").problem == ""
    assert grounding.check("7 / Blue (39) is next.").problem != ""
    assert grounding.check("41 / Blue (41) is next.").problem == ""  # its own number
    assert grounding.check("7 / Red (41) is next.").problem == "41"


def test_a_share_of_two_periods_is_compared_by_the_days_of_its_filters():
    whole = "MEASURE(c.n) FILTER (WHERE c.day >= '{0}' AND c.day < '{1}')"
    part = whole.replace("WHERE", "WHERE c.way = 'In' AND")
    quarters = (("2025-04-01", "2025-07-01"), ("2025-01-01", "2025-04-01"))
    shares = [f"{part.format(*each)} / {whole.format(*each)}" for each in quarters]
    rows = Rows((Column("share", "Double"), Column("share_before", "Double")), ((0.868, 0.872),), 1)
    table = fact_table(0, rows, None, f"SELECT {shares[0]} AS share, {shares[1]} AS share_before FROM c")
    grounding = Grounding((table,), "", "", frozenset({"share"}))

    assert grounding.check("In Q2 2025 it was 86.8%, 0.4 points lower than in Q1 2025.").problem == ""
    assert grounding.check("In Q2 2025 it was 86.8%, 0.4 points higher than in Q1 2025.").problem != ""


def test_a_date_that_is_told_from_today_on_is_that_of_its_column():
    months = (("2024-12-01", "2025-01-01"), ("2024-11-01", "2024-12-01"))
    columns = [f"MEASURE(o.n) FILTER (WHERE o.day >= '{one}' AND o.day < '{two}')" for one, two in months]
    rows = Rows((Column("orders", "Int64"), Column("orders_before", "Int64")), ((310, 250),), 1)
    table = fact_table(0, rows, None, f"SELECT {columns[0]} AS orders, {columns[1]} AS orders_before FROM o")
    grounding = Grounding(
        (table,), "orders last month", "", frozenset({"orders"}), calendar=Calendar(date(2025, 1, 10))
    )

    assert grounding.check("Last month there were 310 orders.").problem == ""
    assert grounding.check("Last month there were 250 orders.").problem == "250"
    assert grounding.check("This month there were 310 orders.").problem == "This month"
    assert grounding.asked_for.misses() == ()


@pytest.mark.parametrize(
    ("question", "asked", "is_covered"),
    [
        ("orders last month", ("2024-12-01", "2025-01-01"), True),
        ("orders last month", ("2024-01-01", "2025-01-01"), False),
        ("orders in the last 30 days", ("2024-12-11", "2025-01-10"), True),
        ("orders in the last 30 days", ("2024-12-20", "2025-01-10"), True),  # a part of it
        ("orders in the last 30 days", ("2024-11-11", "2025-01-10"), False),
        ("orders this month", ("2025-01-01", "2025-02-01"), True),
        ("orders yesterday", ("2025-01-10", "2025-01-11"), False),
        ("orders of the previous quarter", ("2024-07-01", "2024-10-01"), False),
    ],
)
def test_a_relative_period_of_the_question_is_held_against_the_query(question, asked, is_covered):
    first, behind = map(date.fromisoformat, asked)

    found = relative_dates(question, Calendar(date(2025, 1, 10)))

    assert [each.is_covered({(first, behind), (first, date.max)}) for each in found] == [is_covered]


def test_numbers_of_the_question_may_be_repeated():
    assert check("No region made more than 1 million.") == "1 million"
    assert check("No region made more than 1 million.", question="Which regions made over 1 million?") == ""


def test_how_many_different_keys_there_are_is_a_figure_and_a_key_is_none():
    rows = Rows((Column("class", "String"), Column("distinct_sku_code", "Int64")), (("Slow", 30),), 1)
    keys = Rows((Column("class", "String"), Column("sku_code", "Int64")), (("Slow", 30),), 1)

    told = [
        Grounding((fact_table(0, each, None),), "", "", frozenset({"skus"})).check("Slow has 30 SKUs.")
        for each in (rows, keys)
    ]

    assert [each.problem for each in told] == ["", "30"]
