"""The rows of the field tables 2.3 to 2.6, in raw JSON over a real socket, against the demo."""

import json
import warnings
from uuid import UUID

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFailed, SqlStarted
from tests.raw_api import ask, chat_id_of, read
from tests.service.conftest import ScriptedAnalyst, clock, start, workspace  # noqa: F401 - fixtures

QUESTION = "revenue by region"
MEMBER_TYPES = {"string", "number", "time", "boolean"}


@pytest.fixture(scope="module")
def turn(service):
    return ask(service, QUESTION)


@pytest.fixture(scope="module")
def follow_up(service, turn):
    return ask(service, "only Europe", chatId=chat_id_of(turn))


def calls(messages, name):
    return [each["toolCall"] for each in messages if each.get("toolCall", {}).get("name") == name]


def asked(messages, name):
    return json.loads(calls(messages, name)[0]["input"])


def result(messages, name):
    return json.loads(calls(messages, name)[-1]["result"])


@pytest.mark.rule("2.3:id")
def test_an_id_names_one_message_and_the_reserved_ones_come_once(turn):
    ids = [message["id"] for message in turn]

    assert ids.count("__cutoff__") == ids.count("__state__") == 1
    assert all(UUID(each) for each in ids[1:-1])
    for key in set(ids[1:-1]):
        (place,) = {json.dumps(each.get("graphPath")) for each in turn if each["id"] == key}
        assert place


@pytest.mark.rule("2.3:content")
@pytest.mark.rule("2.3:thinking")
@pytest.mark.parametrize("field", ["content", "thinking"])
def test_pieces_of_text_add_up_to_the_complete_message(turn, field):
    whole = [each for each in turn[2:-1] if not each["isDelta"] and "toolCall" not in each]

    assert any(each.get(field) for each in whole)
    for complete in whole:
        pieces = [each.get(field, "") for each in turn if each["id"] == complete["id"] and each["isDelta"]]

        assert "".join(pieces) == complete.get(field, "")


@pytest.mark.rule("2.3:state")
def test_the_state_is_read_by_the_library_whose_form_it_has(turn, follow_up):
    """2.3: `lc`, `type`, `id` and `kwargs.content`, as langchain_core.load reads them."""
    with warnings.catch_warnings():
        from langchain_core.load import load

        warnings.simplefilter("ignore")  # the import above sets filters of its own
        read_back = [load(each, allowed_objects="messages") for each in follow_up[-1]["state"]["messages"]]

    assert [each.content for each in read_back if each.type == "human"] == [QUESTION, "only Europe"]
    tools = [each for each in read_back if each.type == "tool"]
    made = [call for each in read_back if each.type == "ai" for call in each.tool_calls]
    assert [each.tool_call_id for each in tools] == [call["id"] for call in made]
    assert {call["name"] for call in made} <= {"svcMeta", "svcSqlApi"}
    assert all(isinstance(json.loads(each.content), dict) for each in tools)
    assert read_back[-1].content == follow_up[-2]["content"]


@pytest.mark.rule("2.3:sort")
@pytest.mark.rule("4.1:chatId")
def test_a_new_turn_on_an_old_chat_begins_at_0_too(follow_up):
    assert [each["sort"] for each in follow_up] == list(range(len(follow_up)))
    assert follow_up[0]["id"] == "__cutoff__"


@pytest.mark.rule("4.1:input")
def test_a_read_gives_every_message_of_every_turn_whole_and_in_order(service, turn, follow_up):
    found = read(service, chat_id_of(turn))

    last = {each["id"]: each for each in (*turn[1:-1], *follow_up[1:-1])}
    assert [each["id"] for each in found[1:-1]] == list(last)
    assert [each["sort"] for each in found] == list(range(len(found)))
    assert not any(each["isDelta"] or each["isInProcess"] for each in found[1:-1])
    assert found[-1]["state"] == follow_up[-1]["state"]


@pytest.mark.rule("2.4:name")
@pytest.mark.rule("2.4:input")
@pytest.mark.rule("2.4:result")
def test_a_tool_call_is_text_that_holds_json(turn):
    made = [each["toolCall"] for each in turn if "toolCall" in each]

    assert {call["name"] for call in made} == {"svcMeta", "svcSqlApi"}
    for call in made:
        assert call.keys() <= {"name", "input", "result"}
        for text in (call["input"], call.get("result", "{}")):
            assert isinstance(text, str)
            assert isinstance(json.loads(text), dict)


@pytest.mark.rule("2.5:input.searchQuery")
@pytest.mark.rule("2.5:searchQuery")
def test_a_search_says_what_it_searched_for(turn):
    assert asked(turn, "svcMeta").keys() == {"searchQuery"}
    assert result(turn, "svcMeta").keys() == {"cubes", "searchQuery"}
    assert result(turn, "svcMeta")["searchQuery"] == asked(turn, "svcMeta")["searchQuery"] != ""


