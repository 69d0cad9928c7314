"""Dates and names that a sentence puts in other words than the rows: a year of quarters, a week of days."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.facts.wider_times import widened
from svcchat_magic.analyst.sentences.sentences import Sentences
from svcchat_magic.analyst.sentences.spoken_dates import spoken_dates
from svcchat_magic.analyst.sentences.spoken_figures import spoken_figures
from svcchat_magic.semantic.query.query import Column, Rows


def days_of(text):
    return [each.stretch(2024) for each in spoken_dates(text)]


def percents_of(text):
    return [round(each.sizes[0][0]) for each in spoken_figures(text) if each.is_percent]


def test_a_week_is_seven_days():
    assert days_of("in the week of 1 September 2025") == [(date(2025, 9, 1), date(2025, 9, 8))]
    assert days_of("in the week of September 1, 2025") == [(date(2025, 9, 1), date(2025, 9, 8))]


def test_a_listed_date_is_of_the_year_behind_the_list():
    assert [each.year for each in spoken_dates("in Q1 and Q3 2023")] == [2023, 2023]
    assert [each.year for each in spoken_dates("from November to February 2025")] == [0, 2025]


def test_one_in_four_is_a_share_and_two_rows_in_ten_cities_are_none():
    assert percents_of("One in four bookings is cancelled.") == [25]
    assert percents_of("Roughly one complaint in three is about a delay.") == [33]
    assert percents_of("There were 2 sessions in 10 cities.") == []
    assert percents_of("Every quarter was better.") == []


def test_a_number_of_whole_thousands_is_no_number_with_three_decimals():
    (figure,) = spoken_figures("over 9,000")

    assert [int(size) for size, _ in figure.sizes] == [9000]


def test_there_is_one_is_a_count():
    assert [int(each.sizes[0][0]) for each in spoken_figures("there is one total order")] == [1]
    assert spoken_figures("This one is better.") == ()


@pytest.mark.parametrize("piece", [1, 7, 200])
def test_a_sentence_is_not_cut_inside_of_a_name(piece):
    cutter = Sentences()
    cutter.keep_whole({"golden forum vol. 2"})
    text = "First is Golden Forum Vol. 2 (45). Next is Harbour. The end is Golden Forum Vol. "

    found = [each for at in range(0, len(text), piece) for each in cutter.feed(text[at : at + piece])]
    found += cutter.end()

    assert "".join(found) == text
    assert found[0] == "First is Golden Forum Vol. 2 (45). "
    assert found[-1].startswith("The end is ")


def quarters(count, additive=frozenset({"visits"})):
    rows = tuple((datetime(2023 + at // 4, at % 4 * 3 + 1, 1), 10 + at) for at in range(count))
    table = fact_table(
        0,
        Rows((Column("quarter", "Timestamp"), Column("visits", "Int64")), rows, count),
        None,
        "SELECT DATE_TRUNC('quarter', v.day) AS quarter, MEASURE(v.visits) AS visits FROM v GROUP BY 1",
    )
    return widened((replace(table, additive=additive),))


def test_quarters_add_up_to_halves_and_years_as_far_as_they_are_whole():
    half, year = quarters(6)

    assert [cell.value for row in half.figures for cell in row] == [21, 25, 29]
    assert [cell.value for row in year.figures for cell in row] == [46]


def test_what_does_not_add_up_makes_no_year():
    assert quarters(8, additive=frozenset()) == ()
