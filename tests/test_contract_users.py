"""Who asks, and with which rights: 2.2, 4.3, 5, 7 and 8 in raw JSON over a real socket."""

import json

import pytest

from svcchat_magic.service.access.account import Account
from tests.raw_api import (
    EXTERNAL,
    abort_path,
    ask,
    call,
    chat_id_of,
    chat_path,
    headers,
    lines,
    open_turn,
    read,
)
from tests.service.conftest import ScriptedAnalyst, clock, quick, start, workspace  # noqa: F401 - fixtures
from tests.service.test_query_api import query_path, serve_numbers  # noqa: F401 - a fixture
from tests.waiting import PATIENCE

SESSION_PATH = "/api/v1/embed/generate-session"
QUESTION = {"input": "why?", "sessionSettings": EXTERNAL}
NUMBERS = "SELECT range AS n FROM range(30)"
ATTRIBUTE = [{"name": "region", "value": "7"}]


def policy(group, value):
    """Rows whose word is the value, for one group."""
    return f"""
    access_policy:
      - group: "{group}"
        row_level:
          filters:
            - {{member: word, operator: equals, values: ["{value}"]}}
"""


def rows_of(service, **settings):
    body = {"query": "SELECT n FROM numbers ORDER BY n", "sessionSettings": {"externalId": "ada", **settings}}
    status, _, reply = call(service, query_path(service), body)
    assert status == 200, reply
    return [row[0] for line in lines(reply) for row in line.get("data", ())]


def endpoints(service):
    """The three endpoints of the contract with a body that each accepts."""
    chat_id = chat_id_of(ask(service, "why?"))
    return (
        (chat_path(service), QUESTION),
        (abort_path(service), {"chatId": chat_id, "sessionSettings": EXTERNAL}),
        (SESSION_PATH, EXTERNAL),
    )


@pytest.mark.rule("2.2.2")
@pytest.mark.rule("2.2:userAttributes")
def test_an_attribute_reaches_the_access_policy(serve_numbers):  # noqa: F811
    service = serve_numbers(NUMBERS, policy("*", "{ userAttributes.region }"))

    assert rows_of(service, userAttributes=ATTRIBUTE) == [7]
    assert rows_of(service, userAttributes=[{"name": "region", "value": "8"}]) == [8]
    assert rows_of(service) == []


@pytest.mark.rule("2.2:groups")
def test_a_group_reaches_the_access_policy(serve_numbers):  # noqa: F811
    service = serve_numbers(NUMBERS, policy("sevens", "7"))

    body = {"query": "SELECT n FROM numbers"}
    others = [{"externalId": "ada", "groups": []}, {"externalId": "ada"}]

    assert rows_of(service, groups=["sevens"]) == [7]
    for settings in others:
        status, _, reply = call(service, query_path(service), {**body, "sessionSettings": settings})
        assert (status, b"data" in reply) == (400, False)
        assert b"There is no cube or view of that name" in reply  # as for one that is not there (Q08)


@pytest.mark.rule("2.2:securityContext")
def test_the_security_context_reaches_the_access_policy(serve_numbers):  # noqa: F811
    service = serve_numbers(NUMBERS, policy("*", "{ securityContext.shop.number }"))

    assert rows_of(service, securityContext={"shop": {"number": "9"}}) == [9]
    assert rows_of(service, securityContext={"shop": {}}) == []
    assert rows_of(service) == []


@pytest.mark.rule("2.2:email")
@pytest.mark.parametrize(("email", "status"), [("ada@example.com", 200), (5, 400), (None, 400)])
def test_an_email_is_text(quick, email, status):  # noqa: F811
    settings = {"externalId": "with-an-address", "email": email}

    assert call(quick, chat_path(quick), {**QUESTION, "sessionSettings": settings})[0] == status


