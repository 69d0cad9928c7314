"""Averages over the days, months or quarters that a part of the calendar stands for, and their ranks."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
CALLOUTS = [
    "callout_id,station,crew,litres,called_at",
    *(
        f"{n},{('North', 'Quay', 'Hill')[n % 3]},{'ABCD'[n % 4]},{100 + n * 37 % 900},"
        f"2024-{1 + n % 12:02}-{1 + n % 28:02} {n % 24:02}:15:00"
        for n in range(400)
    ),
]
MODEL = """
cubes:
  - name: callouts
    sql_table: callouts
    dimensions:
      - {name: callout_id, sql: callout_id, type: number, primary_key: true}
      - {name: station, sql: station, type: string}
      - {name: crew, sql: crew, type: string}
      - {name: called_at, title: Called, sql: called_at, type: time}
    measures:
      - {name: count, title: Callouts, type: count}
      - {name: north, title: Callouts from the north, type: count,
         filters: [{sql: "{CUBE}.station = 'North'"}]}
      - {name: water, title: Water used, sql: litres, type: sum}
      - {name: avg_litres_per_callout, title: Average litres to a callout, type: number,
         sql: "SUM({CUBE}.litres) * 1.0 / COUNT(*)"}
"""


@pytest.fixture(scope="module")
def callouts(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("callouts"), {"callouts": CALLOUTS}, TODAY, MODEL) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("which weekday is the busiest on average", "day"),
        ("which weekday has the fewest callouts on average", "day"),
        ("average number of callouts by weekday", "day"),
        ("which weekday has the highest average water used", "day"),
        ("which month has the most callouts on average", "month"),
        ("average number of callouts by quarter of the year", "quarter"),
    ],
)
def test_a_part_of_the_calendar_is_the_average_of_its_days_or_months(callouts, question, unit):
    asked = sql_of(callouts, question)

    assert f"DATE_TRUNC('{unit}'" in asked
    assert "AVG(" in asked


def test_what_is_ranked_over_units_is_ranked(callouts):
    lowest = sql_of(callouts, "which station has the lowest average daily water used")

    assert "<= 1" in lowest
    assert "ASC" in lowest.partition("ORDER BY")[2]
    assert "<= 2" in sql_of(callouts, "top 2 stations by average monthly water used")


@pytest.mark.parametrize(
    "question",
    [
        "average number of callouts by crew",
        "which hour of the day is the busiest on average",
        "average number of callouts by month and weekday",
    ],
)
def test_without_a_unit_that_it_is_the_average_of_nothing_is_told(callouts, question):
    assert not is_read(callouts, question)


def test_a_number_of_rows_is_no_average_and_no_part_of_them_by_the_others(callouts):
    asked = sql_of(callouts, "average number of callouts from the north by weekday")

    assert "avg_litres" not in sql_of(callouts, "number of callouts")
    assert "NULLIF" not in asked
    assert "north" in asked


def test_the_first_letters_of_small_words_are_no_name(tmp_path):
    model = MODEL.replace("title: Water used,", "title: Water used, meta: {synonyms: [OTD]},")
    with reader_over(tmp_path, {"callouts": CALLOUTS}, TODAY, model) as reader:
        assert "water" not in sql_of(reader, "which hour of the day has the most callouts")
