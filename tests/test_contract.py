"""The rules of the API in raw JSON over a real socket, against the embedded service with the demo."""

import http.client
import json
import socket

import pytest

from tests.raw_api import (
    EXTERNAL,
    abort,
    ask,
    call,
    chat_id_of,
    chat_path,
    headers,
    lines,
    open_turn,
    read,
)
from tests.waiting import PATIENCE

QUESTION = "revenue by region"
MAIN = ["svc_data_analyst_agent"]
TOOLS = ["svc_data_analyst_agent", "tools"]
FIELDS = {
    "id": str,
    "role": str,
    "content": str,
    "thinking": str,
    "toolCall": dict,
    "graphPath": list,
    "isDelta": bool,
    "isInProcess": bool,
    "isStructuredResponse": bool,
    "sort": int,
    "state": dict,
}


@pytest.fixture(scope="module")
def turn(service):
    """The messages of one question's turn."""
    return ask(service, QUESTION)


def finals(messages):
    """The extraction rule of 4.1, word for word."""
    return [
        each
        for each in messages
        if each.get("role") == "assistant"
        and isinstance(each.get("graphPath"), list)
        and each["graphPath"][:1] == ["final"]
        and len(each["graphPath"]) <= 2
    ]


def calls(messages, name):
    return [each for each in messages if each.get("toolCall", {}).get("name") == name]


def results(messages, name):
    found = (each["toolCall"].get("result") for each in calls(messages, name))
    return [json.loads(each) for each in found if each is not None]


@pytest.mark.rule("6:channel")
@pytest.mark.rule("4.1:headers")
@pytest.mark.rule("4.1")
def test_the_response_is_one_json_object_a_line(service):
    """4.1: a stream of newline-delimited JSON objects."""
    status, _, body = call(service, chat_path(service), {"input": QUESTION, "sessionSettings": EXTERNAL})

    assert status == 200
    assert body.endswith(b"\n")
    assert all(isinstance(json.loads(line), dict) for line in body.splitlines())


@pytest.mark.rule("2.3:id")
@pytest.mark.rule("2.3:role")
@pytest.mark.rule("2.3:content")
@pytest.mark.rule("2.3:toolCall")
@pytest.mark.rule("2.3")
def test_only_the_fields_of_the_contract_are_sent(turn):
    """2.3: fields and their types; without messageId no addition is sent (decisions/additions-on-request)."""
    for message in turn:
        assert message.keys() <= FIELDS.keys()
        for name, value in message.items():
            assert isinstance(value, FIELDS[name]), (name, message)


@pytest.mark.rule("2.3:sort")
@pytest.mark.rule("2.3")
def test_sort_starts_at_0_and_increases_on_every_line(turn):
    """2.3: sort increases through the stream, starting at 0 for `__cutoff__`."""
    sorts = [message["sort"] for message in turn]

    assert sorts[0] == 0
    assert sorts == sorted(set(sorts))


@pytest.mark.rule("2.3:state")
@pytest.mark.rule("3:isStreaming")
@pytest.mark.rule("6:reserved")
@pytest.mark.rule("2.3")
def test_the_first_message_is_the_cutoff_with_the_chat(turn):
    """2.3 and 3: `__cutoff__` carries state.chatId, and state.isStreaming with value false."""
    assert turn[0]["id"] == "__cutoff__"
    assert turn[0]["state"]["isStreaming"] is False
    assert turn[0]["state"]["chatId"]


@pytest.mark.rule("2.3:echo")
@pytest.mark.rule("2.3:role")
@pytest.mark.rule("2.3")
def test_the_users_message_is_echoed_second(turn):
    """2.3: the user's own message is echoed with role user and isDelta false."""
    assert (turn[1]["role"], turn[1]["content"], turn[1]["isDelta"]) == ("user", QUESTION, False)
    assert [each["role"] for each in turn[2:-1]] == ["assistant"] * (len(turn) - 3)


@pytest.mark.rule("4.1:order")
@pytest.mark.rule("2.3:thinking")
@pytest.mark.rule("6:reserved")
@pytest.mark.rule("4.1")
def test_the_messages_come_in_the_typical_order(turn):
    """4.1: cutoff, echo, empty start, thinking, tool call then result, deltas, complete answer, state."""
    start, thought = turn[2:4]
    meta, sql = calls(turn, "svcMeta"), calls(turn, "svcSqlApi")
    answer = finals(turn)

    assert (start["content"], start["isDelta"], start["isInProcess"]) == ("", True, True)
    assert start["graphPath"] == MAIN
    assert thought["thinking"]
    assert thought["id"] == start["id"]
    assert thought["sort"] < meta[0]["sort"] < sql[0]["sort"] < answer[0]["sort"]
    assert turn[-2] == answer[-1]
    assert turn[-1]["id"] == "__state__"


