"""What deployments in the field send differently, line by line of the list of variants; each is tolerated."""

import json
from dataclasses import replace

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import NotAuthenticated, StreamProtocolError
from svcchat_magic.protocol.requests import AbortRequest, SessionRequest
from svcchat_magic.protocol.results import MetaResult
from svcchat_magic.protocol.transcript import Status
from tests.client.asking import with_client
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, recorded

SHORT = recorded("short")
SESSION_PATH = "/api/v1/embed/generate-session"
WRONG_KEY = b'{"jsonrpc":"2.0","error":{"code":-32001,"message":"Unauthorized"},"id":null}'
CUTOFF = {"id": "__cutoff__", "sort": 0, "state": {"isStreaming": False, "chatId": "chat-1"}}
STATE = {"id": "__state__", "sort": 99, "state": {"messages": []}}
FINAL = {"id": "f", "role": "assistant", "content": "Seven.", "graphPath": ["final"], "isInProcess": False}


@pytest.fixture
def conversation(settings):
    with Conversation(settings) as talk:
        yield talk


@pytest.fixture
def told(origin, conversation):
    """A function that gives the answer made of these messages."""

    def tell(*messages):
        origin.answer(Reply((b"".join(json.dumps(each).encode() + b"\n" for each in messages),)))
        return conversation.ask("Orders")

    return tell


def said(name, content, **fields):
    return {"id": name, "role": "assistant", "content": content, **fields}


def called(tool, result, **asked):
    call = {"name": tool, "input": json.dumps(asked), "result": json.dumps(result)}
    return {"id": "t", "role": "assistant", "toolCall": call, "isInProcess": False}


@pytest.mark.parametrize("prefix", ["svc", "acme", "", "x_y"])
def test_a_tool_may_have_any_prefix(told, prefix):
    result = {"data": [[1]], "totalRows": 1, "schema": [{"name": "n", "column_type": "Int64"}]}
    path = [f"{prefix}_data_analyst_agent", "tools"]

    answer = told(CUTOFF, {**called(f"{prefix}SqlApi", result), "graphPath": path}, FINAL, STATE)

    assert answer.results[0].rows == ((1,),)


def test_the_abort_address_follows_from_any_chat_address(origin, settings):
    elsewhere = "/some/where/else/chat"
    origin.on(f"{elsewhere}/abort", Reply(status=204, is_chunked=False))
    url = f"{origin.url}{elsewhere}/stream-chat-state"

    with_client(replace(settings, chat_url=url), lambda client: client.abort(AbortRequest(chat_id="c")))

    assert [request.path for request in origin.requests] == [f"{elsewhere}/abort"]


@pytest.mark.parametrize("kind", ["application/json", "application/x-ndjson", "text/plain", "text/html", ""])
def test_the_content_type_decides_nothing(origin, conversation, kind):
    origin.answer(Reply((SHORT,), headers={"Content-Type": kind}))

    assert conversation.ask("Orders").status is Status.COMPLETE


def test_what_stands_before_the_cutoff_is_the_chats_past(told, conversation):
    conversation.resume("chat-1")

    answer = told(
        {"id": "u0", "role": "user", "content": "Earlier"},
        called("svcSqlApi", {"data": [[0]], "totalRows": 1}),
        said("f0", "An earlier answer.", graphPath=["final"]),
        CUTOFF,
        FINAL,
        STATE,
    )

    assert (answer.text, answer.results, answer.steps) == ("Seven.", (), ())


@pytest.mark.parametrize("state", [{}, {"isStreaming": True}, {"chatId": None}, None])
def test_a_cutoff_without_a_chat_keeps_the_one_last_known(told, conversation, state):
    told(CUTOFF, FINAL, STATE)

    answer = told({"id": "__cutoff__", "state": state}, FINAL, STATE)

    assert (answer.status, answer.chat_id, conversation.chat_id) == (Status.COMPLETE, "chat-1", "chat-1")


