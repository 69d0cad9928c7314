"""Phrases of time and the days that they mean, worked out by hand on a calendar; phrases that mean none."""

from dataclasses import replace
from datetime import date

import pytest

from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.linking.calendar import calendar_of
from svcchat_magic.semantic.model.model import ModelSettings
from tests.analyst.shop import small_model
from tests.analyst.times import hours_of, spans_of

TODAY = date(2025, 1, 10)  # a Friday, in week 2

DAYS = [
    # Years
    ("2024", "2024-01-01", "2025-01-01"),
    ("in the year 2023", "2023-01-01", "2024-01-01"),
    ("in calendar year 2023", "2023-01-01", "2024-01-01"),
    ("throughout 2024", "2024-01-01", "2025-01-01"),
    ("over the course of 2024", "2024-01-01", "2025-01-01"),
    ("in '24", "2024-01-01", "2025-01-01"),
    ("in the 1990s", "1990-01-01", "2000-01-01"),
    ("last year", "2024-01-01", "2025-01-01"),
    ("previous year", "2024-01-01", "2025-01-01"),
    ("the year before last", "2023-01-01", "2024-01-01"),
    ("two years ago", "2023-01-01", "2024-01-01"),
    ("a year ago", "2024-01-01", "2025-01-01"),
    ("this year", "2025-01-01", "2026-01-01"),
    ("the current year", "2025-01-01", "2026-01-01"),
    ("last 2 years", "2023-01-01", "2025-01-01"),
    ("the past five calendar years", "2020-01-01", "2025-01-01"),
    # Halves, quarters
    ("H1 2024", "2024-01-01", "2024-07-01"),
    ("H2", "2024-07-01", "2025-01-01"),
    ("H2 23", "2023-07-01", "2024-01-01"),
    ("1H 2024", "2024-01-01", "2024-07-01"),
    ("first half of 2024", "2024-01-01", "2024-07-01"),
    ("the second half of last year", "2024-07-01", "2025-01-01"),
    ("Q1 24", "2024-01-01", "2024-04-01"),
    ("Q1 2024", "2024-01-01", "2024-04-01"),
    ("Q1/24", "2024-01-01", "2024-04-01"),
    ("Q1 '24", "2024-01-01", "2024-04-01"),
    ("2024-Q3", "2024-07-01", "2024-10-01"),
    ("2024Q3", "2024-07-01", "2024-10-01"),
    ("2024 Q3", "2024-07-01", "2024-10-01"),
    ("3Q24", "2024-07-01", "2024-10-01"),
    ("quarter 2 of 2023", "2023-04-01", "2023-07-01"),
    ("the 4th quarter of 2023", "2023-10-01", "2024-01-01"),
    ("third quarter", "2024-07-01", "2024-10-01"),
    ("Q2 of last year", "2024-04-01", "2024-07-01"),
    ("Q4 of the year before last", "2023-10-01", "2024-01-01"),
    ("last quarter", "2024-10-01", "2025-01-01"),
    ("last complete quarter", "2024-10-01", "2025-01-01"),
    ("the quarter before last", "2024-07-01", "2024-10-01"),
    ("this quarter", "2025-01-01", "2025-04-01"),
    ("last four quarters", "2024-01-01", "2025-01-01"),
    ("the last quarter of 2023", "2023-10-01", "2024-01-01"),
    ("the first two quarters of 2023", "2023-01-01", "2023-07-01"),
    # Months
    ("March 2024", "2024-03-01", "2024-04-01"),
    ("mar 24", "2024-03-01", "2024-04-01"),
    ("mar-24", "2024-03-01", "2024-04-01"),
    ("in March 24", "2024-03-01", "2024-04-01"),
    ("Mar '24", "2024-03-01", "2024-04-01"),
    ("sept. 2023", "2023-09-01", "2023-10-01"),
    ("in the month of March 2024", "2024-03-01", "2024-04-01"),
    ("March of last year", "2024-03-01", "2024-04-01"),
    ("March last year", "2024-03-01", "2024-04-01"),
    ("in January this year", "2025-01-01", "2025-02-01"),
    ("in November", "2024-11-01", "2024-12-01"),
    ("last March", "2024-03-01", "2024-04-01"),
    ("last December", "2024-12-01", "2025-01-01"),
    ("2024-02", "2024-02-01", "2024-03-01"),
    ("02/2024", "2024-02-01", "2024-03-01"),
    ("last month", "2024-12-01", "2025-01-01"),
    ("last full month", "2024-12-01", "2025-01-01"),
    ("last calendar month", "2024-12-01", "2025-01-01"),
    ("the month before last", "2024-11-01", "2024-12-01"),
    ("three months ago", "2024-10-01", "2024-11-01"),
    ("this month", "2025-01-01", "2025-02-01"),
    ("last 6 months", "2024-07-01", "2025-01-01"),
    ("trailing 12 months", "2024-01-01", "2025-01-01"),
    ("the first 6 months of 2024", "2024-01-01", "2024-07-01"),
    ("the first six months of last year", "2024-01-01", "2024-07-01"),
    ("the last 3 months of 2023", "2023-10-01", "2024-01-01"),
    ("the final month of 2023", "2023-12-01", "2024-01-01"),
    ("the first month of Q2 2024", "2024-04-01", "2024-05-01"),
    # Seasons
    ("in summer 2024", "2024-06-01", "2024-09-01"),
    ("in the summer of 2023", "2023-06-01", "2023-09-01"),
    ("spring 2024", "2024-03-01", "2024-06-01"),
    ("autumn 2023", "2023-09-01", "2023-12-01"),
    ("in fall 2023", "2023-09-01", "2023-12-01"),
    ("winter 2023/24", "2023-12-01", "2024-03-01"),
    ("in the winter of 2022/2023", "2022-12-01", "2023-03-01"),
    ("last summer", "2024-06-01", "2024-09-01"),
    ("last winter", "2023-12-01", "2024-03-01"),
    ("this winter", "2024-12-01", "2025-03-01"),
    # Weeks
    ("in week 12 of 2024", "2024-03-18", "2024-03-25"),
    ("week 1 2024", "2024-01-01", "2024-01-08"),
    ("week 53 of 2020", "2020-12-28", "2021-01-04"),
    ("2024-W12", "2024-03-18", "2024-03-25"),
    ("2024W01", "2024-01-01", "2024-01-08"),
    ("W12 2024", "2024-03-18", "2024-03-25"),
    ("calendar week 50", "2024-12-09", "2024-12-16"),
    ("week 1", "2024-12-30", "2025-01-06"),
    ("last week", "2024-12-30", "2025-01-06"),
    ("this week", "2025-01-06", "2025-01-13"),
    ("the week before last", "2024-12-23", "2024-12-30"),
    ("last 2 weeks", "2024-12-23", "2025-01-06"),
    ("the week of 6 March 2024", "2024-03-04", "2024-03-11"),
    ("the week beginning 4 March 2024", "2024-03-04", "2024-03-11"),
    ("the week ending 10 March 2024", "2024-03-04", "2024-03-11"),
    ("the last week of June 2024", "2024-06-24", "2024-07-01"),
    ("the first 2 weeks of March 2024", "2024-03-01", "2024-03-15"),
    ("the first week of the second half", "2024-07-01", "2024-07-08"),
    ("last weekend", "2025-01-04", "2025-01-06"),
    # Days
    ("on 5 March 2024", "2024-03-05", "2024-03-06"),
    ("on the 3rd of June 2024", "2024-06-03", "2024-06-04"),
    ("June 3, 2024", "2024-06-03", "2024-06-04"),
    ("June 3rd 2024", "2024-06-03", "2024-06-04"),
    ("June the 3rd, 2024", "2024-06-03", "2024-06-04"),
    ("the third of June 2024", "2024-06-03", "2024-06-04"),
    ("on Monday, 4 March 2024", "2024-03-04", "2024-03-05"),
    ("5 Mar 24", "2024-03-05", "2024-03-06"),
    ("on March 24", "2024-03-24", "2024-03-25"),
    ("24 March", "2024-03-24", "2024-03-25"),
    ("on 15 November", "2024-11-15", "2024-11-16"),
    ("5 March of last year", "2024-03-05", "2024-03-06"),
    ("2024-03-05", "2024-03-05", "2024-03-06"),
    ("3.6.2024", "2024-06-03", "2024-06-04"),
    ("2024/03/05", "2024-03-05", "2024-03-06"),
    ("25/12/2024", "2024-12-25", "2024-12-26"),
    ("12/25/2024", "2024-12-25", "2024-12-26"),
    ("today", "2025-01-10", "2025-01-11"),
    ("yesterday", "2025-01-09", "2025-01-10"),
    ("the day before yesterday", "2025-01-08", "2025-01-09"),
    ("3 days ago", "2025-01-07", "2025-01-08"),
    ("last Monday", "2025-01-06", "2025-01-07"),
    ("last Friday", "2025-01-03", "2025-01-04"),
    ("the past 90 days", "2024-10-12", "2025-01-10"),
    ("last 7 days", "2025-01-03", "2025-01-10"),
    ("the last day of February 2024", "2024-02-29", "2024-03-01"),
    ("the first 10 days of March 2024", "2024-03-01", "2024-03-11"),
    ("the first Monday of March 2024", "2024-03-04", "2024-03-05"),
    ("the last Friday in November 2024", "2024-11-29", "2024-11-30"),
    # Days with a name
    ("on Christmas 2023", "2023-12-25", "2023-12-26"),
    ("on Christmas Eve", "2024-12-24", "2024-12-25"),
    ("Black Friday 2024", "2024-11-29", "2024-11-30"),
    ("last Black Friday", "2024-11-29", "2024-11-30"),
    ("Cyber Monday 2023", "2023-11-27", "2023-11-28"),
    ("Easter Monday 2024", "2024-04-01", "2024-04-02"),
    ("Good Friday 2025", "2025-04-18", "2025-04-19"),
    ("Easter 2019", "2019-04-21", "2019-04-22"),
    ("New Year's Eve", "2024-12-31", "2025-01-01"),
    ("Boxing Day last year", "2024-12-26", "2024-12-27"),
    # To date
    ("year to date", "2025-01-01", "2025-01-11"),
    ("this year to date", "2025-01-01", "2025-01-11"),
    ("2025 to date", "2025-01-01", "2025-01-11"),
    ("so far this month", "2025-01-01", "2025-01-11"),
    ("this week so far", "2025-01-06", "2025-01-11"),
    ("qtd", "2025-01-01", "2025-01-11"),
    ("wtd", "2025-01-06", "2025-01-11"),
    # Ranges
    ("between March and May 2024", "2024-03-01", "2024-06-01"),
    ("from March to May 2024", "2024-03-01", "2024-06-01"),
    ("from March through May 2024", "2024-03-01", "2024-06-01"),
    ("from the beginning of March to the end of May 2024", "2024-03-01", "2024-06-01"),
    ("March - May 2024", "2024-03-01", "2024-06-01"),
    ("jan-mar 2024", "2024-01-01", "2024-04-01"),
    ("Q1-Q3 2024", "2024-01-01", "2024-10-01"),
    ("from 5 to 20 March 2024", "2024-03-05", "2024-03-21"),
    ("between 5 March and 20 April 2024", "2024-03-05", "2024-04-21"),
    ("between 2024-03-05 and 2024-04-20", "2024-03-05", "2024-04-21"),
    ("from 3.6.2024 to 9.6.2024", "2024-06-03", "2024-06-10"),
    ("2022 to 2023", "2022-01-01", "2024-01-01"),
    ("2022-2023", "2022-01-01", "2024-01-01"),
    ("from November 2023 to last month", "2023-11-01", "2025-01-01"),
    ("between last March and yesterday", "2024-03-01", "2025-01-10"),
    ("from Christmas Eve to New Year's Eve 2024", "2024-12-24", "2025-01-01"),
    ("2022, 2023 and 2024", "2022-01-01", "2025-01-01"),
    ("January, February and March 2024", "2024-01-01", "2024-04-01"),
    # Open ends
    ("since May 2023", "2023-05-01", None),
    ("since the start of 2024", "2024-01-01", None),
    ("since the end of March 2024", "2024-04-01", None),
    ("since the beginning of the year", "2025-01-01", None),
    ("since last Monday", "2025-01-06", None),
    ("since yesterday", "2025-01-09", None),
    ("from 2023 onwards", "2023-01-01", None),
    ("2023 or later", "2023-01-01", None),
    ("starting in May 2023", "2023-05-01", None),
    ("after 2022", "2023-01-01", None),
    ("after March 2024", "2024-04-01", None),
    ("after 5 March 2024", "2024-03-06", None),
    ("later than Q2 2024", "2024-07-01", None),
    ("before 2023", None, "2023-01-01"),
    ("before March 2024", None, "2024-03-01"),
    ("prior to June 2023", None, "2023-06-01"),
    ("before the end of 2023", None, "2024-01-01"),
    ("until the end of March 2024", None, "2024-04-01"),
    ("until the start of March 2024", None, "2024-03-01"),
    ("until March 2024", None, "2024-04-01"),
    ("up to 5 March 2024", None, "2024-03-06"),
    ("through Q2 2024", None, "2024-07-01"),
    ("by the end of 2023", None, "2024-01-01"),
    ("2022 and earlier", None, "2023-01-01"),
    # The middle of a year is a day where something begins or ends
    ("since mid 2023", "2023-07-01", None),
    ("until the middle of 2024", None, "2024-07-01"),
    ("from mid 2023 to mid-2024", "2023-07-01", "2024-07-01"),
    # Said once more, and more exactly
    ("in summer 2023 (June to August)", "2023-06-01", "2023-09-01"),
    ("in summer 2023 (May to September)", "2023-05-01", "2023-10-01"),
    ("for the winter Nov 2023 - Feb 2024", "2023-11-01", "2024-03-01"),
    ("in Q1 2024 (January to March)", "2024-01-01", "2024-04-01"),
    ("in 2024 until June", "2024-01-01", "2024-07-01"),
    ("in 2024 since the end of June", "2024-07-01", "2025-01-01"),
    ("2024 before June", "2024-01-01", "2024-06-01"),
    # Where a stretch begins or ends, the first of a month is meant; one date tells how all are written
    ("since 1/7/2024", "2024-07-01", None),
    ("since 7/1/2024", "2024-07-01", None),
    ("between 2/4/2024 and 30/6/2024", "2024-04-02", "2024-07-01"),
    ("from 4/2/2024 to 6/30/2024", "2024-04-02", "2024-07-01"),
    # Units that end or begin at a day
    ("since new year", "2025-01-01", None),
    ("in the two weeks before Christmas 2024", "2024-12-11", "2024-12-25"),
    ("three days after Black Friday 2024", "2024-11-30", "2024-12-03"),
    ("the month before March 2024", "2024-02-01", "2024-03-01"),
    ("in the three months to December 2024", "2024-10-01", "2025-01-01"),
    ("in the year to March 2024", "2023-04-01", "2024-04-01"),
    ("12 months ending June 2024", "2023-07-01", "2024-07-01"),
    # Days of one month
    ("from the 3rd of March 2024 to the 30th", "2024-03-03", "2024-03-31"),
    ("March 1-15, 2024", "2024-03-01", "2024-03-16"),
    ("March 3 to 30, 2024", "2024-03-03", "2024-03-31"),
    ("Q3-2024", "2024-07-01", "2024-10-01"),
    ("Q3'24", "2024-07-01", "2024-10-01"),
    ("trips that were late last month", "2024-12-01", "2025-01-01"),
    # Years of account, where they begin in January
    ("FY24", "2024-01-01", "2025-01-01"),
    ("fiscal year 2023", "2023-01-01", "2024-01-01"),
    ("last fiscal quarter", "2024-10-01", "2025-01-01"),
]

