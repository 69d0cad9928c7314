"""The door for other agents: the protocol, its tools, and whose rights they have."""

import http.client
import json
from urllib.parse import urlsplit

import pytest

from svcchat_magic.service.http.mcp_routes import VERSIONS
from tests.raw_api import call, headers
from tests.service.conftest import ScriptedAnalyst
from tests.service.runs.long_query import LONG_SQL, LongQuery
from tests.waiting import PATIENCE, until_ended

USER = {"X-Svcchat-User": "ada"}


def rpc(service, method, params=None, *, number=1, given=None, **more):
    """One request; its status and message."""
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}
    status, _, content = call(service, "/mcp", body, given=given or headers(service, **USER, **more))
    return status, json.loads(content)


def tool(service, name, **arguments):
    """A tool's result."""
    status, found = rpc(service, "tools/call", {"name": name, "arguments": arguments})
    assert status == 200
    return found["result"]


def test_a_client_is_introduced_and_gets_a_session(service):
    body = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-03-26"}}
    status, got, content = call(service, "/mcp", body)

    assert status == 200
    assert got["Mcp-Session-Id"]
    result = json.loads(content)["result"]
    assert result["protocolVersion"] == "2025-03-26"
    assert result["capabilities"] == {"tools": {"listChanged": False}}


def test_a_notification_is_accepted(service):
    body = {"jsonrpc": "2.0", "method": "notifications/initialized"}

    status, _, content = call(service, "/mcp", body)

    assert (status, content) == (202, b"")


def test_the_tools_are_listed_with_their_schemas(service):
    _, found = rpc(service, "tools/list")

    tools = {each["name"]: each for each in found["result"]["tools"]}
    assert list(tools) == ["search_model", "describe", "query", "ask"]
    assert tools["query"]["inputSchema"]["required"] == ["sql"]
    assert all(each["annotations"]["readOnlyHint"] for each in tools.values())


def test_the_model_is_searched_and_described(service):
    found = tool(service, "search_model", words="revenue by channel")
    described = tool(service, "describe", table="sales")

    members = [each["name"] for table in found["structuredContent"]["tables"] for each in table["members"]]
    assert "sales.revenue" in members
    (table,) = described["structuredContent"]["tables"]
    assert "sales.channel" in [each["name"] for each in table["members"]]


def test_a_query_gives_rows(service):
    sql = "SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1 ORDER BY 2 DESC"

    found = tool(service, "query", sql=sql)

    rows = found["structuredContent"]
    assert rows["totalRows"] == 4
    assert rows["rows"][0][0] == "Web"
    assert json.loads(found["content"][0]["text"]) == rows


def test_a_question_is_answered_and_goes_on(service):
    first = tool(service, "ask", question="revenue by channel in 2024")["structuredContent"]
    second = tool(service, "ask", question="only 2023", chat_id=first["chatId"])["structuredContent"]

    assert first["outcome"] == "answered"
    assert "Web" in first["answer"]
    assert len(first["results"][0]["rows"]) == 4
    assert "2023" in second["answer"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("query", {"sql": "DROP TABLE orders"}, "SELECT"),
        ("query", {"sql": "SELECT nothing FROM nowhere"}, "no cube or view"),
        ("describe", {"table": "nowhere"}, "no table"),
        ("ask", {"question": "orders", "chat_id": "00000000-0000-0000-0000-000000000000"}, "chat"),
        ("ask", {"question": "orders", "chat_id": "../../etc/passwd"}, "chat"),
        ("query", {}, "needs sql"),
        ("query", {"sql": 7}, "must be a text"),
        ("query", {"sql": "SELECT 1", "user": "eve"}, "takes sql"),
        ("query", {"sql": "SELECT 1; SELECT 2"}, "one"),
        ("query", {"sql": "SELECT * FROM read_csv('/etc/passwd')"}, "FROM takes"),
    ],
)
def test_what_is_refused_is_told_to_the_caller(service, name, arguments, said):
    found = tool(service, name, **arguments)

    assert found["isError"] is True
    assert said in found["content"][0]["text"]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"name": "rm", "arguments": {}}, "no tool"),
        ({"name": "query", "arguments": []}, "object of arguments"),
        ({}, "tool's name"),
    ],
)
def test_a_wrong_call_is_an_error_of_the_protocol(service, params, said):
    status, found = rpc(service, "tools/call", params)

    assert status == 200
    assert found["error"]["code"] == -32602
    assert said in found["error"]["message"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "method": "ping"}', -32700),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),  # batches are of the past
        (b'{"jsonrpc": "2.0", "id": 1, "result": {}}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": ' + b"[" * 5_000 + b"}", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 3}', -32600),
    ],
)
def test_what_is_no_message_is_refused(service, body, code):
    status, _, content = call(service, "/mcp", body)

    assert status == 400
    assert json.loads(content)["error"]["code"] == code


