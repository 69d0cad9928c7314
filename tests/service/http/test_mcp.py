"""The door for other agents: the protocol, its tools, and whose rights they have."""

import http.client
import json
from urllib.parse import urlsplit

import pytest

from tests.raw_api import call, headers
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

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
        ({"name": "query", "arguments": {}}, "needs sql"),
        ({"name": "query", "arguments": {"sql": 7}}, "must be a text"),
        ({"name": "query", "arguments": {"sql": "SELECT 1", "user": "eve"}}, "takes sql"),
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
        assert call(service, "/mcp", note)[0] == 202
        assert json.loads(connection.getresponse().read())["error"]["message"] == "The request was cancelled."
    else:
        connection.sock.close()

    assert analyst.cancelled.wait(PATIENCE)
    connection.close()


def begun(service, path, body, *, given):
    """A request that is sent, and its connection."""
    address = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    connection.request("POST", path, json.dumps(body).encode(), given)
    return connection
