"""Figures of two periods, beside each other or one behind the other: each is told of its own."""

from datetime import datetime

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.semantic.query.query import Column, Rows

SUM = "MEASURE(s.loads) FILTER (WHERE s.day >= '{0}' AND s.day < '{1}')"
WORDS = frozenset({"loads", "show"})


def check(rows, sql, sentence):
    return Grounding((fact_table(0, rows, None, sql),), "", "", WORDS).check(sentence).problem


def test_the_ends_of_a_change_are_of_the_months_behind_them():
    columns = (Column("show", "String"), Column("loads", "Int64"), Column("loads_before", "Int64"))
    rows = Rows(columns, (("Ada", 47, 38), ("Bob", 20, 30)), 2)
    months = (SUM.format("2025-07-01", "2025-08-01"), SUM.format("2025-06-01", "2025-07-01"))
    sql = f"SELECT s.show AS show, {months[0]} AS loads, {months[1]} AS loads_before FROM s"

    assert check(rows, sql, "Ada grew the most, from 38 in June 2025 to 47 in July 2025.") == ""
    assert check(rows, sql, "Ada grew the most, from 38 in July 2025 to 47 in July 2025.") == "38"
    assert check(rows, sql, "Ada grew the most, from 38 in June 2025 to 47 in June 2025.") == "47"


def test_a_stretch_whose_months_are_the_wrong_way_round_began_a_year_before():
    rows = Rows((Column("loads", "Int64"),), ((10,),), 1)
    sql = f"SELECT {SUM.format('2024-11-01', '2025-03-01')} AS loads FROM s"

    assert check(rows, sql, "There were 10 loads from November to February 2025.") == ""
    assert check(rows, sql, "There were 10 loads from December to February 2025.") != ""


def test_the_growth_of_one_of_several_is_against_its_own_row_before():
    columns = (Column("year", "Timestamp"), Column("show", "String"), Column("loads", "Int64"))
    rows = Rows(
        columns,
        tuple(
            (datetime(year, 1, 1), show, count)
            for year, show, count in (
                (2023, "Ada", 50),
                (2023, "Bob", 40),
                (2024, "Ada", 60),
                (2024, "Bob", 42),
            )
        ),
        4,
    )
    sql = "SELECT DATE_TRUNC('year', s.day) AS year, s.show AS show, MEASURE(s.loads) AS loads FROM s"

    assert check(rows, sql, "Loads of Bob grew by 5% in 2024.") == ""
    assert check(rows, sql, "Loads of Bob fell by 30% in 2024.") != ""


def test_a_course_goes_from_the_earlier_figure_to_the_later_one():
    months = tuple(
        (datetime(2024, month, 1), count) for month, count in ((1, 90), (2, 120), (3, 60), (4, 75))
    )
    rows = Rows((Column("month", "Timestamp"), Column("loads", "Int64")), months, 4)
    sql = "SELECT DATE_TRUNC('month', s.day) AS month, MEASURE(s.loads) AS loads FROM s"

    assert check(rows, sql, "Loads went from 90 to 75.") == ""
    assert check(rows, sql, "Loads went from 75 to 90.") != ""
    assert check(rows, sql, "Loads ranged from 60 to 120.") == ""
    assert check(rows, sql, "Loads ranged from 75 to 120.") != ""
    assert check(rows, sql, "Since February 2024 loads have fallen.") == ""
    assert check(rows, sql, "Since February 2024 loads have risen.") != ""


def test_how_far_two_figures_are_apart_is_no_number_of_rows():
    columns = (Column("show", "String"), Column("loads", "Int64"))
    rows = Rows(columns, (("Ada", 11), ("Bob", 4), ("Cy", 2)), 3)
    table = fact_table(0, rows, None, "SELECT s.show AS show, MEASURE(s.loads) AS loads FROM s")

    for said, is_true in (
        ("Next comes Bob (4), seven less.", True),
        ("Next comes Bob (4), three less.", False),
    ):
        grounding = Grounding((table,), "", "", WORDS)
        grounding.check("Ada has the most: 11 loads.")
        assert (grounding.check(said).problem == "") is is_true
