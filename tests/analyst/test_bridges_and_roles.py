"""Tables that only join two others, and columns that name persons by what they do for a row."""

from datetime import date, timedelta

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Remembered, SqlStarted
from tests.analyst.small_models import is_read, reader_over, sql_of
from tests.campaigns.question_sets import _turn

TODAY = date(2025, 6, 30)
DAY = date(2023, 1, 1)
TITLES = ("Managing Director", "Care Consultant", "Care Consultant", "Bookkeeper")
TABLES = {
    "menus": ["menu_id,menu_name", "1,Lunch", "2,Dinner", "3,Lunch", "4,Brunch"],
    "dishes": [
        "dish_id,dish_name,cuisine,prep_minutes",
        *(f"{at},{('Soup', 'Stew', f'Dish {at}')[at % 3]},Thai,{at % 40 + 5}" for at in range(1, 61)),
    ],
    "menu_dishes": [
        "menu_id,dish_id",
        *(f"{at % 3 + 1},{dish}" for dish in range(1, 61) for at in range(dish % 3 + 1)),
    ],
    "staff": [
        "staff_id,first_name,last_name,title,reports_to",
        *(f"{at},F{at},L{at},{TITLES[at % 4]},{'' if at == 4 else 4}" for at in range(1, 13)),
    ],
    "households": [
        "household_id,town,care_rep_id",
        *(f"{at},{('Ely', 'Rye')[at % 2]},{(1, 2, 5, 6, 10)[at % 5]}" for at in range(1, 81)),
    ],
    "visits": [
        "visit_id,household_id,visit_date,fee",
        *(f"{at},{at * 7 % 80 + 1},{DAY + timedelta(days=at)},{at % 9 * 10 + 5}.50" for at in range(1, 601)),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("care"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", ["how many dishes are on each menu", "number of dishes per menu"])
def test_things_of_one_name_that_meet_others_in_a_bridge_are_two(reader, question):
    sql = sql_of(reader, question)

    assert 'MEASURE(dishes."count")' in sql
    assert "GROUP BY 1, menus.menu_id" in sql


@pytest.mark.parametrize(
    "question",
    [
        "for each menu, how many dishes are on it and how many minutes of prep do they take?",
        "number of dishes and total prep minutes by menu",
        "total prep minutes per menu",
    ],
)
def test_what_is_added_up_over_a_bridge_is_that_of_each_thing_once_in_a_group(reader, question):
    sql = sql_of(reader, question)

    assert "SUM(each_one.prep_minutes)" in sql
    assert "GROUP BY menu_dishes.menu_name, menu_dishes.menu_id, menu_dishes.dish_id" in sql


def test_two_groups_of_one_name_stay_two_over_a_bridge(reader):
    assert "GROUP BY 1, each_one.key_0" in sql_of(reader, "total prep minutes per menu")


def test_an_average_over_a_bridge_is_one_of_things(reader):
    assert "AVG(each_one.prep_minutes)" in sql_of(reader, "average prep minutes by menu")


def test_the_largest_over_a_bridge_is_ranked_by_the_same_number(reader):
    sql = sql_of(reader, "which menu has the highest total prep minutes?")

    assert "RANK() OVER (ORDER BY SUM(each_one.prep_minutes) DESC" in sql


def test_amounts_that_only_pass_through_rows_with_amounts_stay_open(reader):
    assert not is_read(reader, "total prep minutes by town")


def test_a_column_called_after_what_a_person_does_refers_to_the_only_people(reader):
    sql = sql_of(reader, "fees by staff")

    assert "staff_full_name" in sql
    assert "MEASURE(visits.total_fee)" in sql


@pytest.mark.parametrize(
    "question", ["how many households does each rep look after", "number of households by care rep"]
)
def test_people_are_called_by_the_column_that_refers_to_them(reader, question):
    sql = sql_of(reader, question)

    assert "households.staff_full_name" in sql
    assert "households.care_rep_id" in sql


@pytest.mark.parametrize("question", ["fees in 2024 per care consultant", "fees by care consultant in 2024"])
def test_a_job_title_behind_by_names_those_who_have_it(reader, question):
    sql = sql_of(reader, question)

    assert "staff_full_name" in sql
    assert "staff_title = 'Care Consultant'" in sql


def behind(reader, first, then):
    """The statement of a question behind another one."""
    remembered = (
        each for each in _turn(Task(first, TODAY, b""), reader.tools) if isinstance(each, Remembered)
    )
    asked = _turn(Task(then, TODAY, next(remembered).content), reader.tools)
    return next(each.sql for each in asked if isinstance(each, SqlStarted))


def test_those_who_are_looked_after_are_so_in_any_period(reader):
    asked = behind(
        reader, "fees in 2024 per care consultant", "how many households does each of them look after?"
    )

    assert "visit_date" not in asked
    assert "households.care_rep_id" in asked


def test_what_was_done_then_keeps_its_period(reader):
    asked = behind(reader, "fees in 2024 by town", "how many visits did each of them have?")

    assert "visit_date >= '2024-01-01'" in asked
