"""A session has bounds: one agent, one branch, and the rows of its own results unless it says queryApi."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.account import AgentProfile
from svcchat_magic.service.http.sessions import PAGE_TOKEN_SECONDS
from tests.raw_api import abort_path, call, chat_id_of, chat_path, headers, lines, send
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_data_routes import meta_path
from tests.service.http.test_sessions import ADA, CHATS, EXCHANGE, JSON, MAKE, REVOKE, as_page, exchange, make
from tests.service.state.test_schema import STATES, version_of, written
from tests.service.test_query_api import query_path
from tests.waiting import PATIENCE

REVOKE_AGAIN = "/api/v1/embed/session/revoke"
ROWS = "/api/v1/embed/result-rows"
CHART = "/api/v1/embed/result-chart"
SHOP = AgentProfile("Shop analyst", views=frozenset({"sales"}), questions=("Revenue by month?",))
STAFF = AgentProfile("Zaphod's agent", views=frozenset({"orders"}), questions=("Zaphod's question?",))
AGENTS = {"shop": SHOP, "zaphod-desk": STAFF}
DAYS = "SELECT DATE_TRUNC('day', created_at) AS day, MEASURE(revenue) FROM sales GROUP BY 1"
RESULT = (
    SqlStarted(0, DAYS, "Revenue", "", "why?"),
    SqlFinished(0, Rows((Column("day", "Timestamp"),), (("2024-01-01",),), 1000), "result-1"),
    AnswerText("So much."),
)


@pytest.fixture
def two(start):
    """A service with two agents that see different tables."""
    return start(ScriptedAnalyst(RESULT, waits=False), agents=AGENTS)


def of_agent(path, agent):
    return path.replace("/agents/shop/", f"/agents/{agent}/")


def post(service, path, body, page):
    """Status and body, without the request id that differs each time."""
    status, _, reply = call(service, path, body, given=page)
    told = json.loads(reply)["error"]["message"] if status >= 400 else reply
    return status, told


def chat_of(service, user=ADA, agent="shop"):
    path = of_agent(chat_path(service), agent)
    status, _, body = call(service, path, {"input": "why?", "sessionSettings": user})
    assert status == 200, body
    return chat_id_of(lines(body))


def rows_in(reply):
    return [row for line in lines(reply) for row in line.get("data", ())]


@pytest.mark.case("Z04")
@pytest.mark.parametrize(
    ("given", "agent", "other"),
    [({}, "shop", b"aphod"), ({"agentId": "zaphod-desk"}, "zaphod-desk", b"Shop")],
)
def test_a_session_is_bound_to_one_agent_and_names_no_other(two, given, agent, other):
    session = make(two, {**ADA, **given})

    status, _, body = call(two, EXCHANGE, {"sessionId": session}, given=JSON)

    assert status == 200
    assert [each["id"] for each in json.loads(body)["agents"]] == [agent]
    assert other not in body


@pytest.mark.case("Z04")
@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        ({"agentId": "nobody"}, 404, "There is no such agent."),
        ({"agentId": ""}, 404, "There is no such agent."),
        ({"agentId": 5}, 400, "agentId must be a string."),
        ({"agentId": None}, 400, "agentId must be a string."),
        ({"queryApi": "true"}, 400, "queryApi must be true or false."),
        ({"queryApi": 1}, 400, "queryApi must be true or false."),
        ({"branchName": "nowhere"}, 400, "There is no such branch of the data model."),
        ({"branchName": ""}, 400, "There is no such branch of the data model."),
        ({"branchName": 5}, 400, "branchName must be a string."),
        ({"settings": 5}, 400, "settings must be an object."),
        ({"settings": {"timezone": 5}}, 400, "settings.timezone must be a string."),
        ({"settings": {"timezone": "Mars/Base"}}, 400, "settings.timezone is not an IANA time zone."),
    ],
    ids=str,
)
def test_a_bad_bound_makes_no_session(start, tmp_path, given, status, said):
    service = start(ScriptedAnalyst(), tmp_path / "state.sqlite", agents=AGENTS)

    found, _, reply = call(service, MAKE, {**ADA, **given})

    assert (found, json.loads(reply)["error"]["message"]) == (status, said)
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM sessions").fetchone() == (0,)


def test_what_other_deployments_take_is_accepted(two):
    more = {
        "settings": {"allowAi": True, "locale": "de", "timezone": "Europe/Berlin", "showHeader": False},
        "userProfile": {"name": "Ada"},
        "groupDefinitions": [{"name": "sales"}],
        "userAttributeDefinitions": [{"name": "region", "type": "string"}],
        "queryApi": False,
    }

    assert exchange(two, make(two, {**ADA, **more}))[0] == 200


@pytest.mark.case("Z04")
def test_a_page_cannot_tell_another_agent_from_none(two):
    """The same user has a chat with each of them."""
    own, others = chat_of(two), chat_of(two, agent="zaphod-desk")
    page = as_page(two)
    asked = [
        (path, body)
        for path in (chat_path(two), abort_path(two))
        for chat in (own, others)
        for body in ({"input": "why?"}, {"chatId": chat}, {"input": "why?", "chatId": chat})
    ]

    elsewhere = [
        [post(two, of_agent(path, agent), body, page) for path, body in asked]
        for agent in ("zaphod-desk", "nobody")
    ]

    assert elsewhere[0] == elsewhere[1]
    assert {status for status, _ in elsewhere[0]} == {404}
    assert post(two, chat_path(two), {"chatId": own}, page)[0] == 200  # the control
    for path in (chat_path(two), abort_path(two)):
        assert post(two, path, {"input": "and?", "chatId": others}, page)[0] == 404


@pytest.mark.case("Z04")
def test_a_page_lists_the_chats_with_its_agent(two):
    own, others = chat_of(two), chat_of(two, agent="zaphod-desk")
    pages = [as_page(two), as_page(two, make(two, {**ADA, "agentId": "zaphod-desk"}))]

    listed = [
        [
            each["chatId"]
            for each in json.loads(call(two, CHATS + query, None, method="GET", given=page)[2])["chats"]
        ]
        for page in pages
        for query in ("", "?agent=shop", "?agent=zaphod-desk")
    ]

    assert listed == [[own], [own], [], [others], [], [others]]


@pytest.mark.case("Z04")
@pytest.mark.parametrize("query_api", [False, True])
def test_the_model_of_a_page_is_its_agents(two, query_api):
    """The key of the account is described the tables of both."""
    user = {**ADA, "queryApi": query_api}
    pages = [as_page(two, make(two, {**user, **each})) for each in ({}, {"agentId": "zaphod-desk"})]

    replies = [
        call(two, meta_path(two), {} if page else {"sessionSettings": ADA}, given=page)[2]
        for page in (*pages, None)
    ]

    described = [[table["name"] for table in json.loads(each)["cubes"]] for each in replies]
    assert described == [["sales"], ["orders"], ["sales", "orders"]]


@pytest.mark.case("Z04")
def test_an_address_with_another_agent_is_refused_and_leaves_the_session(two):
    session = make(two)

    replies = [
        call(two, EXCHANGE, {"sessionId": session, "agentId": agent}, given=JSON)
        for agent in ("zaphod-desk", "nobody", "")
    ]

    assert [status for status, _, _ in replies] == [403, 403, 403]
    assert not [reply for _, _, reply in replies if b"token" in reply or b"Zaphod" in reply]
    statuses = [call(two, EXCHANGE, {"sessionId": session, "agentId": "shop"}, given=JSON)[0] for _ in "12"]
    assert statuses == [200, 401]


@pytest.mark.case("Z04")
def test_of_fifty_at_once_one_gets_the_token_of_the_right_agent(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite", agents=AGENTS)
    session = make(service)

    def attempt(number):
        agent = ("shop", "zaphod-desk")[number % 2]
        return agent, call(service, EXCHANGE, {"sessionId": session, "agentId": agent}, given=JSON)[0]

    with ThreadPoolExecutor(50) as pool:
        found = list(pool.map(attempt, range(50)))

    assert sorted(status for agent, status in found if agent == "shop") == [200] + [401] * 24
    assert {status for agent, status in found if agent == "zaphod-desk"} <= {401, 403}


FORMS = ("*/*", "application/x-ndjson", "application/json", "application/vnd.apache.arrow.stream", "text/*")


@pytest.mark.case("Z04")
@pytest.mark.parametrize("accept", FORMS)
def test_a_page_has_no_query_api_unless_its_session_says_so(two, accept):
    page, allowed = as_page(two), as_page(two, make(two, {**ADA, "queryApi": True}))
    sql = {"query": "SELECT MEASURE(revenue) FROM sales"}

    refused = post(two, query_path(two), sql, {**page, "Accept": accept})
    given = call(two, query_path(two), sql, given={**allowed, "Accept": accept})[0]

    assert refused == (403, "This page may not use the query API. Create its session with queryApi: true.")
    assert given == (406 if accept == "text/*" else 200)


@pytest.mark.case("Z04")
def test_the_query_api_of_a_page_reaches_the_tables_of_its_agent(two):
    page = as_page(two, make(two, {**ADA, "queryApi": True}))
    orders = {"query": "SELECT MEASURE(count) FROM orders"}

    statuses = [
        call(two, query_path(two), {**orders, "sessionSettings": ADA})[0],
        call(two, query_path(two), orders, given=page)[0],
        call(two, query_path(two), {"query": DAYS}, given=page)[0],
    ]

    assert statuses == [200, 400, 200]


@pytest.mark.case("Z04")
def test_a_page_loads_the_rows_of_its_own_results(two):
    chat_id, page = chat_of(two), as_page(two)
    by_key = call(two, query_path(two), {"query": DAYS, "sessionSettings": ADA})[2]

    body = {"chatId": chat_id, "uuid": "result-1", "query": "nonsense"}
    status, _, reply = call(two, ROWS, body, given=page)

    assert status == 200
    assert sorted(rows_in(reply)) == sorted(rows_in(by_key))
    assert len(rows_in(reply)) > 100


@pytest.mark.case("Z04")
def test_a_page_loads_no_other_rows(two):
    own, other_agents = chat_of(two), chat_of(two, agent="zaphod-desk")
    other_users = chat_of(two, {"externalId": "bob"})
    other_rights = chat_of(two, {**ADA, "groups": ["sales"]})
    page = as_page(two)
    wrong = [(other_agents, "result-1"), (other_users, "result-1"), ("no-such", "result-1"),
             (own, "result-2"), (own, "result"), (own, "data"), (other_rights, "result-1")]  # fmt: skip

    statuses = [call(two, ROWS, {"chatId": chat, "uuid": uuid}, given=page)[0] for chat, uuid in wrong]
    unread = [call(two, ROWS, body, given=page)[0] for body in ({"chatId": own}, {"chatId": own, "uuid": ""})]
    callers = [
        call(two, ROWS, {"chatId": own, "uuid": "result-1", "sessionSettings": ADA}, given=given)[0]
        for given in (headers(two), JSON)
    ]

    assert statuses == [404] * len(wrong)
    assert unread == [400, 400]
    assert callers == [403, 401]
    assert call(two, ROWS, {"chatId": own, "uuid": "result-1"}, given=page)[0] == 200  # the control


@pytest.mark.case("Z04")
def test_the_rows_of_a_result_are_those_of_the_rights_of_now(start, tmp_path):
    """The table has left its agent's views: the turn is of other rights, and the SQL is refused as well."""
    state = tmp_path / "state.sqlite"
    analyst = ScriptedAnalyst(RESULT, waits=False)
    first = start(analyst, state, agents=AGENTS)
    chat_id, page = chat_of(first), as_page(first)
    first.stop()

    second = start(analyst, state, agents={"shop": STAFF})

    body = {"chatId": chat_id, "uuid": "result-1", "width": 400}
    assert [call(second, path, body, given=page)[0] for path in (ROWS, CHART)] == [404, 404]


