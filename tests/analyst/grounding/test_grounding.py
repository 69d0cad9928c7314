from datetime import date, datetime
from decimal import Decimal

import pytest

from svcchat_magic.analyst.grounding.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
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
