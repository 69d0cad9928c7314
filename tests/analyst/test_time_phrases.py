from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.analyst.language.periods import UNITS, add, floor, whole
from tests.analyst.times import spans_of

TODAY = date(2025, 1, 10)  # a Friday


def read(text, today=TODAY):
    return [span.period for span in spans_of(text, today)]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("in 2024", "2024-01-01", "2025-01-01"),
        ("Q3 2023", "2023-07-01", "2023-10-01"),
        ("2023 Q3", "2023-07-01", "2023-10-01"),
        ("third quarter of 2023", "2023-07-01", "2023-10-01"),
        ("Q4", "2024-10-01", "2025-01-01"),
        ("H1 2024", "2024-01-01", "2024-07-01"),
        ("second half of 2023", "2023-07-01", "2024-01-01"),
        ("March 2024", "2024-03-01", "2024-04-01"),
        ("in march", "2024-03-01", "2024-04-01"),
        ("in may", "2024-05-01", "2024-06-01"),
        ("2024-02", "2024-02-01", "2024-03-01"),
        ("5 March 2024", "2024-03-05", "2024-03-06"),
        ("March 5th, 2024", "2024-03-05", "2024-03-06"),
        ("between 2023-01-01 and 2023-06-30", "2023-01-01", "2023-07-01"),
        ("from March to May 2024", "2024-03-01", "2024-06-01"),
        ("from November to January 2024", "2023-11-01", "2024-02-01"),
        ("from Q1 2023 to Q3 2023", "2023-01-01", "2023-10-01"),
        ("from 2024 to 2022", "2022-01-01", "2025-01-01"),
        ("2022-2023", "2022-01-01", "2024-01-01"),
        ("since May 2023", "2023-05-01", None),
        ("from 2023", "2023-01-01", None),
        ("after 2023", "2024-01-01", None),
        ("before 2023", None, "2023-01-01"),
        ("until June 2023", None, "2023-07-01"),
        ("last year", "2024-01-01", "2025-01-01"),
        ("this year", "2025-01-01", "2026-01-01"),
        ("last month", "2024-12-01", "2025-01-01"),
        ("last quarter", "2024-10-01", "2025-01-01"),
        ("last week", "2024-12-30", "2025-01-06"),
        ("last 30 days", "2024-12-11", "2025-01-10"),
        ("last 3 months", "2024-10-01", "2025-01-01"),
        ("past three full months", "2024-10-01", "2025-01-01"),
        ("last two years", "2023-01-01", "2025-01-01"),
        ("yesterday", "2025-01-09", "2025-01-10"),
        ("today", "2025-01-10", "2025-01-11"),
        ("year to date", "2025-01-01", "2025-01-11"),
        ("so far this year", "2025-01-01", "2025-01-11"),
        ("ytd", "2025-01-01", "2025-01-11"),
        ("two years ago", "2023-01-01", "2024-01-01"),
        ("in january", "2024-01-01", "2024-02-01"),
        ("Q1", "2024-01-01", "2024-04-01"),
        ("Q1 and Q2 2024", "2024-01-01", "2024-07-01"),
        ("jan-mar 2024", "2024-01-01", "2024-04-01"),
        ("through June 2022", None, "2022-07-01"),
        ("from 10 to 20 March 2024", "2024-03-10", "2024-03-21"),
        ("in the week of 2024-03-06", "2024-03-04", "2024-03-11"),
        ("on 15 March", "2024-03-15", "2024-03-16"),
        ("05/2023", "2023-05-01", "2023-06-01"),
        ("2022 vs 2024", "2022-01-01", "2025-01-01"),
        ("2023 vs. 2024", "2023-01-01", "2025-01-01"),
    ],
)
def test_a_phrase_names_half_open_days(text, start, end):
    (period,) = read(f"revenue {text}")

    assert (period.start and period.start.isoformat(), period.end and period.end.isoformat()) == (start, end)


