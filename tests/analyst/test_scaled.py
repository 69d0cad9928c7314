"""Groups in the order of what an adjective measures, and two of them compared by it."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
READINGS = [
    "date,station,tmin,tmax,precipitation_mm,wind_speed",
    *(
        f"{date(2024, 1, 1) + timedelta(days=at // 2)},{('Oslo', 'Bergen')[at % 2]},"
        f"{at % 17 - 9},{at % 23 + 2},"
        f"{(at * 7) % 11 / 2},{at % 13}"
        for at in range(800)
    ),
]
STAFF = [
    "employee_id,department,age,salary",
    *(
        f"{at + 1},{('Sales', 'Research', 'Finance')[at % 3]},{22 + at * 7 % 41},{30_000 + at * 977 % 50_000}"
        for at in range(60)
    ),
]


@pytest.fixture(scope="module")
def weather(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("weather"), {"readings": READINGS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), {"employees": STAFF}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "ordered"),
    [
        ("which station was the wettest in 2024?", "MEASURE(readings.total_precipitation_mm) DESC"),
        ("the driest month", "MEASURE(readings.total_precipitation_mm) ASC"),
        ("windiest month in 2024", "MEASURE(readings.average_wind_speed) DESC"),
        ("What was the hottest day in Oslo?", "MAX(readings.tmax) DESC"),
        ("coldest day in Bergen", "MIN(readings.tmin) ASC"),
    ],
)
def test_groups_are_ordered_by_what_an_adjective_measures(weather, question, ordered):
    assert f"RANK() OVER (ORDER BY {ordered}" in sql_of(weather, question)


def test_what_adds_up_is_added_and_the_rest_is_averaged(staff):
    sql = sql_of(staff, "which department is the youngest?")

    assert "ORDER BY MEASURE(employees.average_age) ASC" in sql


def test_so_many_of_them_and_their_order(weather):
    assert "LIMIT 3" in sql_of(weather, "the 3 wettest days in Oslo")
    assert "ORDER BY 3 DESC" in sql_of(
        weather, "average wind speed and precipitation by station, wettest first"
    )


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many days were hotter than 20 in Oslo?", "tmax > 20"),
        ("how many days were colder than -5 in Oslo?", "tmin < -5"),
    ],
)
def test_a_bound_is_on_the_end_that_is_meant(weather, question, kept):
    assert kept in sql_of(weather, question)


def test_two_are_compared_by_it(weather):
    sql = sql_of(weather, "is Oslo wetter than Bergen?")

    assert "MEASURE(readings.total_precipitation_mm)" in sql
    assert "IN ('Oslo', 'Bergen')" in sql


def test_two_periods_are_compared_by_it(weather):
    sql = sql_of(weather, "was it wetter in Oslo in March 2024 than in February 2024?")

    assert "2024-03-01" in sql
    assert "2024-02-01" in sql
    assert "station = 'Oslo'" in sql


@pytest.mark.parametrize(
    "question",
    ["do older employees earn more than younger ones?", "show older employees", "the tallest department"],
)
def test_an_adjective_before_a_noun_or_of_nothing_that_is_there_measures_nothing(staff, question):
    assert not is_read(staff, question)


def test_rows_that_have_the_number_themselves_are_no_groups(staff):
    assert "GROUP BY" not in sql_of(staff, "the youngest employee")
