"""What is said of all rows, of some or of all but one; what a figure is said to be; how a figure moved."""

from datetime import datetime

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.semantic.query.query import Column, Rows

YEARS = "s.day >= '2022-01-01' AND s.day < '2025-01-01'"
SALES = "DATE_TRUNC('year', s.day) AS year, s.shop AS shop, MEASURE(s.sales) AS sales"
COUNTS = (
    ("Oslo", (100, 150, 300)),
    ("Bern", (200, 210, 211)),
    ("Riga", (90, 80, 120)),
    ("Turin", (50, 40, 30)),
)
WORDS = frozenset({"sales", "shop", "shops", "profit"})


def check(sentence):
    rows = tuple((datetime(2022 + at, 1, 1), shop, counts[at]) for at in range(3) for shop, counts in COUNTS)
    columns = (Column("year", "Timestamp"), Column("shop", "String"), Column("sales", "Int64"))
    sql = f"SELECT {SALES} FROM s WHERE {YEARS} GROUP BY 1, 2 ORDER BY 1"
    table = fact_table(0, Rows(columns, rows, len(rows)), None, sql)
    return Grounding((table,), "", "", WORDS).check(sentence).problem


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("All shops grew except Turin.", "All shops grew except Riga."),
        ("Only Turin shrank in 2024.", "Only Oslo grew in 2024."),
        ("Sales of Oslo rose.", "All shops grew."),
        (
            "Sales of Oslo grew faster in 2024 than in 2023.",
            "Sales of Oslo grew faster in 2023 than in 2024.",
        ),
        ("Oslo grew the fastest in 2024.", "Bern grew the fastest in 2024."),
        ("Oslo was the fastest-growing shop in 2024.", "Riga was the fastest-growing shop in 2024."),
        ("Sales of Bern were flat in 2024.", "Sales of Riga were flat in 2024."),
        ("Sales of Bern stayed the same in 2024.", "Sales of Bern stayed the same in 2023."),
        ("Sales of Riga dipped in 2023.", "Sales of Riga rebounded in 2023."),
        ("Sales of Riga rebounded in 2024.", "Sales of Riga evaporated in 2024."),
        ("Bern was ahead of Oslo in 2023.", "Oslo was ahead of Bern in 2023."),
        (
            "Oslo made more than Riga and Turin combined in 2024.",
            "Oslo made more than Bern and Riga combined in 2024.",
        ),
        ("Oslo had the best year of 2024 with 300.", "Oslo had the best year ever with 300."),
        ("Sales of Oslo in 2024 were 300.", "Profit of Oslo in 2024 was 300."),
        ("Oslo made sales of 300 in 2024.", "Oslo made a profit of 300 in 2024."),
        ("Oslo made 300 in 2024.", "Oslo made 300 parcels in 2024."),
        ("Oslo made 300 in 2024.", "Oslo made 300 a week in 2024."),
    ],
)
def test_what_is_said_of_many_rows_is_held_against_them(true, false):
    assert check(true) == ""
    assert check(false) != ""


def shops(sentence):
    rows = Rows((Column("shop", "String"), Column("sales", "Int64")), tuple((a, b[2]) for a, b in COUNTS), 4)
    sql = "SELECT s.shop AS shop, MEASURE(s.sales) AS sales FROM s GROUP BY 1 ORDER BY 2 DESC"
    return Grounding((fact_table(0, rows, None, sql),), "", "", WORDS).check(sentence).problem


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "Oslo has the highest sales among Oslo and Bern: 300.",
            "Oslo has the highest sales among Oslo and Bern: 211.",
        ),
        ("Two shops are above 200.", "Three shops are above 200."),
        ("Two shops are below 150.", "Two shops are below 50."),
        ("The top three make 631.", "The top three make 661."),
        ("The three largest shops make 631 together.", "The three largest shops make 541 together."),
        ("Only Oslo and Bern passed 200.", "Only Oslo passed 200."),
        ("Oslo is the best of the four.", "Oslo is the best of the five."),
        ("The gap between Oslo and Riga is 180.", "The gap between Oslo and Riga is 89."),
    ],
)
def test_rows_are_counted_and_added_as_a_sentence_says(true, false):
    assert shops(true) == ""
    assert shops(false) != ""


def test_a_superlative_is_told_behind_values_that_no_row_goes_by():
    rows = Rows((Column("origin", "String"), Column("sales", "Int64")), (("Oslo", 9), ("Bern", 5)), 2)
    sql = "SELECT s.origin AS origin, MEASURE(s.sales) AS sales FROM s WHERE s.dest IN ('Rome', 'Nice')"
    grounding = Grounding((fact_table(0, rows, None, sql),), "", "", WORDS)

    assert grounding.check("Oslo had the highest sales for Rome and Nice: 9.").problem == ""
    assert grounding.check("Bern had the highest sales for Rome and Nice: 5.").problem != ""
    assert grounding.check("Oslo had the highest sales for Rome and Nice: 9, 64.3% of 14.").problem == ""


def test_the_first_of_a_ranking_in_groups_is_the_best_of_all():
    columns = (Column("city", "String"), Column("kind", "String"), Column("sales", "Int64"))
    rows = Rows(columns, (("Bern", "new", 5), ("Bern", "old", 3), ("Oslo", "new", 9), ("Oslo", "old", 4)), 4)
    sql = "SELECT s.city AS city, s.kind AS kind, MEASURE(s.sales) AS sales FROM s ORDER BY 3 DESC LIMIT 4"
    grounding = Grounding((fact_table(0, rows, None, sql),), "", "", WORDS)

    assert grounding.check("Oslo / new had the highest sales: 9.").problem == ""
    assert grounding.check("Bern / new had the highest sales: 5.").problem != ""
