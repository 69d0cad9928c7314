"""What is new, unassigned and reopened, and the figures of a desk by the names that every desk has."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2026, 3, 5)
AGENTS = ["agent_id,agent_name,team", *(f"{at},Agent No {at},{('One', 'Two')[at % 2]}" for at in range(1, 9))]
TICKETS = [
    "ticket_id,subject,agent_id,priority,status,created_at,first_response_at,sla_breached,is_escalated,"
    "reopen_count,reply_count",
    *(
        f"{at},Subject {at},{1 + at % 8 if at % 7 else ''},{('Low', 'Urgent')[at % 2]},"
        f"{('Closed', 'Open', 'New', 'Closed')[at % 4]},202{5 + at % 2}-0{1 + at % 3}-1{at % 9} 09:00:00,"
        f"202{5 + at % 2}-0{1 + at % 3}-1{at % 9} 11:30:00,{str(at % 5 == 0).lower()},"
        f"{str(at % 6 == 0).lower()},{at % 4 // 3 * (1 + at % 2)},{1 + at % 5}"
        for at in range(1, 160)
    ),
]
SURVEYS = [
    "survey_id,ticket_id,score,submitted_at",
    *(f"{at},{at},{1 + at % 5},2026-01-1{at % 9} 10:00:00" for at in range(1, 90)),
]


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    tables = {"agents": AGENTS, "tickets": TICKETS, "satisfaction_surveys": SURVEYS}
    with reader_over(tmp_path_factory.mktemp("desk"), tables, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "How many new tickets came in last month?",
        "new tickets per month in 2025",
        "how many new tickets did we get in January 2026",
        "new tickets by priority last quarter",
    ],
)
def test_new_rows_of_a_time_came_then(desk, question):
    asked = flat(desk, question)

    assert "tickets.created_at" in asked
    assert "'New'" not in asked


@pytest.mark.parametrize("question", ["how many tickets are new?", "new tickets by priority"])
def test_without_a_time_new_is_a_status(desk, question):
    assert "tickets.status = 'New'" in flat(desk, question)


def test_what_is_still_new_of_a_time_has_that_status(desk):
    asked = flat(desk, "how many tickets created in February are still new")

    assert "tickets.status = 'New'" in asked
    assert "tickets.created_at >= '2026-02-01'" in asked


@pytest.mark.parametrize(
    ("question", "flag"),
    [
        (
            "Compare the SLA breach rate of tickets created in February this year with February last year",
            "sla_breached",
        ),
        (
            "Compare the escalation rate of tickets created in March this year with March last year",
            "is_escalated",
        ),
    ],
)
def test_a_rate_of_two_times_is_told_for_each(desk, question, flag):
    asked = flat(desk, question)

    assert f"FILTER (WHERE tickets.{flag} = TRUE)" in asked
    assert "GROUP BY 1" in asked


def test_nothing_was_created_in_two_months(desk):
    assert not is_read(desk, "share of tickets in January created in February")


@pytest.mark.parametrize(
    "question",
    [
        "unassigned tickets by priority",
        "how many tickets aren't assigned to anyone",
        "tickets nobody has picked up yet",
        "tickets assigned to nobody",
        "how many urgent tickets have not been assigned yet",
    ],
)
def test_what_nobody_has_taken_has_none_of_the_staff(desk, question):
    assert "tickets.agent_id IS NULL" in flat(desk, question)


def test_what_has_no_staff_is_not_unassigned(desk):
    assert not is_read(desk, "unassigned agents")


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("SLA breach rate by priority", "tickets.sla_breached = TRUE"),
        ("reopen rate by priority", "tickets.reopen_count > 0"),
        ("which agents have the highest reopen rate", "tickets.reopen_count > 0"),
        ("escalation rate by agent", "tickets.is_escalated = TRUE"),
    ],
)
def test_a_rate_is_the_part_that_it_names(desk, question, part):
    assert f'MEASURE(tickets."count") FILTER (WHERE {part}) * 1.0' in flat(desk, question)


@pytest.mark.parametrize("question", ["subject rate by priority", "rate by priority"])
def test_a_rate_of_nothing_is_not_guessed(desk, question):
    assert not is_read(desk, question)


@pytest.mark.parametrize(
    "question",
    [
        "CSAT by team",
        "what's our average customer satisfaction score?",
        "which team has the highest CSAT",
        "agents with a csat below 3",
    ],
)
def test_how_content_customers_are_is_an_average(desk, question):
    assert "satisfaction_surveys.average_score" in flat(desk, question)


def test_first_response_time_is_the_time_to_that(desk):
    for question in ("average first response time in hours by priority", "FRT in hours by priority"):
        assert "tickets.created_at, tickets.first_response_at" in flat(desk, question)


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    rows = [
        "order_id,ordered_on,offer_sent_on,offer_accepted,status,amount",
        *(
            f"{at},2025-0{1 + at % 9}-1{at % 9},{f'2025-0{1 + at % 9}-20' if at % 3 else ''},"
            f"{str(at % 6 == 1).lower()},"
            f"{('paid', 'shipped', 'delivered', 'cancelled')[at % 4]},{at}.5"
            for at in range(1, 120)
        ),
    ]
    with reader_over(tmp_path_factory.mktemp("orders"), {"orders": rows}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize("question", ["orders not yet shipped", "how many orders have not been shipped"])
def test_what_was_delivered_was_shipped(orders, question):
    assert not is_read(orders, question)


def test_a_last_state_can_be_denied(orders):
    assert "orders.status <> 'cancelled'" in flat(orders, "how many orders were not cancelled")


def test_what_not_every_row_has_is_no_whole(orders):
    assert not is_read(orders, "offer acceptance rate")