def test_an_unknown_method_is_refused(service):
    assert rpc(service, "resources/list")[1]["error"]["code"] == -32601


def test_a_wrong_key_gets_nothing(service):
    given = headers(service) | {"Authorization": "Api-Key wrong-key-0123456789"}

    status, found = rpc(service, "tools/list", given=given)

    assert status == 401
    assert "result" not in found


def test_a_page_of_a_browser_gets_nothing(service):
    assert rpc(service, "tools/list", Origin="http://127.0.0.1")[0] == 403


def test_an_unknown_agent_is_not_found(service):
    assert rpc(service, "tools/list", **{"X-Svcchat-Agent": "nobody"})[0] == 404


def test_a_question_needs_a_user(service):
    params = {"name": "ask", "arguments": {"question": "orders"}}

    _, found = rpc(service, "tools/call", params, given=headers(service))

    assert found["result"]["isError"] is True
    assert "X-Svcchat-User" in found["result"]["content"][0]["text"]


@pytest.mark.case("M05")
def test_each_user_gets_their_own_rows_and_nobody_gets_none(ruled):
    def counted(**user):
        sql = "SELECT MEASURE(fruit.count) AS n FROM fruit"
        params = {"name": "query", "arguments": {"sql": sql}}
        return rpc(ruled, "tools/call", params, given=headers(ruled, **user))[1]["result"]

    ana, boss = (counted(**{"X-Svcchat-Internal-User": f"{name}@example.com"}) for name in ("ana", "boss"))
    nobody, stranger = counted(), counted(**{"X-Svcchat-Internal-User": "eve@example.com"})

    assert ana["structuredContent"]["rows"] == [[2]]
    assert boss["structuredContent"]["rows"] == [[3]]
    assert nobody["isError"]
    assert stranger["isError"]


def test_another_users_chat_is_not_continued(ruled):
    def asked(name, **arguments):
        params = {"name": "ask", "arguments": {"question": "fruit by kind", **arguments}}
        given = headers(ruled, **{"X-Svcchat-Internal-User": f"{name}@example.com"})
        return rpc(ruled, "tools/call", params, given=given)[1]["result"]

    chat = asked("ana")["structuredContent"]["chatId"]

    assert asked("boss", chat_id=chat)["isError"]


@pytest.mark.parametrize("way", ["cancelled", "disconnected"])
def test_a_call_that_is_not_wanted_any_more_stops_its_turn(start, way):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    params = {"name": "ask", "arguments": {"question": "anything"}}
    body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    connection = begun(service, "/mcp", body, given=headers(service, **USER))
    assert analyst.waiting.wait(PATIENCE)

    if way == "cancelled":
        note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        assert call(service, "/mcp", note, given=headers(service, **USER))[0] == 202
        response = connection.getresponse()
        assert (response.status, response.read()) == (202, b"")
    else:
        connection.sock.close()

    assert analyst.cancelled.wait(PATIENCE)
    connection.close()


