"""A body that is no request is refused in words of ours, which name the field."""

import json

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.data_requests import QueryRequest
from svcchat_magic.protocol.request_bodies import read_request
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
    SessionReference,
    SessionRequest,
    session_settings,
)

USER = {"externalId": "ada"}
HALF = "holds half a character (a lone surrogate)."
NO_NUMBER = "holds NaN or Infinity, which are no numbers of JSON."
TOO_LARGE = "holds a number that is too large."
TOO_DEEP = "is nested deeper than 64."


def refusal(body, into=ChatRequest):
    with pytest.raises(RequestRefused) as refused:
        read_request(body, into)

    return str(refused.value)


def with_field(name, text, user=True):
    """A question with one field, as JSON text, beside or in its settings."""
    fields = {"externalId": '"ada"', name: text} if user else {"externalId": '"ada"'}
    settings = "{" + ",".join(f'"{key}":{value}' for key, value in fields.items()) + "}"
    more = "" if user else f',"{name}":{text}'
    return f'{{"input":"why?","sessionSettings":{settings}{more}}}'.encode()


@pytest.mark.case("A24")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "The request body is empty; it must be a JSON object."),
        (b" \n", "The request body is empty; it must be a JSON object."),
        (b"[]", "The request body must be a JSON object."),
        (b"null", "The request body must be a JSON object."),
        (b'{"input":\n"why?"', "The request body is not JSON: see line 2, column 7."),
        (b"{} {}", "The request body is not JSON: see line 1, column 4."),
        (b'{"input":"\xff"}', "The request body must be JSON in UTF-8."),
        (b'{"z":"\xed\xa0\x80"}', "The request body must be JSON in UTF-8."),
        (json.dumps({"input": "why?"}).encode("utf-16"), "The request body must be JSON in UTF-8."),
        (b"\xef\xbb\xbf{}", "The request body must be JSON without a byte order mark."),
        (b"[" * 100_000, f"The request body {TOO_DEEP}"),
        (b'{"a":' * 100_000, f"The request body {TOO_DEEP}"),
    ],
)
def test_a_body_that_is_no_object(body, expected):
    assert refusal(body) == expected


@pytest.mark.case("A30")
@pytest.mark.case("R18")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (with_field("input", r'"a\ud800"', user=False), "input"),
        (with_field("chatId", r'"\udc00\ud800"', user=False), "chatId"),
        (with_field("externalId", r'"\ud800"'), "sessionSettings.externalId"),
        (with_field("groups", r'["\ud800"]'), "sessionSettings.groups"),
        (with_field("userAttributes", r'[{"name":"a","value":"\ud800"}]'), "sessionSettings.userAttributes"),
        (with_field("securityContext", r'{"a":{"\ud800":1}}'), "sessionSettings.securityContext"),
        (with_field("more", r'"\ud800"', user=False), "more"),
        (with_field(r"\ud800", "1", user=False), "The request body"),
    ],
)
def test_half_a_character_is_told_with_where_it_stands(body, field):
    assert refusal(body) == f"{field} {HALF}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NaN", NO_NUMBER),
        ("-Infinity", NO_NUMBER),
        ("1e999", TOO_LARGE),
        ("9" * 5000, TOO_LARGE),
        ('"60"', "must be a number."),
        ("true", "must be a number."),
        ("null", "must be a number."),
        ("0", "must be a positive number of seconds."),
    ],
)
def test_what_is_no_number_of_seconds(text, expected):
    body = with_field("ephemeralTtlSeconds", text)

    assert refusal(body) == f"sessionSettings.ephemeralTtlSeconds {expected}"


@pytest.mark.parametrize(
    ("text", "expected"), [("NaN", NO_NUMBER), ("9" * 5000, TOO_LARGE), ("[" * 70 + "]" * 70, TOO_DEEP)]
)
def test_what_a_security_context_cannot_hold(text, expected):
    body = with_field("securityContext", f'{{"a":{text}}}')

    assert refusal(body) == f"sessionSettings.securityContext {expected}"


@pytest.mark.case("A08")
@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("externalId", "5", "externalId must be a string."),
        ("email", "null", "email must be a string."),
        ("isEphemeral", '"no"', "isEphemeral must be true or false."),
        ("groups", '"eu"', "groups must be an array."),
        ("groups", '["eu",1]', "groups[1] must be a string."),
        ("userAttributes", '{"a":"b"}', "userAttributes must be an array."),
        ("userAttributes", '["a"]', "userAttributes[0] must be an object."),
        ("userAttributes", '[{"name":"a"}]', "userAttributes[0].value must be given."),
        ("userAttributes", '[{"name":"a","value":1}]', "userAttributes[0].value must be a string."),
        ("securityContext", "[]", "securityContext must be an object."),
    ],
)
def test_a_setting_of_another_type(field, text, expected):
    assert refusal(with_field(field, text)) == f"sessionSettings.{expected}"
    with pytest.raises(RequestRefused) as refused:
        session_settings({"externalId": "ada", field: json.loads(text)})

    assert str(refused.value) == f"sessionSettings.{expected}"


@pytest.mark.parametrize(
    ("into", "body", "expected"),
    [
        (ChatRequest, {"input": "why?"}, "sessionSettings must be given."),
        (ChatRequest, {"input": "why?", "sessionSettings": None}, "sessionSettings must be an object."),
        (ChatRequest, {"input": 5, "sessionSettings": USER}, "input must be a string."),
        (
            ChatRequest,
            {"input": "", "isDefaultBranch": "no", "sessionSettings": USER},
            "isDefaultBranch must be true or false.",
        ),
        (AbortRequest, {}, "chatId must be given."),
        (SessionRequest, {"externalId": 1}, "externalId must be a string."),
        (SessionReference, {"sessionId": None}, "sessionId must be a string."),
        (QueryRequest, {"query": ["SELECT 1"]}, "query must be a string."),
    ],
)
def test_a_field_of_another_type(into, body, expected):
    assert refusal(json.dumps(body).encode(), into) == expected


def test_fields_that_are_not_of_the_api_may_hold_anything_that_is_json():
    text = f'{{"chatId":"c","more":[{"9" * 400},null,{"[" * 64}{"]" * 64}]}}'

    assert read_request(text.encode(), AbortRequest) == AbortRequest(chat_id="c")
