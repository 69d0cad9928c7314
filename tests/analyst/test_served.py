"""Firms and accounts that are served, where no table is called customers."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
DAY = date(2023, 1, 1)
TABLES = {
    "organisations": [
        "organisation_id,organisation_name,region,plan,is_churned,yearly_fee",
        *(
            f"{at},Org {at},{('North', 'South')[at % 2]},{('Basic', 'Pro')[at % 2]},"
            f"{('false', 'true')[at % 7 == 0]},{at * 10}.50"
            for at in range(1, 61)
        ),
    ],
    "tickets": [
        "ticket_id,organisation_id,opened_on,priority",
        *(
            f"{at},{at * 7 % 53 + 1},{DAY + timedelta(days=at)},{('low', 'high')[at % 3 == 0]}"
            for at in range(1, 401)
        ),
    ],
}
LISTED = {
    "companies": [
        "company_id,company_name,sector",
        *(f"{at},Co {at},{('Oil', 'Gas')[at % 2]}" for at in range(1, 31)),
    ],
    "prices": [
        "price_id,company_id,day,close",
        *(f"{at},{at % 30 + 1},{DAY + timedelta(days=at // 30)},{at % 50}.25" for at in range(1, 601)),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("desk"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", ["how many customers do we have", "number of clients"])
def test_firms_with_a_plan_and_tickets_are_customers(reader, question):
    assert "organisations" in sql_of(reader, question)


def test_customers_of_such_a_model_are_told_apart_and_ranked(reader):
    sql = sql_of(reader, "top 5 customers by tickets")

    assert "tickets.organisation_name" in sql
    assert "LIMIT 5" in sql


@pytest.mark.parametrize(
    "question",
    [
        "yearly fees by region, without the customers who have churned",
        "yearly fees by region, excluding the organisations that have churned",
    ],
)
def test_those_who_are_left_out_are_the_ones_that_are_so(reader, question):
    assert "organisations.is_churned = FALSE" in sql_of(reader, question)


def test_firms_that_nothing_is_done_for_are_no_customers(tmp_path):
    with reader_over(tmp_path, LISTED, TODAY) as listed:
        assert not is_read(listed, "how many customers do we have")


@pytest.mark.parametrize(
    "question", ["customers without tickets that are high", "organisations without high tickets"]
)
def test_none_of_their_rows_is_so_where_these_are_left_out(reader, question):
    sql = sql_of(reader, question)

    assert "NOT IN (SELECT tickets.organisation_id" in sql
    assert "tickets.priority = 'high'" in sql