@pytest.mark.parametrize("way", ["cancelled", "disconnected"])
@pytest.mark.parametrize(
    ("name", "arguments"), [("query", {"sql": LONG_SQL}), ("ask", {"question": "anything"})]
)
def test_a_call_that_is_not_wanted_any_more_ends_its_statement_in_the_engine(
    start, endless_workspace, queries, name, arguments, way
):
    service = start(LongQuery(), workspace=endless_workspace)
    params = {"name": name, "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    connection = begun(service, "/mcp", body, given=headers(service, **USER))
    running = queries()

    if way == "cancelled":
        note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        assert call(service, "/mcp", note, given=headers(service, **USER))[0] == 202
    else:
        connection.sock.close()

    until_ended(running)
    connection.close()


def begun(service, path, body, *, given):
    """A request that is sent, and its connection."""
    address = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    connection.request("POST", path, json.dumps(body).encode(), given)
    return connection


@pytest.mark.parametrize("number", [0, -1, 10**300, "", "x" * 10_000, "\u202e\u0000", "1"])
def test_the_reply_has_the_id_of_the_request(service, number):
    status, found = rpc(service, "ping", number=number)

    assert (status, found) == (200, {"jsonrpc": "2.0", "id": number, "result": {}})


@pytest.mark.parametrize("version", ["2026-07-28", "1", "", "2025-06-18, 2025-03-26", "x" * 4_000])
def test_a_version_that_is_not_spoken_is_refused_with_those_that_are(service, version):
    status, found = rpc(service, "ping", **{"MCP-Protocol-Version": version})

    assert status == 400
    assert found["error"]["data"]["supported"] == list(VERSIONS)
    assert len(found["error"]["data"]["requested"]) <= 64


def test_a_session_is_no_right(service):
    """Whatever session a caller names, the key and the user decide."""
    for session in ("of somebody else", "", "\x7f", "x" * 5_000):
        assert rpc(service, "ping", **{"Mcp-Session-Id": session})[0] == 200

    given = {name: value for name, value in headers(service).items() if name != "Authorization"}
    assert rpc(service, "ping", given={**given, "Mcp-Session-Id": "of somebody else"})[0] == 401


@pytest.mark.case("M07")
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
def test_a_name_that_was_pointed_at_this_machine_gets_nothing(service, host):
    status, _, content = call(service, "/mcp", b"{}", given={**headers(service), "Host": host})

    assert status in (400, 403, 421)
    assert b"jsonrpc" not in content


@pytest.mark.case("M07")
@pytest.mark.parametrize("header", ["X-Svcchat-User", "X-Svcchat-Internal-User", "X-Svcchat-Agent"])
def test_two_names_for_one_caller_are_refused(ruled, header):
    """Behind a proxy that adds the user, a caller who adds one too gets neither."""
    address = urlsplit(ruled.base_url)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    connection.putrequest("POST", "/mcp")
    for name, value in (*headers(ruled).items(), (header, "boss@example.com"), (header, "ana@example.com")):
        connection.putheader(name, value)

    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)

    assert connection.getresponse().status == 400
    connection.close()


@pytest.mark.case("M07")
@pytest.mark.parametrize(
    "other",
    [{"X-Svcchat-User": "ben"}, {"Mcp-Session-Id": "another"}, {}, {"X-Svcchat-Internal-User": "ada"}],
    ids=["user", "session", "nobody", "internal"],
)
def test_nobody_else_cancels_a_call(start, other):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    params = {"name": "ask", "arguments": {"question": "anything"}}
    body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    own = headers(service, **USER, **{"Mcp-Session-Id": "mine"})
    connection = begun(service, "/mcp", body, given=own)
    assert analyst.waiting.wait(PATIENCE)
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
    given = headers(service, **({"Mcp-Session-Id": "mine"} | other))
    if "X-Svcchat-User" not in other and "Mcp-Session-Id" in other:
        given |= USER

    for number in (7, "7", None, {"a": [1]}, 10**300):
        assert call(service, "/mcp", note | {"params": {"requestId": number}}, given=given)[0] == 202

    assert not analyst.cancelled.is_set()
    assert call(service, "/mcp", note, given=own)[0] == 202
    assert analyst.cancelled.wait(PATIENCE)
    assert connection.getresponse().status == 202
    connection.close()