@pytest.mark.rule("2.3:isStructuredResponse")
@pytest.mark.rule("2.3:graphPath")
@pytest.mark.rule("6:tools")
@pytest.mark.rule("2.3")
def test_every_agent_message_carries_its_flags(turn):
    """2.3: isStructuredResponse is present on agent messages; graphPath names the node."""
    assert len(turn) > 3
    for message in turn[2:-1]:
        assert isinstance(message["isStructuredResponse"], bool)
        assert message["graphPath"] in (MAIN, TOOLS, ["final"])
        assert ("toolCall" in message) == (message["graphPath"] == TOOLS)


@pytest.mark.rule("3:progress")
@pytest.mark.rule("2.3:isInProcess")
@pytest.mark.rule("2.3:isDelta")
@pytest.mark.rule("3")
def test_every_message_that_began_is_completed(turn):
    """3: isInProcess is true while generating and false when complete."""
    last = {message["id"]: message for message in turn[1:-1]}

    assert not [each for each in last.values() if each["isInProcess"] or each["isDelta"]]


@pytest.mark.rule("3:toolCall")
@pytest.mark.rule("2.4:name")
@pytest.mark.rule("2.4:result")
@pytest.mark.rule("3")
def test_a_tool_call_is_sent_twice_under_one_id(turn):
    """3: first in process without result, then complete with the same id and a result."""
    for name in ("svcMeta", "svcSqlApi"):
        called, done = calls(turn, name)[:2]

        assert called["id"] == done["id"]
        assert called["isInProcess"] is True
        assert "result" not in called["toolCall"]
        assert done["isInProcess"] is False
        assert called["toolCall"]["input"] == done["toolCall"]["input"]
        assert isinstance(done["toolCall"]["result"], str)


@pytest.mark.rule("2.5")
def test_a_meta_result_names_cubes_and_members(turn):
    """2.5: searchQuery in and out; cubes with name, type, title and qualified, typed members."""
    asked = json.loads(calls(turn, "svcMeta")[0]["toolCall"]["input"])
    (result,) = results(turn, "svcMeta")

    assert result["searchQuery"] == asked["searchQuery"]
    for cube in result["cubes"]:
        assert {"name", "type", "title", "members"} <= cube.keys()
        for member in cube["members"]:
            assert member["name"].startswith(cube["name"] + ".")
            assert {"title", "description"} <= member.keys()
            assert member["type"] in ("string", "number", "time", "boolean")


@pytest.mark.rule("2.6:sqlQuery")
@pytest.mark.rule("2.6:queryTitle")
@pytest.mark.rule("2.6:description")
@pytest.mark.rule("2.6:userRequest")
@pytest.mark.rule("2.6:schema")
@pytest.mark.rule("2.6:data")
@pytest.mark.rule("2.6")
def test_a_query_result_holds_rows_with_their_schema(turn):
    """2.6: the result's fields, rows as arrays in the order of the schema."""
    asked = json.loads(calls(turn, "svcSqlApi")[0]["toolCall"]["input"])
    (result,) = results(turn, "svcSqlApi")

    for name in ("sqlQuery", "queryTitle", "description", "userRequest"):
        assert result[name] == asked[name]

    assert result["userRequest"] == QUESTION
    assert [set(column) for column in result["schema"]] == [{"name", "column_type"}] * 2
    assert [column["column_type"] for column in result["schema"]] == ["String", "Double"]
    assert result["totalRows"] == len(result["data"]) == 4
    assert all(isinstance(name, str) and isinstance(value, float) for name, value in result["data"])
    assert result["uuid"]


@pytest.mark.rule("2.6:vegaSpec")
@pytest.mark.rule("2.6")
def test_a_chart_specification_is_json_text_without_data(turn):
    """2.6: vegaSpec is a Vega-Lite v5 specification as a JSON string; it contains no data."""
    spec = json.loads(results(turn, "svcSqlApi")[0]["vegaSpec"])

    assert "vega-lite/v5" in spec["$schema"]
    assert "data" not in spec
    assert "values" not in json.dumps(spec)


@pytest.mark.rule("8:resultRows")
@pytest.mark.rule("2.6:totalRows")
@pytest.mark.rule("2.6:data")
@pytest.mark.rule("8")
def test_a_result_holds_at_most_100_rows_and_counts_all(service):
    """8: 100 rows by default; totalRows gives the full count. Times are ISO 8601 text."""
    messages = ask(service, "revenue by day")

    result = results(messages, "svcSqlApi")[0]
    assert len(result["data"]) == 100
    assert result["totalRows"] > 1000
    times = [
        at for at, column in enumerate(result["schema"]) if column["column_type"] in ("Date", "Timestamp")
    ]
    assert times
    assert all(isinstance(row[times[0]], str) and row[times[0]][4] == "-" for row in result["data"])


