"""The published description and the service say the same: its addresses, and what they really answer."""

import json
from urllib.parse import quote

import jsonschema
import pytest
import schemathesis

from svcchat_magic.service.http.openapi import documented_path
from svcchat_magic.service.http.openapi_operations import OPERATIONS
from tests.raw_api import EXTERNAL, abort_path, ask, call, chat_id_of, chat_path, headers, lines
from tests.service.http.test_data_routes import meta_path
from tests.service.test_query_api import query_path

QUESTION = {"input": "why?", "sessionSettings": EXTERNAL}
SQL = "SELECT region, MEASURE(revenue) FROM sales GROUP BY region"


@pytest.fixture(scope="module")
def document(quick):
    status, found, body = call(quick, "/openapi.json", None, method="GET", given={})
    assert (status, found["Content-Type"]) == (200, "application/json")
    return json.loads(body)


def schema_errors(document, name, value):
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(value)]


def test_every_route_is_described_and_every_description_has_its_route(document):
    """The document is made from the routes; what a route does is looked up in OPERATIONS."""
    routes = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    described = {(method, documented_path(path)) for method, path in OPERATIONS}

    assert routes - described == set()
    assert described - routes == set()
    assert all(each["summary"] for methods in document["paths"].values() for each in methods.values())


def test_every_described_address_answers(quick, document):
    for path, methods in document["paths"].items():
        address = path.replace("{accountName}", "demo").replace("{agentId}", "analyst")
        for method in methods:
            status, _, body = call(quick, address, None, method=method.upper())

            assert status not in (405, 500), (method, path)
            assert b"nothing at this address" not in body, (method, path)


@pytest.mark.long
def test_a_tool_that_reads_openapi_finds_every_operation(document):
    schema = schemathesis.openapi.from_dict(document)

    found = {each.ok().label for each in schema.get_all_operations()}

    assert len(found) == sum(map(len, document["paths"].values()))


def test_every_schema_is_one(document):
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_real_replies_are_as_described(quick, document):
    session = json.loads(call(quick, "/api/v1/embed/generate-session", EXTERNAL)[2])
    token = json.loads(call(quick, "/api/v1/embed/exchange-session", session)[2])
    as_page = headers(quick) | {"Authorization": f"Session {token['token']}"}
    chats = call(quick, "/api/v1/embed/chats", None, method="GET", given=as_page)[2]
    turn = ask(quick, "why?", messageId="1736500000000-message")
    told = {
        "Session": [session],
        "PageToken": [token],
        "ChatList": [json.loads(chats)],
        "Message": [*turn, *ask(quick, "and?", chatId=chat_id_of(turn))],
        "RowsLine": lines(call(quick, query_path(quick), {"query": SQL, "sessionSettings": EXTERNAL})[2]),
        "ModelDescription": [json.loads(call(quick, meta_path(quick), {})[2])],
        "Health": [json.loads(call(quick, "/health", None, method="GET")[2])],
        "ErrorReply": [
            json.loads(call(quick, chat_path(quick), {})[2]),
            json.loads(call(quick, abort_path(quick), {"chatId": "nothing-like-it"})[2]),
        ],
    }

    for name, replies in told.items():
        for reply in replies:
            assert schema_errors(document, name, reply) == [], (name, reply)


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"externalId": "ada"}, 200),
        ({"internalId": "admin@demo.example"}, 200),
        ({"externalId": "ada", "ephemeralTtlSeconds": 60, "isEphemeral": True, "email": "a@b.c"}, 200),
        ({}, 400),
        ({"externalId": "ada", "internalId": "admin@demo.example"}, 400),
        ({"externalId": "Ada", "internalId": "admin@demo.example"}, 400),
        ({"externalId": None, "internalId": "admin@demo.example"}, 400),
        ({"externalId": "ada", "internalId": "admin"}, 400),
        ({"externalId": "Ada"}, 400),
        ({"externalId": "a b"}, 400),
        ({"externalId": ""}, 400),
        ({"externalId": "x" * 257}, 400),
        ({"internalId": "admin"}, 400),
        ({"internalId": "admin@demo.example", "groups": []}, 400),
        ({"internalId": "admin@demo.example", "roles": []}, 400),
        ({"externalId": "ada", "ephemeralTtlSeconds": 0}, 400),
        ({"externalId": "ada", "ephemeralTtlSeconds": 1e18}, 400),
        ({"externalId": "ada", "userAttributes": [{"name": "region"}]}, 400),
        ({"externalId": "ada", "timezone": 5}, 400),
    ],
    ids=str,
)
def test_the_schema_of_the_settings_accepts_what_the_service_accepts(quick, document, settings, status):
    body = {"input": "why?", "sessionSettings": settings}

    assert call(quick, chat_path(quick), body)[0] == status
    assert (schema_errors(document, "ChatRequest", body) == []) == (status == 200)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        (
            {"agentId": "analyst", "queryApi": True, "settings": {"timezone": "Asia/Tokyo", "allowAi": True}},
            200,
        ),
        ({"userProfile": {"name": "Ada"}}, 200),
        ({"agentId": 5}, 400),
        ({"queryApi": "true"}, 400),
        ({"branchName": None}, 400),
        ({"settings": []}, 400),
        ({"settings": {"timezone": 5}}, 400),
    ],
    ids=str,
)
def test_the_schema_of_a_session_accepts_what_the_service_accepts(quick, document, more, status):
    body = {**EXTERNAL, **more}

    assert call(quick, "/api/v1/embed/generate-session", body)[0] == status
    assert (schema_errors(document, "SessionRequest", body) == []) == (status == 200)


@pytest.mark.parametrize(
    "body",
    [
        {"sessionSettings": EXTERNAL},
        {"sessionSettings": EXTERNAL, "input": " \n"},
        {"sessionSettings": EXTERNAL, "input": "why?", "messageId": "1"},
        {"sessionSettings": EXTERNAL, "input": "why?", "messageId": "1" * 249 + "-message"},
        {"input": "why?"},
    ],
    ids=str,
)
def test_the_schema_of_a_question_refuses_what_the_service_refuses(quick, document, body):
    assert call(quick, chat_path(quick), body)[0] == 400
    assert schema_errors(document, "ChatRequest", body)


def test_an_address_names_its_parameters_as_the_contract_does(document):
    (path,) = (each for each in document["paths"] if each.endswith("/abort"))

    assert path == "/api/v1/public/{accountName}/agents/{agentId}/chat/abort"
    assert quote(path, safe="/{}") == path