@pytest.mark.rule("2.2:internalId")
@pytest.mark.rule("5.6")
def test_an_internal_user_who_exists_asks_with_permissions_of_their_own(serve_numbers):  # noqa: F811
    service = serve_numbers(NUMBERS, policy("admin", "7"))
    body = {"query": "SELECT n FROM numbers", "sessionSettings": {"internalId": "admin@demo.example"}}

    _, _, reply = call(service, query_path(service), body)

    assert lines(reply)[1]["data"] == [[7]]


@pytest.mark.rule("2.2:userAttributes")
@pytest.mark.rule("4.3:userAttributes")
@pytest.mark.rule("2.2:groups")
@pytest.mark.rule("4.3:groups")
@pytest.mark.rule("2.2:securityContext")
@pytest.mark.rule("4.3:securityContext")
@pytest.mark.parametrize(
    "granted", [{"userAttributes": ATTRIBUTE}, {"groups": []}, {"securityContext": {}}], ids=str
)
def test_rights_may_be_given_to_external_users_only(quick, granted):  # noqa: F811
    for user, expected in (({"externalId": "ada"}, 200), ({"internalId": "admin@demo.example"}, 400)):
        settings = user | granted

        assert call(quick, chat_path(quick), {**QUESTION, "sessionSettings": settings})[0] == expected
        assert call(quick, SESSION_PATH, settings)[0] == expected


@pytest.mark.rule("4.3:userAttributes")
@pytest.mark.parametrize(
    "wrong", [[{"name": "unknown", "value": "x"}], [{"name": "region", "value": 7}], {"region": "7"}], ids=str
)
def test_a_sessions_attributes_are_known_and_text(quick, wrong):  # noqa: F811
    assert call(quick, SESSION_PATH, {"externalId": "ada", "userAttributes": wrong})[0] == 400


@pytest.mark.rule("5.1")
@pytest.mark.rule("4.1:headers")
@pytest.mark.rule("4.2:headers")
@pytest.mark.rule("4.3:headers")
@pytest.mark.rule("7:401")
def test_every_endpoint_wants_the_key_in_the_same_header(quick):  # noqa: F811
    full = headers(quick)
    key = full["Authorization"].removeprefix("Api-Key ")
    for path, body in endpoints(quick):
        for wrong in (
            "",
            key,
            f"Bearer {key}",
            f"api-key {key}",
            "Api-Key wrong-key-0123",
            f"Api-Key {key}x",
        ):
            status, _, reply = call(quick, path, body, given=full | {"Authorization": wrong})

            assert status == 401, (path, wrong[:10])
            assert json.loads(reply)["error"]["code"] == "not_authenticated"

        assert call(quick, path, body, given=full)[0] in (200, 204)


@pytest.mark.rule("4.1:headers")
@pytest.mark.rule("4.2:headers")
@pytest.mark.rule("4.3:headers")
def test_every_endpoint_wants_json(quick):  # noqa: F811
    for path, body in endpoints(quick):
        given = headers(quick) | {"Content-Type": "text/plain"}

        assert call(quick, path, body, given=given)[0] == 415


@pytest.mark.rule("7:400")
@pytest.mark.rule("4.2:chatId")
@pytest.mark.parametrize("body", [{}, {"chatId": 5}, {"chatId": None}, b"", b"[]", b"{"], ids=str)
def test_an_abort_without_a_chat_is_400(quick, body):  # noqa: F811
    assert call(quick, abort_path(quick), body)[0] == 400


@pytest.mark.rule("4.2:sessionSettings")
@pytest.mark.case("A17")
def test_settings_that_break_a_rule_authenticate_no_abort(quick):  # noqa: F811
    """Ruling 9: the key alone authorises; settings that are given must name the owner."""
    chat_id = chat_id_of(ask(quick, "why?"))
    given = {
        204: (None, EXTERNAL, EXTERNAL | {"groups": ["other"]}),
        400: ({}, {"externalId": "Ada"}, {"externalId": "ada", "internalId": "admin@demo.example"}),
        403: ({"externalId": "eve"}, {"internalId": "admin@demo.example"}),
    }

    for status, each in given.items():
        for settings in each:
            body = {"chatId": chat_id} | ({} if settings is None else {"sessionSettings": settings})

            assert call(quick, abort_path(quick), body)[0] == status, settings