NONE = [
    "mid-2024",
    "in the middle of 2024",
    "early 2024",
    "late March 2024",
    "the end of March 2024",
    "around 2023",
    "31 February 2024",
    "30 February",
    "March 32",
    "week 60 of 2024",
    "week 53 of 2024",
    "week 0",
    "2024-13",
    "2024-02-30",
    "03/04/2024",
    "on 1/7/2024",
    "since 03/04/2024",
    "in the weeks before Christmas 2024",
    "over the Christmas period",
    "since mid March 2024",
    "FY2023-24",
    "late last month",
    "second week of March 2024",
    "the third day of 2024",
    "the fifth quarter of 2024",
    "this time last year",
    "as of 2024",
    "last few months",
    "a few weeks ago",
    "winter 2024",
    "in spring",
    "in the fall",
    "every March",
    "the fifth Monday of February 2024",
    "the first 8 quarters of 2024",
    "the Christmas season 2024",
    "next March",
    "part of 2024",
    "most of last year",
    "last 0 days",
    "the beginning of last year",
    "several months ago",
    "the first 3 quarters of March 2024",
]


@pytest.mark.parametrize(("text", "start", "end"), DAYS)
def test_a_phrase_means_these_days(text, start, end):
    (span,) = spans_of(f"revenue {text}", TODAY)

    assert (span.period.start and span.period.start.isoformat()) == start
    assert (span.period.end and span.period.end.isoformat()) == end


