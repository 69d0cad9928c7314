"""The rows of the query API and of a chat's results belong to the user who asks, by the rules of now."""

import json
import os

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted
from svcchat_magic.semantic.files import live_model
from svcchat_magic.semantic.files.live_model import LiveModel
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.runs.tools import Workspace
from tests.raw_api import ask, call, chat_id_of, headers, lines
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import as_page, make
from tests.service.test_query_api import OWN_ROW, query_path, written_workspace

ARROW = "application/vnd.apache.arrow.stream"
ROWS, CHART = "/api/v1/embed/result-rows", "/api/v1/embed/result-chart"
SQL = "SELECT n FROM numbers"
RESULT = (
    SqlStarted(0, SQL, "Numbers", "", "which?"),
    SqlFinished(0, Rows((Column("n", "Int64"),), ((7,),), 1000), "result-1"),
    AnswerText("Seven."),
)
JOINS = (
    "SELECT a.n FROM numbers a JOIN numbers b ON a.n = b.n",
    "SELECT a.n, b.n FROM numbers a FULL JOIN numbers b ON a.n <> b.n",
    "WITH w AS (SELECT n FROM numbers) SELECT w.n FROM w, numbers b",
    "SELECT n FROM numbers UNION SELECT n + 0 FROM numbers",
    "SELECT MEASURE(total) FROM numbers",
    "SELECT n FROM (SELECT n FROM numbers) x WHERE n IN (SELECT n FROM numbers)",
)


def user(name, number):
    return {"externalId": name, "userAttributes": [{"name": "region", "value": str(number)}]}


ADA, BOB = user("ada", 7), user("bob", 8)


@pytest.fixture
def ruled(start, tmp_path, monkeypatch):
    """A service over the numbers to 30, of which each user sees one; its model follows its file."""
    monkeypatch.setattr(live_model, "EVERY_SECONDS", 0.0)
    found = written_workspace(tmp_path, "SELECT range AS n FROM range(30)", OWN_ROW)
    workspace = Workspace(found.model, found.engine, live=LiveModel(tmp_path / "model", found.model))
    yield start(ScriptedAnalyst(RESULT, waits=False), workspace=workspace)
    found.engine.close()


@pytest.fixture
def edit(tmp_path):
    def change(old, new):
        file = tmp_path / "model" / "numbers.yml"
        stamp = file.stat()
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1_000_000_000))

    return change


def rows(reply):
    return [row for line in lines(reply) for row in line.get("data", ())]


def page_of(service, who, **more):
    return as_page(service, make(service, {**who, **more}))


@pytest.mark.case("Q16")
@pytest.mark.parametrize("sql", JOINS)
def test_a_page_that_asks_as_another_user_asks_as_its_own(ruled, sql):
    pages = [page_of(ruled, who, queryApi=True) for who in (ADA, BOB)]

    ours, theirs = (call(ruled, query_path(ruled), {"query": sql}, given=page)[2] for page in pages)
    forged = [
        call(ruled, query_path(ruled), {"query": sql, "sessionSettings": given}, given=pages[0])[0]
        for given in (BOB, {"internalId": "ada@x.example"}, {"userAttributes": []}, {"groups": ["*"]}, [])
    ]

    assert {value for row in rows(ours) for value in row} <= {7, None}
    assert {value for row in rows(theirs) for value in row} <= {8, None}
    assert rows(ours) != rows(theirs)
    assert forged == [400] * 5


@pytest.mark.case("Q16")
@pytest.mark.case("A15")
@pytest.mark.parametrize("path", [ROWS, CHART])
def test_a_result_in_anothers_chat_is_one_that_is_not_there(ruled, path):
    chats = {name: chat_id_of(ask(ruled, "which?", who)) for name, who in (("ada", ADA), ("bob", BOB))}
    page = page_of(ruled, ADA)

    def given(chat, uuid="result-1", **more):
        body = {"chatId": chat, "uuid": uuid, "width": 400, **more}
        status, _, reply = call(ruled, path, body, given=page)
        return status, json.loads(reply)["error"]["message"] if status >= 400 else ""

    foreign, missing = given(chats["bob"]), given("00000000-0000-0000-0000-000000000000")

    assert given(chats["ada"]) == (200, "")
    assert foreign == missing == (404, missing[1])
    assert given(chats["ada"], "result-2")[0] == given(chats["ada"], "%")[0] == 404
    assert given(chats["bob"], sessionSettings=BOB)[0] == 400
    assert given(chats["ada"], activeBranchName="main")[0] == 400


@pytest.mark.case("Q15")
@pytest.mark.case("Z05")
def test_a_rule_that_changes_while_the_service_runs_counts_at_once(ruled, edit):
    chat, page = chat_id_of(ask(ruled, "which?", ADA)), page_of(ruled, ADA, queryApi=True)
    body = {"chatId": chat, "uuid": "result-1", "width": 400}
    before = [call(ruled, path, body, given=page)[0] for path in (ROWS, CHART)]

    edit("equals", "notEquals")

    after = [call(ruled, path, body, given=page)[0] for path in (ROWS, CHART)]
    now = rows(call(ruled, query_path(ruled), {"query": SQL}, given=page)[2])
    assert (before, after) == ([200, 200], [404, 404])
    assert sorted(now) == [[number] for number in range(30) if number != 7]


@pytest.mark.case("Q15")
@pytest.mark.case("Q13")
def test_a_session_whose_attribute_no_rule_reads_any_more_sees_what_the_rules_give(ruled, edit):
    page = page_of(ruled, ADA, queryApi=True)

    edit("userAttributes.region", "userAttributes.country")

    found = [call(ruled, query_path(ruled), {"query": sql}, given=page) for sql in (SQL, JOINS[1])]
    assert [(status, rows(reply)) for status, _, reply in found] == [(200, [])] * 2


@pytest.mark.case("Z01")
@pytest.mark.parametrize("accept", ["application/x-ndjson", ARROW])
def test_a_failure_on_a_hidden_row_is_no_answer_about_it(ruled, accept):
    """Ada's own row is 7: nothing that fails on another number tells that it is there."""
    there = "SELECT a.n FROM numbers a JOIN numbers b ON 1 / (b.n - {}) > -9 AND a.n * 9e307 > {}"

    def reply(number):
        body = {"query": there.format(number, number), "sessionSettings": ADA}
        status, _, found = call(ruled, query_path(ruled), body, given=headers(ruled, Accept=accept))
        return status, len(found)

    assert len({reply(number) for number in (11, 29, 31, 99)}) == 1
