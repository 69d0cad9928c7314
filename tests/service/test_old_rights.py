"""What was answered under other rights leaves no word behind: not in the whole bytes of any reader."""

import json

import pytest

from svcchat_magic.analyst.events import (
    AnswerText,
    MetaSearched,
    Outcome,
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.protocol.messages import Message, StreamState, ToolCall
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.account import AgentProfile
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.service.state.withheld import NOT_AVAILABLE, withheld
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, lines, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import CHATS, as_page, make
from tests.waiting import PATIENCE

USER = "z05"
QUESTION = "how did we do?"
SENT = {"messageId": "1736500000000-message"}
BEFORE = {"externalId": USER, "userAttributes": [{"name": "region", "value": "Freedonia"}]}
OTHERS = {
    "attributes": {"externalId": USER, "userAttributes": [{"name": "region", "value": "Asia"}]},
    "no attributes": {"externalId": USER},
    "groups": {**BEFORE, "groups": ["sales"]},
    "security context": {**BEFORE, "securityContext": {"tenant": "b"}},
}
# one word for each place that a turn has
SECRETS = (
    "freedonia-thought", "freedonia-search", "freedonia_cube", "freedonia-sql", "freedonia-title", "47110815",
    "freedonia-description", "freedonia-request", "freedonia-spec", "freedonia-column", "freedonia-uuid",
    "freedonia-failed", "freedonia-refusal", "freedonia-answer", "freedonia-suggestion", "freedonia-memory",
    "freedonia-label", "freedonia-choice",
)  # fmt: skip
TOLD = (
    Thought("Thinking of freedonia-thought"),
    MetaSearched("freedonia-search", ({"name": "freedonia_cube", "type": "view", "members": []},)),
    SqlStarted(
        0,
        "SELECT n FROM t WHERE region = 'freedonia-sql'",
        "freedonia-title",
        "freedonia-description",
        "freedonia-request",
        '{"mark": "bar", "title": "freedonia-spec"}',
        "freedonia-memory",
    ),
    SqlFinished(0, Rows((Column("freedonia-column", "Int64"),), ((47110815,),), 1), "freedonia-uuid"),
    SqlStarted(1, "SELECT 'freedonia-failed'", "Two", "", "why?"),
    SqlFailed(1, "freedonia-refusal"),
    AnswerText("freedonia-answer had 47110815. "),
    Outcome("clarify", (("freedonia-label", "freedonia-choice"),)),
    AnswerText("\n\nYou could ask: freedonia-suggestion"),
)
HARMLESS = (AnswerText("Nothing to tell."),)


def found(*texts):
    """The secrets in what a reader was given."""
    whole = b"\n".join(each if isinstance(each, bytes) else repr(each).encode() for each in texts)
    return {secret for secret in SECRETS if secret.encode() in whole}


def bytes_of(service, body, given=None):
    status, _, reply = call(service, chat_path(service), body, given=given)
    assert status == 200, reply
    return reply


def read_bytes(service, chat_id, user, **more):
    """A read that opts in to all that may be read."""
    return bytes_of(service, {"chatId": chat_id, "sessionSettings": user, **SENT, **more})


def every_reader(service, analyst, chat_id, user):
    """What each reader is given, by its name; a follow-up comes last, as it adds to the chat."""
    page = as_page(service, make(service, {**user}))
    analyst.events = HARMLESS
    follow_up = {"input": "and?", "chatId": chat_id, "sessionSettings": user}
    again = {"input": QUESTION, "chatId": chat_id, "sessionSettings": user, **SENT}
    readers = {
        "read": read_bytes(service, chat_id, user),
        "page": bytes_of(service, {"chatId": chat_id, **SENT}, page),
        "list": call(service, CHATS, None, method="GET", given=page)[2],
        "question sent again": bytes_of(service, again),
        "follow-up": bytes_of(service, follow_up),
        "follow-up of the page": bytes_of(service, {"input": "then?", "chatId": chat_id}, page),
    }
    return {**readers, "analyst": repr(analyst.tasks[1:]).encode()}


@pytest.mark.case("Z05")
@pytest.mark.parametrize("change", OTHERS)
def test_no_reader_with_other_rights_is_given_a_word(start, change):
    analyst = ScriptedAnalyst(TOLD, waits=False)
    service = start(analyst)
    chat_id = chat_id_of(ask(service, QUESTION, BEFORE, **SENT))
    assert found(read_bytes(service, chat_id, BEFORE)) == set(SECRETS)  # the control

    given = every_reader(service, analyst, chat_id, OTHERS[change])

    assert {name: found(each) for name, each in given.items() if found(each)} == {}
    assert all(QUESTION.encode() in given[name] for name in ("read", "page", "list", "follow-up"))
    assert NOT_AVAILABLE.encode() in given["follow-up"]  # in `__state__`
    assert "freedonia-answer" in read_bytes(service, chat_id, BEFORE).decode()  # the rights came back


@pytest.mark.case("Z05")
@pytest.mark.parametrize(
    "changed",
    [
        {"policies": "tightened"},
        {"agents": {"analyst": AgentProfile("Analyst", views=frozenset({"sales"}))}},
    ],
    ids=["policies", "tables of the agent"],
)
def test_what_the_account_or_the_model_changed_counts_too(start, tmp_path, changed):
    analyst = ScriptedAnalyst(TOLD, waits=False)
    first = start(analyst, tmp_path / "state.sqlite")
    chat_id = chat_id_of(ask(first, QUESTION, BEFORE, **SENT))
    first.stop()

    second = start(analyst, tmp_path / "state.sqlite", **changed)
    given = every_reader(second, analyst, chat_id, BEFORE)
    second.stop()
    third = start(analyst, tmp_path / "state.sqlite")

    assert {name: found(each) for name, each in given.items() if found(each)} == {}
    assert found(read_bytes(third, chat_id, BEFORE)) == set(SECRETS)


@pytest.mark.case("Z05")
def test_a_branch_with_other_policies_is_another_set_of_rights(tmp_path):
    """The branch `per-region` has a policy, and the main one has none."""
    service = start_service(ServiceOptions(state=tmp_path / "state.sqlite"))
    branch = {"activeBranchName": "per-region"}
    europe = {"externalId": USER, "userAttributes": [{"name": "region", "value": "Europe"}]}
    try:
        main = chat_id_of(ask(service, "revenue by region", europe))
        beside = chat_id_of(ask(service, "revenue by region", europe, **branch))
        seen = {
            (chat, bool(named)): b"Europe" in read_bytes(service, chat, europe, **named)
            for chat in (main, beside)
            for named in ({}, branch)
        }
    finally:
        service.stop()

    assert seen == {(main, False): True, (main, True): False, (beside, False): False, (beside, True): True}


@pytest.mark.case("Z05")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_turn_that_is_streaming_is_withheld_too(start, tmp_path, workers):
    analyst = ScriptedAnalyst((*TOLD, SqlStarted(2, "SELECT 'freedonia-sql'", "x", "", "y")))
    service = start(analyst, tmp_path / "state.sqlite")
    other = start(ScriptedAnalyst(), tmp_path / "state.sqlite") if workers == 2 else service
    connection, response, first = open_turn(service, QUESTION, BEFORE, **SENT)
    chat_id = first["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)
    while b"freedonia-answer" not in response.readline():  # it is kept before it is sent
        continue

    given = read_bytes(other, chat_id, OTHERS["attributes"])
    again = {"input": QUESTION, "chatId": chat_id, "sessionSettings": OTHERS["attributes"], **SENT}
    status, _, refusal = call(other, chat_path(other), again)
    own = read_bytes(other, chat_id, BEFORE)
    abort(service, chat_id, externalId=USER)
    connection.close()

    assert (found(given), found(refusal), status) == (set(), set(), 409)
    assert "freedonia-answer" in own.decode()
    assert found(read_bytes(other, chat_id, OTHERS["attributes"])) == set()


@pytest.mark.case("Z05")
def test_a_field_that_a_message_gains_later_is_withheld_from_the_start():
    """Every field filled with a secret: of the texts only those stay that say nothing of an answer."""
    texts = ("id", "role", "content", "thinking", "type", "code", "message_id", "error")
    filled = Message(
        **dict.fromkeys(texts, "freedonia"),
        tool_call=ToolCall("freedoniaSqlApi", "freedonia", "freedonia"),
        graph_path=("freedonia",),
        state=StreamState(chat_id="freedonia"),
        **{name: True for name in Message.__struct_fields__ if name.startswith("is_")},
    )

    left = {
        name for name in Message.__struct_fields__ if "freedonia" in repr(getattr(withheld(filled), name))
    }

    assert left == {"id", "role", "graph_path", "tool_call"}
    assert withheld(filled).tool_call.name == "freedoniaSqlApi"
    assert "freedonia" not in withheld(filled).tool_call.input + withheld(filled).tool_call.result


@pytest.mark.case("Z05")
def test_what_is_left_is_a_chat_that_a_client_can_show(start):
    analyst = ScriptedAnalyst(TOLD, waits=False)
    service = start(analyst)
    turn = ask(service, QUESTION, BEFORE)

    messages = lines(read_bytes(service, chat_id_of(turn), OTHERS["attributes"]))

    own = lines(read_bytes(service, chat_id_of(turn), BEFORE))
    assert [(each["id"], each.get("graphPath")) for each in messages[:-1]] == [
        (each["id"], each.get("graphPath")) for each in own[:-1]
    ]
    calls = [each["toolCall"] for each in messages if "toolCall" in each]
    assert [each["name"] for each in calls] == ["svcMeta", "svcSqlApi", "svcSqlApi"]
    assert [json.loads(each["result"]) for each in calls] == [{"error": NOT_AVAILABLE}] * 3
    assert [json.loads(each["input"]) for each in calls] == [
        {"searchQuery": NOT_AVAILABLE},
        *[{"queryTitle": NOT_AVAILABLE}] * 2,
    ]
    final = [each for each in messages if each.get("graphPath") == ["final"]]
    assert [each["content"] for each in final] == [NOT_AVAILABLE]
    assert not {"outcome", "choices"} & final[0].keys()