@pytest.mark.case("Z04")
def test_a_session_of_an_agent_that_is_gone_is_over(start, tmp_path):
    state = tmp_path / "state.sqlite"
    first = start(ScriptedAnalyst(), state, agents=AGENTS)
    session, page = make(first, {**ADA, "agentId": "zaphod-desk"}), as_page(first)
    staff = as_page(first, make(first, {**ADA, "agentId": "zaphod-desk"}))
    first.stop()

    second = start(ScriptedAnalyst(waits=False), state, agents={"shop": SHOP})

    assert exchange(second, session)[0] == 401
    found = [call(second, CHATS, None, method="GET", given=each)[0] for each in (staff, page)]
    assert found == [401, 200]


@pytest.mark.case("Z04")
@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_a_page_whose_session_is_over_reaches_nothing(start, clock, end):
    service = start(ScriptedAnalyst(RESULT, waits=False), agents=AGENTS)
    session = make(service, {**ADA, "queryApi": True})
    page, chat_id = as_page(service, session), chat_of(service)
    asked = [
        (chat_path(service), {"input": "why?"}),
        (chat_path(service), {"chatId": chat_id}),
        (abort_path(service), {"chatId": chat_id}),
        (query_path(service), {"query": DAYS}),
        (meta_path(service), {}),
        (ROWS, {"chatId": chat_id, "uuid": "result-1"}),
        (CHART, {"chatId": chat_id, "uuid": "result-1", "width": 400}),
    ]
    before = {call(service, path, body, given=page)[0] for path, body in asked}
    if end == "revoked":
        assert call(service, REVOKE_AGAIN, {"sessionId": session})[0] == 204
    else:
        clock.now += PAGE_TOKEN_SECONDS

    after = {call(service, path, body, given=page)[0] for path, body in asked}

    assert (before, after) == ({200, 204}, {401})
    assert call(service, CHATS, None, method="GET", given=page)[0] == 401