@pytest.mark.rule("2.5:cubes")
@pytest.mark.rule("2.5:cubes.name")
@pytest.mark.rule("2.5:cubes.type")
@pytest.mark.rule("2.5:cubes.title")
@pytest.mark.rule("2.5:cubes.members")
def test_a_search_finds_tables_with_their_fields(turn):
    found = result(turn, "svcMeta")["cubes"]

    assert found
    for cube in found:
        assert cube.keys() == {"name", "type", "title", "members"}
        assert cube["type"] in ("view", "cube")
        assert all(isinstance(cube[field], str) and cube[field] for field in ("name", "title"))
        assert cube["members"]


@pytest.mark.rule("2.5:members.name")
@pytest.mark.rule("2.5:members.title")
@pytest.mark.rule("2.5:members.description")
@pytest.mark.rule("2.5:members.type")
@pytest.mark.rule("2.5:members.aggType")
def test_a_table_tells_its_members(turn):
    members = {
        member["name"]: (cube, member)
        for cube in result(turn, "svcMeta")["cubes"]
        for member in cube["members"]
    }

    for name, (cube, member) in members.items():
        assert name.startswith(f"{cube['name']}.")
        assert member.keys() - {"aggType"} == {"name", "title", "description", "type"}
        assert all(isinstance(value, str) for value in member.values())
        assert member["type"] in MEMBER_TYPES

    assert members["sales.revenue"][1]["aggType"] == "sum"
    assert "aggType" not in members["sales.region"][1]


@pytest.mark.rule("2.6:input.sqlQuery")
@pytest.mark.rule("2.6:input.queryTitle")
@pytest.mark.rule("2.6:input.description")
@pytest.mark.rule("2.6:input.userRequest")
@pytest.mark.parametrize("field", ["sqlQuery", "queryTitle", "description", "userRequest"])
def test_a_query_says_what_it_runs_and_why(turn, field):
    assert isinstance(asked(turn, "svcSqlApi")[field], str)
    assert asked(turn, "svcSqlApi")[field]
    assert result(turn, "svcSqlApi")[field] == asked(turn, "svcSqlApi")[field]


@pytest.mark.rule("2.6:uuid")
@pytest.mark.rule("2.6:input.memoryId")
def test_a_follow_up_names_the_earlier_result(turn, follow_up):
    first = result(turn, "svcSqlApi")["uuid"]

    assert UUID(first)
    assert asked(follow_up, "svcSqlApi")["memoryId"] == first
    assert result(follow_up, "svcSqlApi")["uuid"] != first
    assert "memoryId" not in asked(turn, "svcSqlApi")


@pytest.mark.rule("2.6:input.vegaSpec")
def test_a_chart_that_is_known_beforehand_is_part_of_the_input(start):  # noqa: F811
    spec = json.dumps({"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "mark": "bar"})
    service = start(
        ScriptedAnalyst((SqlStarted(0, "SELECT 1", "One", "", "why?", vega_spec=spec),), waits=False)
    )

    assert asked(ask(service, "why?"), "svcSqlApi")["vegaSpec"] == spec


@pytest.mark.rule("2.6:schema")
@pytest.mark.rule("2.6:data")
@pytest.mark.rule("2.6:totalRows")
def test_rows_are_arrays_in_the_order_of_the_schema(turn):
    found = result(turn, "svcSqlApi")

    assert [column["column_type"] for column in found["schema"]] == ["String", "Double"]
    assert all(column.keys() == {"name", "column_type"} for column in found["schema"])
    assert {len(row) for row in found["data"]} == {2}
    assert found["totalRows"] == len(found["data"])


@pytest.mark.rule("7:toolErrors")
def test_a_tool_that_fails_is_data_and_the_stream_goes_on(start):  # noqa: F811
    """7, tool errors: isInProcess false, and the result is a JSON string with an error."""
    events = (
        SqlStarted(0, "SELECT nope FROM sales", "Nope", "", "why?"),
        SqlFailed(0, "There is no nope."),
        AnswerText("It did not work."),
    )

    messages = ask(start(ScriptedAnalyst(events, waits=False)), "why?")

    called, done = [each for each in messages if "toolCall" in each]
    assert (called["isInProcess"], done["isInProcess"]) == (True, False)
    assert json.loads(done["toolCall"]["result"]) == {"error": "There is no nope."}
    assert (messages[-2]["content"], messages[-2]["graphPath"]) == ("It did not work.", ["final"])
    assert messages[-1]["id"] == "__state__"