@pytest.mark.parametrize("text", NONE)
def test_a_phrase_that_is_not_exact_is_no_time_at_all(text):
    assert spans_of(f"revenue {text}", TODAY) == ()


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("FY24", "2023-07-01", "2024-07-01"),
        ("fiscal year 2024", "2023-07-01", "2024-07-01"),
        ("fiscal 2024", "2023-07-01", "2024-07-01"),
        ("Q1 FY24", "2023-07-01", "2023-10-01"),
        ("the first fiscal quarter of 2024", "2023-07-01", "2023-10-01"),
        ("fiscal Q4 2024", "2024-04-01", "2024-07-01"),
        ("H2 FY2024", "2024-01-01", "2024-07-01"),
        ("this fiscal year", "2024-07-01", "2025-07-01"),
        ("last fiscal year", "2023-07-01", "2024-07-01"),
        ("the last fiscal quarter", "2024-10-01", "2025-01-01"),
        ("fiscal year to date", "2024-07-01", "2025-01-11"),
        ("2024", "2024-01-01", "2025-01-01"),
        ("financial year 2023/24", "2023-07-01", "2024-07-01"),
    ],
)
def test_a_fiscal_year_begins_where_the_setting_says_and_is_named_by_its_end(text, start, end):
    (span,) = spans_of(f"revenue {text}", TODAY, fiscal_start=7)

    assert (span.period.start.isoformat(), span.period.end.isoformat()) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("last week", "2024-12-29", "2025-01-05"),
        ("this week", "2025-01-05", "2025-01-12"),
        ("the week of 6 March 2024", "2024-03-03", "2024-03-10"),
        ("week 1 of 2025", "2024-12-29", "2025-01-05"),
        ("week to date", "2025-01-05", "2025-01-11"),
    ],
)
def test_a_week_begins_on_the_day_of_the_setting(text, start, end):
    (span,) = spans_of(f"revenue {text}", TODAY, first_weekday=7)

    assert (span.period.start.isoformat(), span.period.end.isoformat()) == (start, end)
    assert "week of" in span.period.phrase or "date" in text


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("at 14:00", [14]),
        ("at 2 pm", [14]),
        ("at 12 am", [0]),
        ("at noon", [12]),
        ("between 9 am and 5 pm", range(9, 17)),
        ("between 9:00 and 17:00", range(9, 17)),
        ("between 2 and 5 pm", range(14, 17)),
        ("from 8am to 10am", range(8, 10)),
        ("after 6 pm", range(18, 24)),
        ("before 8 o'clock", range(8)),
        ("between 9 and 17", None),
        ("at 14:30", None),
        ("at 25:00", None),
        ("before 13 pm", None),
        ("between 5 pm and 9 am", None),
    ],
)
def test_hours_of_the_day(text, hours):
    found = hours_of(f"orders {text}", TODAY)

    assert found == ([] if hours is None else [tuple(hours)])


def test_the_calendar_is_that_of_the_model():
    settings = ModelSettings(first_day_of_week="sunday", fiscal_year_start=10)

    found = calendar_of(replace(small_model(), settings=settings), TODAY)

    assert found == Calendar(TODAY, first_weekday=7, fiscal_start=10)