@pytest.mark.rule("2.3:content")
@pytest.mark.rule("2.3:isDelta")
@pytest.mark.rule("4.1:finalAnswer")
@pytest.mark.rule("4.1")
def test_the_deltas_of_the_answer_add_up_to_its_complete_message(turn):
    """Ruling 6: deltas and complete message under one id with graphPath final."""
    *deltas, complete = finals(turn)

    assert len({each["id"] for each in finals(turn)}) == 1
    assert all(each["isDelta"] and each["isInProcess"] for each in deltas)
    assert (complete["isDelta"], complete["isInProcess"]) == (False, False)
    assert "".join(each["content"] for each in deltas) == complete["content"] != ""


@pytest.mark.rule("2.3:state")
@pytest.mark.rule("2.3")
def test_the_state_holds_the_serialised_conversation(service):
    """2.3: state.messages with lc, type, id and kwargs.content, over the whole chat."""
    first = ask(service, QUESTION)
    second = ask(service, "only Europe", chatId=chat_id_of(first))

    kept = second[-1]["state"]["messages"]
    for each in kept:
        assert each.keys() == {"lc", "type", "id", "kwargs"}
        assert (each["lc"], each["type"]) == (1, "constructor")
        assert all(isinstance(part, str) for part in each["id"])
        assert isinstance(each["kwargs"]["content"], str)

    humans = [each["kwargs"]["content"] for each in kept if each["id"][-1] == "HumanMessage"]
    assert humans == [QUESTION, "only Europe"]
    assert kept[-1]["kwargs"]["content"] == finals(second)[-1]["content"]


@pytest.mark.rule("4.1:chatId")
@pytest.mark.rule("4.1")
def test_without_chat_id_every_question_makes_a_new_chat(service, turn):
    """4.1: if chatId is omitted, a new thread is created."""
    assert chat_id_of(ask(service, QUESTION)) != chat_id_of(turn)


@pytest.mark.rule("4.1:chatId")
@pytest.mark.rule("4.1")
def test_a_question_on_a_chat_continues_it_without_replay(service):
    """4.1: chatId continues the thread; `__cutoff__` is first, only the new turn follows."""
    chat_id = chat_id_of(ask(service, QUESTION))

    second = ask(service, "only Europe", chatId=chat_id)

    assert second[0]["id"] == "__cutoff__"
    assert chat_id_of(second) == chat_id
    assert [each["content"] for each in second if each.get("role") == "user"] == ["only Europe"]
    assert "Europe" in json.loads(calls(second, "svcSqlApi")[0]["toolCall"]["input"])["sqlQuery"]


@pytest.mark.rule("4.1:input")
@pytest.mark.rule("4.1")
def test_without_input_the_chat_is_read(service):
    """4.1: input omitted gives the thread's current state; nothing is asked."""
    asked = ask(service, QUESTION)

    found = read(service, chat_id_of(asked))

    last = {each["id"]: each for each in asked[1:-1]}
    assert found[0]["id"] == "__cutoff__"
    assert chat_id_of(found) == chat_id_of(asked)
    assert [each["id"] for each in found[1:-1]] == list(last)
    assert [each | {"sort": 0} for each in found[1:-1]] == [each | {"sort": 0} for each in last.values()]
    assert [each["sort"] for each in found] == list(range(len(found)))
    assert found[-1]["state"] == asked[-1]["state"]
    assert read(service, chat_id_of(asked)) == found


@pytest.mark.rule("4.1:chatId")
@pytest.mark.rule("7:404")
@pytest.mark.rule("7")
@pytest.mark.parametrize("more", [{}, {"input": "why?"}])
def test_an_unknown_chat_is_404(service, more):
    """7: 404 for an unknown chatId, to ask and to read."""
    body = {"chatId": "b7d8a7f6-0000-0000-0000-000000000000", "sessionSettings": EXTERNAL} | more

    assert call(service, chat_path(service), body)[0] == 404


@pytest.mark.rule("2.1:accountName")
@pytest.mark.rule("2.1:agentId")
@pytest.mark.rule("7:404")
@pytest.mark.rule("7")
@pytest.mark.parametrize("part", ["/demo/", "/analyst/"])
def test_an_unknown_account_or_agent_is_404(service, part):
    """7: 404 when agent or tenant is not found."""
    path = chat_path(service).replace(part, "/unknown/")

    assert call(service, path, {"input": "why?", "sessionSettings": EXTERNAL})[0] == 404


