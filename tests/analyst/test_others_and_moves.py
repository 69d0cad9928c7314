"""Everyone else, the rest, and that of the others; and what numbers did over time."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
GYMS = ["gym_id,gym,town", *(f"{at},Gym {at},{('Bath', 'Ely', 'York')[at % 3]}" for at in range(1, 13))]
MEMBERS = [
    "member_id,name,town,is_student",
    *(f"{at},Member {at},{('Bath', 'Ely')[at % 2]},{('true', 'false')[at % 3 // 2]}" for at in range(1, 91)),
]
VISITS = [
    "visit_id,member_id,gym_id,visited_on,plan,status,spend",
    *(
        f"{at},{1 + at % 90},{1 + at % 12},2024-{1 + at % 12:02}-0{1 + at % 9},"
        f"{('Single', 'Flex', 'Premium')[at * 5 % 7 % 3]},{('done', 'cancelled')[at % 5 // 4]},{5 + at % 11}"
        for at in range(400)
    ),
]


@pytest.fixture(scope="module")
def gyms(tmp_path_factory):
    tables = {"gyms": GYMS, "members": MEMBERS, "visits": VISITS}
    with reader_over(tmp_path_factory.mktemp("gyms"), tables, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "average spend of students vs everyone else",
        "average spend of students compared to the rest",
        "do students spend more per visit than everybody else",
    ],
)
def test_everyone_else_is_not_so(gyms, question):
    asked = sql_of(gyms, question)

    assert "is_student IN (TRUE, FALSE)" in asked
    assert "average_spend" in asked


@pytest.mark.parametrize("question", ["visits with a single plan vs the rest", "single visits vs all others"])
def test_a_value_beside_all_others(gyms, question):
    asked = sql_of(gyms, question)

    assert "plan = 'Single'" in asked
    assert "plan <> 'Single'" in asked


@pytest.mark.parametrize(
    "question",
    [
        "Compare the cancellation rate of single visits with that of premium ones",
        "cancellation rate of single visits versus that of premium visits",
        "average spend of single visits vs premium ones",
    ],
)
def test_the_noun_of_both_sides_is_said_once(gyms, question):
    assert "plan IN ('Single', 'Premium') GROUP BY 1" in " ".join(sql_of(gyms, question).split())


def test_sides_of_two_columns_are_not_compared(gyms):
    assert not is_read(gyms, "average spend of single visits vs cancelled ones")


def test_a_town_of_gyms_is_one_group(gyms):
    asked = " ".join(sql_of(gyms, "what percentage of visits gets cancelled in each gym town").split())

    assert "SELECT visits.gym_town" in asked
    assert "status = 'cancelled'" in asked


@pytest.mark.parametrize(
    "question", ["how has the average spend moved quarter by quarter", "how did visits move in 2024"]
)
def test_numbers_that_moved_are_told_over_time(gyms, question):
    assert "DATE_TRUNC" in sql_of(gyms, question)


@pytest.mark.parametrize("question", ["how many members moved in 2024", "how did members move gyms"])
def test_people_who_moved_are_not(gyms, question):
    assert not is_read(gyms, question)


@pytest.mark.parametrize(
    ("question", "is_grouped"),
    [
        ("how many different plans are used by members in Bath", False),
        ("how many visits were paid by members from Ely", False),
        ("visits paid by members in 2024", True),
        ("visits by member in Ely", True),
    ],
)
def test_who_did_it_is_no_group_where_more_is_said_of_them(gyms, question, is_grouped):
    assert ("GROUP BY" in sql_of(gyms, question)) is is_grouped