@pytest.mark.parametrize(
    "text", ["may we see revenue", "revenue", "2024-02-31", "top 5", "5000 units", "q9", "last 0 days"]
)
def test_other_words_name_no_time(text):
    assert read(text) == []


def test_two_years_side_by_side_ask_for_a_breakdown_by_year():
    (span,) = spans_of("2023 vs 2024", TODAY)

    assert span.grain == "year"


@pytest.mark.parametrize(
    ("text", "earlier", "later"),
    [
        ("October against September", "September 2024", "October 2024"),
        ("Q2 vs Q1 2024", "Q1 2024", "Q2 2024"),
        ("March vs February 2024", "February 2024", "March 2024"),
        ("dec vs jan 2024", "December 2023", "January 2024"),
        ("Q4 vs Q1 2024", "Q4 2023", "Q1 2024"),
        ("February vs January 2025", "February 2024", "January 2025"),
        ("July vs the previous month", "June 2024", "July 2024"),
        ("Q1 2024 compared with the previous quarter", "Q4 2023", "Q1 2024"),
        ("from summer 2023 to summer 2024", "June to August 2023", "June to August 2024"),
        ("from H1 2023 to H1 2024", "January to June 2023", "January to June 2024"),
    ],
)
def test_two_periods_are_compared_whichever_is_named_first(text, earlier, later):
    (span,) = spans_of(text, TODAY)

    assert [each.label for each in span.ends] == [earlier, later]


def test_the_year_before_is_cut_at_today_where_both_are_compared_so():
    this, last = spans_of("this year vs last year up to today", TODAY)[:2]

    assert (last.period.start, last.period.end) == (date(2024, 1, 1), date(2024, 1, 11))
    assert this.period.label == "2025"


@pytest.mark.parametrize(
    ("text", "phrase", "before"),
    [
        ("in 2024", "in 2024", "in 2023"),
        ("Q1 2024", "in Q1 2024", "in Q4 2023"),
        ("last 3 months", "in Q4 2024", "in Q3 2024"),
        ("2022 and 2024", "in 2022 and 2024", None),
        ("year to date", "from 1 to 10 January 2025", "from 1 to 10 January 2024"),
        ("5 March 2024", "on 5 March 2024", "on 4 March 2024"),
        ("between 2023-02-03 and 2023-05-04", "from 3 February to 4 May 2023", None),
    ],
)
def test_a_period_has_a_name_and_a_period_to_compare_with(text, phrase, before):
    (period,) = read(text)

    assert period.phrase == phrase
    assert before is None or (period.before() and period.before().phrase == before)


days = st.dates(date(1990, 1, 1), date(2150, 12, 31))
points = st.one_of(
    days.map(date.isoformat),
    st.integers(1950, 2100).map(str),
    st.builds("q{} {}".format, st.integers(1, 4), st.integers(1950, 2100)),
    st.builds("{} {}".format, st.sampled_from(["March", "may", "dec", "September"]), st.integers(1950, 2100)),
    st.sampled_from(["last year", "this month", "yesterday", "last 7 weeks", "June"]),
)
phrases = st.one_of(
    points,
    st.builds("between {} and {}".format, points, points),
    st.builds("from {} to {}".format, points, points),
    st.builds("since {}".format, points),
    st.builds("{} vs {}".format, points, points),
)


@given(phrases, days)
def test_every_range_is_ordered_and_half_open(text, today):
    for period in read(f"revenue in {text}", today):
        assert period.start is None or period.end is None or period.start < period.end

        before = period.before()
        assert before is None or before.start < before.end <= period.end


@given(days, st.sampled_from(UNITS), st.integers(1, 40))
def test_whole_units_hold_their_day_and_lie_end_to_end(day, unit, count):
    period = whole(day, unit, count)

    assert floor(day, unit) == period.start <= day
    assert floor(period.end, unit) == period.end > day
    assert period.before().end == period.start or unit == "day"
    assert add(period.end - timedelta(days=1), "day", 1) == period.end


@given(st.text(max_size=60), days)
def test_any_text_is_read_without_an_error(text, today):
    read(text, today)
