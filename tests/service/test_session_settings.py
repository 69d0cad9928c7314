"""What a session's settings say of its time zone and branch, which the page cannot change."""

import json
from datetime import date

import pytest

from tests.raw_api import ask, call, chat_id_of, chat_path, lines
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import ADA, as_page, make
from tests.service.test_query_api import query_path
from tests.service.test_session_bounds import rows_in

QUESTION = {"input": "revenue by region"}
MIDNIGHT = 1_736_467_200.0 + 3600  # 2025-01-10 01:00 UTC
THERE = {"New York": "America/New_York", "Tokyo": "Asia/Tokyo"}


@pytest.mark.parametrize(
    ("settings", "today"),
    [
        ({}, 10),
        ({"timezone": THERE["New York"]}, 9),
        ({"settings": {"timezone": THERE["New York"]}}, 9),
        ({"timezone": THERE["Tokyo"], "settings": {"timezone": THERE["New York"]}}, 10),
        ({"timezone": THERE["Tokyo"], "settings": {"timezone": "Mars/Base"}}, 10),
        ({"settings": {"locale": "de"}, "allowChatWorkspaceAuthoring": False}, 10),
    ],
    ids=str,
)
def test_the_time_zone_is_read_in_both_places(start, clock, settings, today):
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst, today=None)
    clock.now = MIDNIGHT

    ask(service, "why?", {**ADA, **settings})

    assert analyst.tasks[-1].today == date(2025, 1, today)


def test_a_time_zone_that_is_none_is_refused_in_the_second_place_too(quick):
    settings = {**ADA, "settings": {"timezone": "Mars/Base"}}

    for body in ({"input": "why?"}, {"chatId": "x"}):
        status, _, reply = call(quick, chat_path(quick), {**body, "sessionSettings": settings})

        said = json.loads(reply)["error"]["message"]
        assert (status, said) == (400, "sessionSettings.settings.timezone is not an IANA time zone.")


def test_the_time_zone_of_a_session_is_not_its_pages_to_change(start, clock):
    analyst = ScriptedAnalyst(waits=False)
    service = start(analyst, today=None)
    clock.now = MIDNIGHT
    bound = make(service, {**ADA, "settings": {"timezone": THERE["New York"]}})
    for session in (bound, make(service)):
        page = {"input": "why?", "sessionSettings": {"timezone": THERE["Tokyo"]}}
        assert call(service, chat_path(service), page, given=as_page(service, session))[0] == 200

    assert [task.today.day for task in analyst.tasks] == [9, 10]


def test_a_session_may_be_for_a_branch(service):
    """On `per-region` a user sees the rows of their region; the page can name no branch itself."""
    user = {"externalId": "on-a-branch", "userAttributes": [{"name": "region", "value": "Europe"}]}
    sql = {"query": "SELECT region, MEASURE(revenue) FROM sales GROUP BY 1"}
    pages = [
        as_page(service, make(service, {**user, "queryApi": True, **each}))
        for each in ({}, {"branchName": "per-region"})
    ]

    replies = [call(service, query_path(service), sql, given=page)[2] for page in pages]
    answers = [call(service, chat_path(service), QUESTION, given=page)[2] for page in pages]
    named = call(service, chat_path(service), {**QUESTION, "activeBranchName": "main"}, given=pages[1])[0]

    regions = [{row[0] for row in rows_in(each)} for each in replies]
    assert (len(regions[0]) > 1, regions[1]) == (True, {"Europe"})
    assert [b"Asia" in each for each in answers] == [True, False]
    assert named == 400
    chats = [chat_id_of(lines(each)) for each in answers]
    read = [call(service, chat_path(service), {"chatId": chat}, given=pages[1])[2] for chat in chats]
    assert [b"Europe" in each for each in read] == [False, True]
