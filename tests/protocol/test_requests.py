import json
import math

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.data_requests import MetaRequest, QueryRequest
from svcchat_magic.protocol.request_bodies import read_request, write_request
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
    SessionRequest,
    SessionSettings,
    UserAttribute,
    session_settings,
)

ADA = SessionSettings(external_id="ada")


@pytest.mark.rule("2.2.1")
@pytest.mark.case("A07")
@pytest.mark.parametrize("field", ["groups", "roles", "userAttributes", "securityContext"])
def test_an_internal_user_keeps_their_own_permissions(field):
    for value in ("{}" if field == "securityContext" else "[]", "null"):
        body = f'{{"sessionSettings":{{"internalId":"a@b.c","{field}":{value}}},"input":"x"}}'

        with pytest.raises(RequestRefused, match=field):
            read_request(body.encode(), ChatRequest)


@pytest.mark.rule("2.2")
@pytest.mark.case("A04")
@pytest.mark.parametrize("user", [{}, {"externalId": "a", "internalId": "a@b.c"}])
def test_exactly_one_user_is_named(user):
    with pytest.raises(RequestRefused, match="exactly one"):
        session_settings(user)


@pytest.mark.rule("2.2")
@pytest.mark.case("A05")
@pytest.mark.parametrize("name", ["", "Ada", "a b", "a\tb", "a\x00", "a\u00a0b", "x" * 257, 5])
def test_an_external_id_is_lower_case_without_spaces(name):
    with pytest.raises(RequestRefused):
        session_settings({"externalId": name})


@pytest.mark.parametrize("mail", ["", "ada", "a@b@c", "a b@c.d", "@" * 300])
def test_an_internal_id_is_a_mail_address(mail):
    with pytest.raises(RequestRefused, match="e-mail"):
        session_settings({"internalId": mail})


@pytest.mark.rule("2.2")
@pytest.mark.case("A10")
@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, "60", True])
def test_a_lifetime_is_a_positive_number_of_seconds(seconds):
    with pytest.raises(RequestRefused):
        session_settings({"externalId": "ada", "ephemeralTtlSeconds": seconds})


@pytest.mark.case("A08")
@pytest.mark.parametrize(
    "attributes",
    [{"region": "EU"}, [{"name": "a", "value": 1}], [{"name": "a", "value": "1"}] * 2, [{"name": "a"}], None],
)
def test_attributes_are_named_text(attributes):
    with pytest.raises(RequestRefused):
        session_settings({"externalId": "ada", "userAttributes": attributes})


@pytest.mark.rule("4.1")
def test_a_question_is_written_with_the_contracts_names():
    request = ChatRequest(
        session_settings=SessionSettings(
            external_id="ada", user_attributes=(UserAttribute(name="region", value="EU"),), is_ephemeral=False
        ),
        input="Orders",
        chat_id="c",
        active_branch_name="b",
        is_default_branch=True,
    )

    assert write_request(request) == (
        b'{"sessionSettings":{"externalId":"ada","userAttributes":[{"name":"region","value":"EU"}],'
        b'"isEphemeral":false},"input":"Orders","chatId":"c","activeBranchName":"b","isDefaultBranch":true}'
    )


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, None),
        ({"active_branch_name": "b"}, "b"),
        ({"active_branch_name": "b", "is_default_branch": False}, "b"),
        ({"active_branch_name": "main", "is_default_branch": True}, None),
        ({"is_default_branch": True}, None),
        ({"is_default_branch": False}, ""),
    ],
)
def test_the_branch_follows_from_its_name_and_the_default_rule(fields, expected):
    assert ChatRequest(session_settings=ADA, input="x", **fields).branch == expected
    assert QueryRequest(query="SELECT 1", **fields).branch == expected
    assert MetaRequest(**fields).branch == expected


@pytest.mark.parametrize("question", ["", " ", "\n\t"])
def test_an_empty_question_is_refused(question):
    with pytest.raises(RequestRefused, match="empty"):
        ChatRequest(session_settings=ADA, input=question).check()


def test_a_request_asks_or_reads():
    with pytest.raises(RequestRefused, match="chatId"):
        ChatRequest(session_settings=ADA).check()

    ChatRequest(session_settings=ADA, chat_id="c").check()


@pytest.mark.parametrize("name", ["x", "1-message", "12345678901234-message ", "١٢٣٤٥٦٧٨٩٠١٢٣٤-message"])
def test_a_message_id_has_its_form(name):
    with pytest.raises(RequestRefused, match="messageId"):
        ChatRequest(session_settings=ADA, input="x", message_id=name).check()


def test_a_read_asks_nothing_and_is_otherwise_the_same():
    request = ChatRequest(session_settings=ADA, input="x", active_branch_name="b", message_id="1-message")

    read = request.as_read("c", "1736500000000-message")

    assert read == ChatRequest(
        session_settings=ADA, chat_id="c", active_branch_name="b", message_id="1736500000000-message"
    )


@pytest.mark.rule("4.2")
def test_an_abort_needs_a_chat_and_nothing_else():
    assert read_request(b'{"chatId":"c","more":1}', AbortRequest) == AbortRequest(chat_id="c")
    with pytest.raises(RequestRefused):
        read_request(b"{}", AbortRequest)


@pytest.mark.rule("4.3")
def test_a_session_request_follows_the_users_rules():
    assert read_request(b'{"externalId":"ada"}', SessionRequest).as_settings() == ADA
    with pytest.raises(RequestRefused, match="groups"):
        read_request(b'{"internalId":"a@b.c","groups":[]}', SessionRequest)


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    "user",
    [
        {},
        {"externalId": "A"},
        {"externalId": "x" * 257},
        {"internalId": "a"},
        {"internalId": "a@b.c", "groups": []},
        {"externalId": "a", "userAttributes": [{"name": "n", "value": "v"}] * 2},
    ],
)
def test_a_refusal_names_the_field_where_it_stands(user):
    for body, into in ((user, SessionRequest), ({"sessionSettings": user, "input": "x"}, ChatRequest)):
        with pytest.raises(RequestRefused) as refused:
            read_request(json.dumps(body).encode(), into)

        assert ("sessionSettings." in str(refused.value)) == (into is ChatRequest)