@pytest.mark.case("A17")
@pytest.mark.rule("7:403")
def test_an_abort_by_another_user_stops_nothing_and_makes_no_user(start):  # noqa: F811
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, first = open_turn(service, "why?")
    assert analyst.waiting.wait(PATIENCE)
    body = {"chatId": first["state"]["chatId"], "sessionSettings": {"externalId": "eve"}}

    status, _, _ = call(service, abort_path(service), body)

    assert status == 403
    analyst.release()
    assert lines(response.read())[-2]["content"] == "Half of it"
    connection.close()
    assert service._parts.store.write_now(_names) == [("ada",)]


def _names(connection):
    return [tuple(row) for row in connection.execute("SELECT name FROM users").fetchall()]


@pytest.mark.rule("8:persistedUsers")
@pytest.mark.rule("8:embedUsers")
@pytest.mark.rule("5.5")
def test_the_limit_is_ten_thousand_for_both_doors(start):  # noqa: F811
    """8: with a smaller limit in the test's account; the chat and the session door count together."""
    service = start(ScriptedAnalyst(waits=False), max_persisted_users=2, max_session_users=2)
    persisted = {"externalId": "first", "isEphemeral": False}

    account = Account("a", {})
    assert (account.max_persisted_users, account.max_session_users) == (10_000, 10_000)
    assert call(service, chat_path(service), {**QUESTION, "sessionSettings": persisted})[0] == 200
    assert call(service, SESSION_PATH, {"externalId": "second"})[0] == 200
    status, given, _ = call(service, SESSION_PATH, {"externalId": "third"})
    assert (status, bool(given["Retry-After"])) == (429, True)
    assert call(service, SESSION_PATH, {"externalId": "first"})[0] == 200
    assert call(service, chat_path(service), QUESTION)[0] == 200  # ephemeral users are not counted


@pytest.mark.rule("9:version")
def test_the_version_is_part_of_every_path_of_the_contract(quick):  # noqa: F811
    for path, body in endpoints(quick):
        assert path.startswith("/api/v1/")
        assert call(quick, path.replace("/v1/", "/v2/"), body)[0] == 404
        assert call(quick, path.replace("/v1/", "/"), body)[0] == 404


@pytest.mark.case("A15")
@pytest.mark.rule("7:404")
def test_a_chat_of_another_user_is_not_found_whatever_is_asked(start, clock):  # noqa: F811
    """A15: 404 to ask and to read, 403 to abort; 404 for all of it once its user is gone."""
    service = start(ScriptedAnalyst(waits=False))
    chat_id = chat_id_of(ask(service, "why?", {"externalId": "brief", "ephemeralTtlSeconds": 60}))
    eve, owner = {"externalId": "eve"}, {"externalId": "brief"}

    def statuses(user, chat):
        bodies = ({"input": "why?"}, {})
        asked = [
            call(service, chat_path(service), {"chatId": chat, "sessionSettings": user, **body})[0]
            for body in bodies
        ]
        stopped = call(service, abort_path(service), {"chatId": chat, "sessionSettings": user})[0]
        return [*asked, stopped]

    assert statuses(eve, chat_id) == [404, 404, 403]
    assert statuses(eve, "random") == [404, 404, 404]
    assert statuses(eve, "") == [404, 404, 404]
    assert statuses(owner, chat_id) == [200, 200, 204]
    clock.now += 60
    assert statuses(owner, chat_id) == [404, 404, 404]


@pytest.mark.rule("5.2")
def test_two_users_of_one_key_have_chats_of_their_own(quick):  # noqa: F811
    chat_id = chat_id_of(ask(quick, "why?", {"externalId": "one"}))

    assert read(quick, chat_id, {"externalId": "one"})[1]["content"] == "why?"
    body = {"chatId": chat_id, "sessionSettings": {"externalId": "two"}}
    assert call(quick, chat_path(quick), body)[0] == 404