@pytest.mark.parametrize("is_streaming", [True, False, None])
def test_whether_the_cutoff_says_streaming_decides_nothing(told, is_streaming):
    cutoff = {"id": "__cutoff__", "state": {"isStreaming": is_streaming, "chatId": "chat-1"}}

    assert told(cutoff, FINAL, STATE).status is Status.COMPLETE


def test_a_delta_without_a_tool_call_appends_words_and_thoughts(told):
    answer = told(
        CUTOFF,
        said("f", "Sev", thinking="H", graphPath=["final"], isDelta=True, isInProcess=True),
        said("f", "en.", thinking="m.", graphPath=["final"], isDelta=True, isInProcess=True),
        STATE,
    )

    assert (answer.text, answer.thinking) == ("Seven.", "Hm.")


@pytest.mark.parametrize("is_delta", [True, False, None])
def test_a_message_with_a_tool_call_replaces_whatever_it_says_of_itself(told, is_delta):
    done = called("svcSqlApi", {"data": [[2]], "totalRows": 1})

    answer = told(CUTOFF, said("t", "Looking", isDelta=True), {**done, "isDelta": is_delta}, FINAL, STATE)

    assert [type(step).__name__ for step in answer.steps] == ["ToolStep"]
    assert answer.results[0].rows == ((2,),)


@pytest.mark.parametrize("is_delta", [False, None])
def test_any_other_message_replaces_the_one_of_its_id_whole(told, is_delta):
    answer = told(
        CUTOFF,
        said("f", "Sev", thinking="Hm.", graphPath=["final"], isDelta=True),
        {**FINAL, "isDelta": is_delta},
        STATE,
    )

    assert (answer.text, answer.thinking) == ("Seven.", "")


def test_without_a_final_node_the_last_whole_text_is_the_answer(told):
    answer = told(
        CUTOFF,
        said("a", "Let me look.", isInProcess=False),
        called("svcSqlApi", {"data": [[7]], "totalRows": 1}),
        said("b", "Seven.", isInProcess=False),
        said("c", "unfinished", isDelta=True, isInProcess=True),
        STATE,
    )

    assert answer.text == "Seven."


@pytest.mark.parametrize(
    "frame",
    [
        {"id": "__aborted__", "type": "abort", "code": "chat_aborted"},
        {"id": "__aborted__"},
        {"type": "abort", "code": "chat_aborted"},
    ],
)
def test_an_abort_told_in_the_stream_ends_it(told, origin, frame):
    answer = told(CUTOFF, said("f", "Sev", isDelta=True), frame)

    assert (answer.status, answer.text) == (Status.ABORTED, "Sev")
    assert not origin.of(ABORT_PATH)


def test_usage_comes_last_with_all_its_counts(told):
    usage = {
        "models": ["m"],
        "llmCalls": 2,
        "inputTokens": 10,
        "outputTokens": 5,
        "cacheWriteTokens": 3,
        "cacheReadTokens": 4,
        "totalTokens": 22,
    }

    found = told(CUTOFF, FINAL, STATE, {"id": "__usage__", "usage": usage}).transcript.usage

    assert (found.models, found.llm_calls, found.total_tokens) == (["m"], 2, 22)
    assert (found.cache_write_tokens, found.cache_read_tokens) == (3, 4)


@pytest.mark.parametrize("usage", [None, [], {"totalTokens": "22"}, {"models": {"m": 1}}, {}])
def test_usage_of_any_shape_disturbs_nothing(told, usage):
    answer = told(CUTOFF, FINAL, STATE, {"id": "__usage__", "usage": usage})

    assert (answer.status, answer.text, answer.warnings) == (Status.COMPLETE, "Seven.", ())


@pytest.mark.parametrize("ending", ["aborted", "failed", "suspended"])
def test_usage_may_follow_every_ending(origin, conversation, ending):
    stream = recorded(ending) + b'{"id":"__usage__","usage":{"totalTokens":22}}\n'
    origin.answer(Reply((stream,)))

    answer = conversation.ask("Orders")

    assert answer.status.value == ending
    assert answer.transcript.usage.total_tokens == 22