@pytest.mark.rule("4.1:sessionSettings")
@pytest.mark.rule("7:400")
@pytest.mark.rule("7")
def test_a_body_without_session_settings_is_400(service):
    """4.1: sessionSettings is required; 7: 400 for an invalid body."""
    assert call(service, chat_path(service), {"input": "why?"})[0] == 400


@pytest.mark.rule("5.3")
def test_a_request_without_key_is_401(service):
    """5 rule 3: a missing or invalid key gives 401."""
    given = {name: value for name, value in headers(service).items() if name != "Authorization"}

    for value in ({}, {"Authorization": "Api-Key wrong-key-0123"}):
        body = {"input": "why?", "sessionSettings": EXTERNAL}
        assert call(service, chat_path(service), body, given=given | value)[0] == 401


@pytest.mark.rule("5.2")
@pytest.mark.rule("2.2.3")
def test_a_user_is_made_from_the_request_alone(service):
    """2.2 rule 3: a session is created automatically from the externalId."""
    assert ask(service, QUESTION, {"externalId": "never-seen-before"})[-1]["id"] == "__state__"


@pytest.mark.rule("4.2:replies")
@pytest.mark.rule("4.2:chatId")
@pytest.mark.rule("4.2:sessionSettings")
@pytest.mark.rule("7:204")
@pytest.mark.rule("4.2")
def test_an_abort_is_204_during_and_after_a_turn(service):
    """4.2: 204 without content, for an active and for a recently completed chat."""
    connection, response, first = open_turn(service, "revenue by month and country")
    chat_id = first["state"]["chatId"]

    assert abort(service, chat_id, **EXTERNAL) == 204
    assert lines(response.read())[-1]["id"] == "__state__"
    connection.close()
    assert abort(service, chat_id, **EXTERNAL) == 204
    assert abort(service, chat_id) == 204


@pytest.mark.rule("4.2:replies")
@pytest.mark.rule("7:403")
@pytest.mark.rule("7:404")
@pytest.mark.rule("5.4")
def test_only_the_owner_may_abort(service, turn):
    """5 rule 4 and 7: 403 for another user, 404 for an unknown chat."""
    assert abort(service, chat_id_of(turn), externalId="eve") == 403
    assert abort(service, "unknown", **EXTERNAL) == 404


@pytest.mark.rule("4.3:response")
@pytest.mark.rule("2.7:sessionId")
@pytest.mark.rule("4.3")
def test_a_session_id_is_made_and_never_the_same(service):
    """4.3: the response is {sessionId: string}."""
    path = "/api/v1/embed/generate-session"

    bodies = [json.loads(call(service, path, EXTERNAL)[2]) for _ in range(2)]

    assert [set(body) for body in bodies] == [{"sessionId"}] * 2
    assert bodies[0] != bodies[1]


@pytest.mark.rule("4.3:headers")
@pytest.mark.rule("4.3")
def test_a_session_needs_json_and_a_key(service):
    """4.3: both headers are required."""
    path = "/api/v1/embed/generate-session"
    full = headers(service)

    assert call(service, path, EXTERNAL, given={"Content-Type": full["Content-Type"]})[0] == 401
    assert (
        call(service, path, json.dumps(EXTERNAL).encode(), given={"Authorization": full["Authorization"]})[0]
        == 415
    )


@pytest.mark.rule("4.1")
def test_the_first_lines_come_before_the_answer_is_known(service):
    """4.1: the response is a stream: chunked, and read line by line while it is made."""
    connection, response, first = open_turn(service, QUESTION)

    assert response.getheader("Transfer-Encoding") == "chunked"
    assert first["id"] == "__cutoff__"
    response.read()
    connection.close()


@pytest.mark.rule("4.1")
def test_a_connection_serves_several_turns(service):
    """A whole stream ends with its last chunk, so the connection can be used again."""
    address = service.base_url.removeprefix("http://")
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    body = json.dumps({"input": QUESTION, "sessionSettings": EXTERNAL})

    for _ in range(3):
        connection.request("POST", chat_path(service), body, headers(service))
        assert lines(connection.getresponse().read())[-1]["id"] == "__state__"

    connection.close()


def test_a_client_that_hangs_up_at_once_does_no_harm(service):
    """The service goes on after clients that left before, within and after their answer's first bytes."""
    host, port = service.base_url.removeprefix("http://").split(":")
    body = json.dumps({"input": QUESTION, "sessionSettings": EXTERNAL}).encode()
    head = f"POST {chat_path(service)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    head += f"Authorization: {headers(service)['Authorization']}\r\n\r\n"

    for sent, received in (
        (head.encode() + body[:9], 0),
        (head.encode() + body, 0),
        (head.encode() + body, 1),
    ):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            connection.recv(received)

    assert ask(service, QUESTION)[-1]["id"] == "__state__"
