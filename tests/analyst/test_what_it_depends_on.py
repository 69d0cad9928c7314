"""What a number depends on, as a breakdown: `how does the rate vary with the level`."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
TRIPS = [
    "trip_id,vessel,crew_size,sea_state,fuel_used,distance,sailed_at",
    *(
        f"{n},{('Alba', 'Brina', 'Cormoran')[n % 3]},{2 + n % 4},{('calm', 'rough')[n % 2]},"
        f"{40 + n * 31 % 90}.25,{10 + n * 17 % 500},2025-0{1 + n % 6}-1{n % 9} {6 + n % 12:02}:30:00"
        for n in range(240)
    ),
]


@pytest.fixture(scope="module")
def trips(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("trips"), {"trips": TRIPS}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("how does the average fuel used vary with the sea state", "average fuel used by sea state"),
        ("how does the average fuel used depend on the sea state?", "average fuel used by sea state"),
        ("does the average fuel used depend on the vessel", "average fuel used by vessel"),
        ("how is the average fuel used affected by the sea state", "average fuel used by sea state"),
        ("is the average fuel used related to the vessel?", "average fuel used by vessel"),
        ("how does average fuel used differ from one vessel to the next", "average fuel used by vessel"),
        ("how did average fuel used differ from one vessel to another in May 2025",
         "average fuel used by vessel in May 2025"),
        ("how does the average fuel used change over the day", "average fuel used by hour of the day"),
        ("how do trips vary over the week?", "trips by weekday"),
        ("average fuel used as a function of the crew size", "average fuel used by crew size"),
    ],
)  # fmt: skip
def test_it_is_a_breakdown(trips, question, plain):
    assert sql_of(trips, question) == sql_of(trips, plain)


def test_a_small_whole_number_tells_groups_apart(trips):
    assert "GROUP BY 1" in sql_of(trips, "how does the average distance change with the crew size")


@pytest.mark.parametrize(
    "question",
    [
        "how does the average fuel used vary with the distance",
        "how does the average fuel used depend on the captain",
        "how did trips change with the new timetable",
        "how do trips vary over the year 2024 and the tide",
    ],
)
def test_amounts_and_what_the_data_do_not_have_are_no_groups(trips, question):
    assert not is_read(trips, question)


@pytest.mark.parametrize(
    "question", ["how many trips were related to the calm sea state", "are there trips related to Alba"]
)
def test_what_is_related_to_a_value_is_no_breakdown(trips, question):
    assert not is_read(trips, question) or "GROUP BY" not in sql_of(trips, question)


def test_a_change_between_two_periods_stays_one(trips):
    assert sql_of(trips, "how did fuel used change from May 2025 to June 2025") == sql_of(
        trips, "change of fuel used from May 2025 to June 2025"
    )