@pytest.mark.parametrize("error", ["the model went away", {"message": "the model went away"}])
def test_a_bare_error_is_a_failure_in_mid_stream(told, error):
    answer = told(CUTOFF, said("f", "Sev", isDelta=True), {"error": error})

    assert (answer.status, answer.text, answer.error) == (Status.FAILED, "Sev", "the model went away")


@pytest.mark.parametrize("last", [FINAL, {"id": "__usage__", "usage": {}}])
def test_without_a_terminal_frame_the_connection_was_dropped(told, last):
    assert told(CUTOFF, FINAL, last).status is Status.DROPPED


@pytest.mark.parametrize("body", [WRONG_KEY, WRONG_KEY + b"\n", b"\n " + WRONG_KEY])
def test_a_wrong_key_may_come_as_json_rpc_with_status_200(origin, settings, conversation, body):
    for path in (CHAT_PATH, ABORT_PATH, SESSION_PATH):
        origin.on(path, Reply((body,)))

    with pytest.raises(NotAuthenticated):
        conversation.ask("Orders")

    with pytest.raises(NotAuthenticated):
        with_client(settings, lambda client: client.abort(AbortRequest(chat_id="chat-1")))

    with pytest.raises(NotAuthenticated):
        with_client(settings, lambda client: client.generate_session(SessionRequest(external_id="ada")))


@pytest.mark.parametrize(
    ("kind", "sent", "read"),
    [
        ("Double", "1200.5", 1200.5),
        ("Double", 1200.5, 1200.5),
        ("Int64", "7", 7),
        ("Int64", 7, 7),
        ("Decimal", "1.25", 1.25),
        ("Boolean", "true", True),
        ("Timestamp", "2024-01-01T00:00:00.000", "2024-01-01T00:00:00.000"),
        ("Date", "2024-01-01", "2024-01-01"),
        ("Interval", "3 days", "3 days"),
        ("Interval", [3], [3]),
        ("Double", None, None),
    ],
)
def test_values_are_cast_by_their_column_and_else_stay_as_they_came(told, kind, sent, read):
    result = {"schema": [{"name": "n", "column_type": kind}], "data": [[sent]], "totalRows": "1"}

    [found] = told(CUTOFF, called("svcSqlApi", result), FINAL, STATE).results

    assert (found.rows, found.total_rows, found.columns[0].column_type) == (((read,),), 1, kind)


def test_a_result_may_be_objects_with_an_annotation(told):
    result = {
        "data": [{"orders.count": "7", "orders.status": "new"}],
        "annotation": {
            "measures": {"orders.count": {"title": "Orders", "type": "number"}},
            "dimensions": {"orders.status": {"title": "Status", "type": "string"}},
        },
    }

    [found] = told(CUTOFF, called("svcSqlApi", result), FINAL, STATE).results

    assert {column.name: value for column, value in zip(found.columns, found.rows[0], strict=True)} == {
        "orders.count": 7,
        "orders.status": "new",
    }
    assert {column.title for column in found.columns} == {"Orders", "Status"}


def test_a_result_of_objects_is_a_frame_and_a_chart_as_any_other(told):
    spec = {"mark": "bar", "encoding": {"x": {"field": "orders.status"}, "y": {"field": "orders.count"}}}
    result = {
        "query": "SELECT status, count FROM orders",
        "data": [{"orders.status": "new", "orders.count": "7"}, {"orders.count": "2"}],
        "annotation": {
            "measures": {"orders.count": {"title": "Orders", "type": "number"}},
            "dimensions": {"orders.status": {"title": "Status", "type": "string"}},
        },
        "vegaSpec": json.dumps(spec),
    }

    answer = told(CUTOFF, called("svcSqlApi", result), FINAL, STATE)

    frame = answer.df()
    assert list(frame.columns) == ["orders.status", "orders.count"]
    assert [str(each) for each in frame.dtypes] == ["string", "float64"]
    assert frame["orders.count"].tolist() == [7.0, 2.0]
    assert frame["orders.status"].isna().tolist() == [False, True]
    assert frame.svc.sql == "SELECT status, count FROM orders"
    assert answer.chart().to_dict()["mark"]


