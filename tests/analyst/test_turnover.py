"""Turnover, attrition and churn: those who left in a time, of those who were there at its start."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 10)
STAFF = {
    "departments": ["department_id,department_name", "1,Kitchen", "2,Bar"],
    "employees": [
        "employee_id,full_name,department_id,hire_date,termination_date,salary",
        "1,Ann Bell,1,2021-01-03,2024-02-01,100",
        "2,Cy Dunn,1,2022-04-05,,120",
        "3,Di Eyre,2,2023-02-05,2025-01-02,130",
        "4,Flo Gray,2,2024-02-05,,140",
    ],
}
VIEWERS = {
    "subscribers": [
        "subscriber_id,full_name,signup_date,plan,status",
        "1,Ann Bell,2023-01-03,Basic,cancelled",
        "2,Cy Dunn,2023-04-05,Plus,active",
        "3,Di Eyre,2024-02-05,Plus,cancelled",
    ],
    "cancellations": [
        "cancellation_id,subscriber_id,cancelled_on,reason",
        "1,1,2024-02-01,price",
        "2,3,2025-02-01,other",
    ],
}


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), STAFF, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def viewers(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("viewers"), VIEWERS, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "turnover rate 2024",
        "attrition in 2024",
        "staff turnover by department in 2024",
        "Turnover by department for 2024, "
        "everyone who left during the year divided by the headcount on 1 January 2024",
    ],
)
def test_those_who_left_of_those_who_were_there(staff, question):
    above, below = sql_of(staff, question).split("NULLIF", 1)

    assert "termination_date >= '2024-01-01'" in above
    assert "termination_date < '2025-01-01'" in above
    assert "hire_date < '2024-01-01'" in below
    assert "termination_date IS NULL" in below
    assert "hire_date >=" not in above + below
    assert '"count",' not in above


@pytest.mark.parametrize(
    "question",
    [
        "turnover rate",  # of which time
        "turnover in 2024 by month",  # each month has others at its start
        "attrition rate in 2027",
        "Turnover for 2024, everyone who left during the year divided by the average headcount",
        "Turnover for 2024, everyone who left during the year divided by the headcount on 1 January 2023",
        "salary in 2024, everyone who left divided by the headcount at the start",
    ],
)
def test_another_rate_is_refused(staff, question):
    assert not is_read(staff, question)


def test_what_is_sold_has_a_turnover_of_its_own(tmp_path):
    tables = {**STAFF, "sales": ["sale_id,sold_on,revenue", "1,2024-02-01,30.5", "2,2024-03-01,40.5"]}
    with reader_over(tmp_path, tables, TODAY) as reader:
        assert "revenue" in sql_of(reader, "turnover in 2024")
        assert "termination_date" in sql_of(reader, "staff turnover in 2024")


@pytest.mark.parametrize(
    "question",
    [
        "how many people cancelled in 2024",
        "how many subscribers cancelled in 2024?",
        "how many subscribers did we lose in 2024",
    ],
)
def test_leavers_go_by_the_day_of_leaving(viewers, question):
    text = sql_of(viewers, question)

    assert "cancelled_on >= '2024-01-01'" in text
    assert "signup_date" not in text


def test_leavers_over_time_go_by_the_day_of_leaving(viewers):
    assert "DATE_TRUNC('month', cancellations.cancelled_on)" in sql_of(
        viewers, "how many subscribers cancelled each month of 2024"
    )


def test_churn_is_told_by_two_tables(viewers):
    text = sql_of(viewers, "churn rate in 2024")

    assert "signup_date < '2024-01-01'" in text
    assert text.count("IN (SELECT") == 2


def test_figures_of_a_table_of_their_own_are_taken(tmp_path):
    figures = ["month,churn_rate", "2024-01-01,0.02", "2024-02-01,0.03", "2024-03-01,0.01"]
    with reader_over(tmp_path, {**STAFF, "churn_figures": figures}, TODAY) as reader:
        assert not is_read(reader, "churn rate in 2024") or "churn_figures" in sql_of(
            reader, "churn rate in 2024"
        )
