"""Objects that say no more: something, and the one thing that a whole model is about."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: visitors
    sql_table: visitors
    title: Visitors
    description: People who came to the zoo.
    dimensions:
      - {name: visitor_id, sql: "{CUBE}.visitor_id", type: number, primary_key: true}
      - {name: town, sql: "{CUBE}.town", type: string, title: Town}
    measures:
      - {name: count, type: count, title: Visitors}
  - name: workshops
    sql_table: workshops
    title: Workshops
    description: One row for each workshop in the zoo that a visitor booked.
    joins:
      - {name: visitors, relationship: many_to_one, sql: "{CUBE}.visitor_id = {visitors}.visitor_id"}
    dimensions:
      - {name: workshop_id, sql: "{CUBE}.workshop_id", type: number, primary_key: true}
      - {name: booked_at, sql: "{CUBE}.booked_at", type: time, title: Booked at}
      - {name: kind, sql: "{CUBE}.kind", type: string, title: Kind, description: In the aviary or elsewhere}
    measures:
      - {name: count, type: count, title: Workshops}
      - {name: hours, type: sum, sql: "{CUBE}.hours", title: Hours}
      - {name: bookers, type: count_distinct, sql: "{CUBE}.visitor_id", title: Visitors who booked}
"""
VISITORS = ["visitor_id,town", *(f"{at},{('Bath', 'Ely')[at % 2]}" for at in range(1, 31))]
WORKSHOPS = [
    "workshop_id,visitor_id,booked_at,kind,hours",
    *(
        f"{at},{1 + at % 25},2024-0{1 + at % 9}-11,{('Birds', 'Cats')[at % 2]},{1 + at % 3}"
        for at in range(90)
    ),
]


@pytest.fixture(scope="module")
def zoo(tmp_path_factory):
    tables = {"visitors": VISITORS, "workshops": WORKSHOPS}
    with reader_over(tmp_path_factory.mktemp("zoo"), tables, TODAY, MODEL) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    ["hours in the zoo in March 2024", "how many different visitors booked something in March 2024"],
)
def test_empty_objects_keep_no_rows(zoo, question):
    asked = sql_of(zoo, question)

    assert "booked_at >= '2024-03-01'" in asked
    assert "kind" not in asked


@pytest.mark.parametrize(
    "question",
    [
        "hours in the aviary in March 2024",
        "hours in the park in March 2024",
        "how many different visitors booked something else in March 2024",
    ],
)
def test_what_may_keep_rows_is_not_left_out(zoo, question):
    assert not is_read(zoo, question)


@pytest.mark.parametrize(
    "question", ["how many hours do we have per booked visitor", "hours per booked visitor"]
)
def test_a_number_per_one_of_those_counted(zoo, question):
    asked = sql_of(zoo, question)

    assert "MEASURE(workshops.hours) * 1.0 / NULLIF(MEASURE(" in asked
