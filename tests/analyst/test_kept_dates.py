"""Numbers of the rows that have a date, and what was done to rows where a number of the model counts it."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

ROWS = {
    "plans": [
        "plan_id,started_on,ended_on,paid_on,fee",
        "1,2023-01-05,2024-03-01,2023-02-01,10",
        "2,2023-06-05,,2023-07-01,20",
        "3,2024-02-05,2024-05-01,,30",
    ]
}
MODEL = """
cubes:
  - name: plans
    sql_table: plans
    title: Plans
    dimensions:
      - {name: plan_id, sql: "{CUBE}.plan_id", type: number, primary_key: true}
      - {name: started_on, sql: "{CUBE}.started_on", type: time, title: Start}
      - {name: ended_on, sql: "{CUBE}.ended_on", type: time, title: End}
      - {name: paid_on, sql: "{CUBE}.paid_on", type: time, title: Payment}
    measures:
      - {name: count, type: count, title: Plans}
      - name: lost
        type: count
        title: Churned plans
        filters: [{sql: "{CUBE}.ended_on IS NOT NULL"}]
        meta: {synonyms: [churn, cancellations]}
      - name: settled
        type: sum
        sql: "{CUBE}.fee"
        title: Settled fees
        filters: [{sql: "{ended_on} IS NOT NULL OR {paid_on} IS NOT NULL"}]
"""


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("plans"), ROWS, date(2025, 1, 10), MODEL) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "churned plans in 2024",
        "cancelled plans in 2024",
        "how many plans were cancelled in 2024",
    ],
)
def test_rows_that_have_a_date_go_by_it(plans, question):
    sql = sql_of(plans, question)

    assert "MEASURE(plans.lost)" in sql
    assert "plans.ended_on >= '2024-01-01'" in sql


@pytest.mark.parametrize("question", ["plans in 2024", "settled fees in 2024"])
def test_other_numbers_keep_their_date(plans, question):
    assert "plans.started_on >= '2024-01-01'" in sql_of(plans, question)