def test_the_second_address_of_revoking_answers_the_same_every_time(two):
    session = make(two)
    page = as_page(two, session)

    statuses = [call(two, REVOKE_AGAIN, {"sessionId": each})[0] for each in (session, session, "never", "")]

    assert statuses == [204] * 4
    assert call(two, CHATS, None, method="GET", given=page)[0] == 401
    assert call(two, REVOKE, {"sessionId": session})[0] == 404
    assert call(two, REVOKE_AGAIN, {"sessionId": session}, given=page)[0] == 401
    assert call(two, REVOKE_AGAIN, {})[0] == 400


@pytest.mark.case("Z04")
def test_revoking_ends_what_streams_with_the_session_alone(start):
    analyst = ScriptedAnalyst()
    service = start(analyst, agents=AGENTS)
    session = make(service, {**ADA, "agentId": "zaphod-desk"})
    page = as_page(service, session)
    path = of_agent(chat_path(service), "zaphod-desk")
    connection, response = send(service, path, {"input": "why?"}, given=page)
    assert analyst.waiting.wait(PATIENCE)

    assert call(service, REVOKE_AGAIN, {"sessionId": session})[0] == 204

    response.read()
    connection.close()
    assert analyst.cancelled.wait(PATIENCE)


@pytest.mark.parametrize("sql", [each for each in STATES if version_of(each) < 7], ids=lambda each: each.stem)
def test_sessions_of_an_older_state_are_over(start, tmp_path, sql):
    """Each of these holds a session of bob, but for the oldest; they reached every agent."""
    file = written(tmp_path, sql)
    with closing(sqlite3.connect(file)) as connection, connection:
        (user,) = connection.execute("SELECT id FROM users WHERE name = 'ada'").fetchone()
        if version_of(sql) > 3:
            connection.execute(
                "INSERT INTO page_tokens VALUES (x'01', x'02', 'demo', ?, '{}', 0, 9e99)", (user,)
            )

    start(ScriptedAnalyst(), file)

    with closing(sqlite3.connect(file)) as connection:
        left = connection.execute("SELECT count(*) FROM sessions UNION ALL SELECT count(*) FROM page_tokens")
        assert left.fetchall() == [(0,), (0,)]


def test_the_page_has_no_words_of_any_agent(two):
    session = make(two)
    path = f"/embed/chat?sessionId={session}&agentId=zaphod-desk"

    body = call(two, path, None, method="GET", given={})[2]

    assert b"aphod" not in body