@pytest.mark.parametrize(
    "zone", [{"timezone": "Asia/Tokyo"}, {"settings": {"timezone": "Asia/Tokyo"}}], ids=["plain", "nested"]
)
def test_a_time_zone_is_sent_in_the_spelling_that_it_is_given_in(origin, conversation, zone):
    origin.answer(Reply((recorded("short"),)))

    conversation.ask("Orders", session=zone)

    assert origin.of(CHAT_PATH)[0].json()["sessionSettings"] == {"externalId": "ada", **zone}


@pytest.mark.parametrize("name", ["sqlQuery", "query"])
def test_the_sql_stands_under_either_name(told, name):
    answer = told(
        CUTOFF, called("svcSqlApi", {"data": [], name: "SELECT 1"}, **{name: "SELECT 1"}), FINAL, STATE
    )

    assert answer.results[0].sql == answer.transcript.tools[0].asked.sql == "SELECT 1"


@pytest.mark.parametrize(
    "parts",
    [
        {"members": [{"name": "orders.count"}, {"name": "orders.status"}]},
        {"measures": ["orders.count"], "dimensions": ["orders.status"]},
        {
            "measures": [{"name": "orders.count", "title": "Orders"}],
            "dimensions": [{"name": "orders.status"}],
        },
    ],
)
def test_a_search_lists_members_or_measures_and_dimensions(told, parts):
    found = told(CUTOFF, called("svcMeta", {"cubes": [{"name": "orders", **parts}]}), FINAL, STATE)

    outcome = found.transcript.tools[0].outcome
    assert isinstance(outcome, MetaResult)
    assert outcome.members == ("orders.count", "orders.status")


def test_a_tools_error_is_told_and_the_turn_goes_on(told):
    answer = told(CUTOFF, called("svcSqlApi", {"error": "Error: no member x"}), FINAL, STATE)

    assert answer.status is Status.COMPLETE
    assert answer.transcript.tools[0].failure.error == "Error: no member x"


def test_a_later_call_names_an_earlier_result_by_its_id(told):
    first = {**called("svcSqlApi", {"data": [[1]], "uuid": "r-1"}), "id": "t1"}
    second = {
        **called("svcSqlApi", {"data": [[2]], "uuid": "r-2"}, memoryId="r-1", userRequest="more"),
        "id": "t2",
    }

    answer = told(CUTOFF, first, second, FINAL, STATE)

    assert answer.transcript.tools[1].asked.memory_id == answer.results[0].uuid == "r-1"
    assert answer.transcript.tools[1].asked.user_request == "more"


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=204, is_chunked=False),
        Reply(status=204, headers={"Content-Length": "0"}, is_chunked=False),
        Reply((b"",)),
    ],
)
def test_an_abort_is_taken_with_an_empty_body_and_without_settings(origin, settings, reply):
    origin.on(ABORT_PATH, reply)

    with_client(settings, lambda client: client.abort(AbortRequest(chat_id="chat-1")))

    assert origin.of(ABORT_PATH)[0].json() == {"chatId": "chat-1"}


def test_the_aborted_stream_itself_ends_well(origin, conversation):
    origin.answer(Reply((recorded("aborted"),), ending=Ending.WHOLE))

    answer = conversation.ask("Orders")

    assert (answer.status, answer.abort_failure, answer.warnings) == (Status.ABORTED, "", ())


def test_a_session_answer_that_holds_no_id_is_not_this_api(origin, settings):
    origin.on(SESSION_PATH, Reply((b'{"token":"x"}',)))

    with pytest.raises(StreamProtocolError, match="sessionId"):
        with_client(settings, lambda client: client.generate_session(SessionRequest(external_id="ada")))
