"""Wards of hospitals and a lone table of wine reviews: what is called by its values, and by marks."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

HOUSES = ("Alder Memorial Hospital", "Burgh County Hospital", "Camp Infirmary")
KINDS = ("Cardiology", "Oncology", "Surgery")
WARDS = ["ward_id,ward_name,facility", *(f"W{at},{KINDS[at % 3]},{HOUSES[at // 3]}" for at in range(9))]
DOCTORS = ["doctor_id,doctor_name", *(f"{at},Dr. {'ABCDE'[at]} Stone" for at in range(5))]
STAYS = [
    "stay_id,ward_id,doctor_id,summary,charge,began_on,priority,due_date",
    *(
        f"{at},W{at * 7 % 9},{at % 5},Stay no {at},{90 + at * 31 % 400},2024-0{1 + at % 9}-03,"
        f"{('High', 'Low')[at % 2]},2024-0{1 + at % 9}-2{at % 8}"
        for at in range(120)
    ),
]
WINES = [
    "country,points,price,taster_name,winery",
    *(
        f"{('Italy', 'Spain', 'Chile')[at % 3]},{80 + at % 20},{9 + at * 17 % 60},T{at % 4},Estate {at % 8}"
        for at in range(160)
    ),
]


@pytest.fixture(scope="module")
def stays(tmp_path_factory):
    tables = {"stays": STAYS, "wards": WARDS, "doctors": DOCTORS}
    with reader_over(tmp_path_factory.mktemp("stays"), tables, date(2025, 1, 9)) as reader:
        yield reader


@pytest.fixture(scope="module")
def wines(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("wines"), {"wine_reviews": WINES}, date(2025, 1, 9)) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("stays by hospital", "stays.facility AS facility"),
        ("which hospital had the most stays", "stays.facility AS facility"),
        ("stays in the Burgh hospital", "= 'Burgh County Hospital'"),
        ("charge by ward", "stays.ward_name AS ward_name"),
        ("doctors by stays", 'MEASURE(stays."count") AS stays'),
    ],
)
def test_values_tell_what_is_meant(stays, question, part):
    assert part in sql_of(stays, question)


def test_wards_of_one_name_are_told_together(stays):
    assert "ward_id" not in sql_of(stays, "top 2 wards by charge")


def test_what_is_shown_is_read_whole(stays):
    assert not is_read(
        stays, "list the high stays with their summary, who they are assigned to and the due date"
    )


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how many wines scored 92 or better", "points >= 92"),
        ("wines rated above 95 by country", "points > 95"),
        ("which 3 wineries with at least 10 reviews have the highest average price", ">= 10"),
        ("number of wines by country", 'MEASURE(wine_reviews."count")'),
    ],
)
def test_a_lone_table_lends_its_nouns_and_marks(wines, question, part):
    assert part in sql_of(wines, question)


def test_what_was_scored_is_no_price(stays):
    assert not is_read(stays, "how many stays scored 92 or better")
