"""States, means and places of the rows that are asked for: open jobs, by card, from Germany."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 18)
COUNTRIES = ("Germany", "Spain", "Chile")
TABLES = {
    "makers": ["maker_id,full_name,country"] + [f"{n},Maker {n},{COUNTRIES[n % 3]}" for n in range(1, 7)],
    "riders": ["rider_id,full_name,country"]
    + [f"{n},Rider {n},{COUNTRIES[(n + 1) % 3]}" for n in range(1, 10)],
    "bikes": ["bike_id,bike_name,maker_id,manual_language,bike_type,list_price,published_on,status"]
    + [
        f"{n},Swift {n},{1 + n % 6},{('German', 'Spanish')[n % 2]},{('Racer', 'Courier', 'Cargo')[n % 3]},"
        f"{300 + 10 * n},2024-0{1 + n % 8}-11,{('published', 'retired')[n % 4 == 0]}"
        for n in range(1, 13)
    ],
    "students": ["student_id,full_name,is_enrolled"] + [f"{n},Student {n},{n % 2 == 0}" for n in range(1, 9)],
    "visits": ["visit_id,student_id,visited_on"]
    + [f"{n},{1 + n % 5},202{4 + n % 2}-0{1 + n % 5}-1{n % 9}" for n in range(1, 41)],
    "repairs": ["repair_id,bike_id,rider_id,opened_at,closed_at,urgency,sent_by"]
    + [
        f"{n},{1 + n % 12},{1 + n % 9},2025-0{1 + n % 5}-1{n % 9},"
        f"{'' if n % 4 == 0 else f'2025-0{1 + n % 5}-2{n % 9}'},{('High', 'Severe', 'Low')[n % 3]},"
        f"{('Courier', 'Hand')[n % 2]}"
        for n in range(1, 61)
    ],
    "surveys": ["survey_id,repair_id,given_at,stars"]
    + [f"{n},{2 * n},2025-05-0{1 + n % 9},{1 + n % 5}" for n in range(1, 26)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("states"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", [
    "how many riders from Germany do we have",
    "how many repairs are for riders from Germany",
])  # fmt: skip
def test_a_country_of_that_name_is_meant_before_its_language(reader, question):
    assert "manual_language" not in sql_of(reader, question)


def test_of_two_countries_the_one_fewer_joins_away_is_compared(reader):
    asked = sql_of(reader, "compare repairs from Germany and Spain")

    assert "maker" not in asked


def test_what_comes_by_a_value_is_kept_by_it(reader):
    asked = sql_of(reader, "how many repairs came in by courier in 2025")

    assert "sent_by = 'Courier'" in asked
    assert "bike_type" not in asked


def test_a_status_with_a_bound_of_something_else_is_no_date(reader):
    asked = sql_of(reader, "how many published bikes have a list price under 350")

    assert "status = 'published'" in asked
    assert "published_on" not in asked


@pytest.mark.parametrize("question", [
    "how many open high and severe repairs",
    "list the open high and severe repairs with their bike",
    "how many open severe repairs",
])  # fmt: skip
def test_what_is_open_is_not_passed_over_before_other_words(reader, question):
    assert "closed_at IS NULL" in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "what percent of repairs opened in March 2025 got a survey",
    "for each urgency, what share of repairs closed in 2025 has a survey",
])  # fmt: skip
def test_a_share_that_has_something_has_rows_of_it(reader, question):
    asked = sql_of(reader, question)

    assert "IN (SELECT surveys.repair_id" in asked
    assert "IS NOT NULL) * 1.0" not in asked


def test_all_people_who_are_such_count_whether_they_came_then_or_not(reader):
    asked = sql_of(reader, "visits per enrolled student in 2024")

    assert 'MEASURE(students."count")' in asked
    assert "visits.visited_on >= '2024-01-01'" in asked


def test_the_end_of_each_month_is_refused(reader):
    assert not is_read(reader, "how many repairs were unclosed at the end of each month in 2025")


@pytest.mark.parametrize("question", [
    "do more people book repairs on weekdays or at the weekend",
    "repairs booked on weekends versus weekdays in 2025",
    "repairs closed by weekday or weekend in 2025",
])  # fmt: skip
def test_weekends_and_other_days_stand_beside_each_other(reader, question):
    asked = sql_of(reader, question)

    assert "IN (6, 7) THEN 'weekend'" in asked
    assert "GROUP BY 1" in asked
