"""Who may ask, as whom, and for how long."""

import hashlib
import json
import shutil
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.service.http.sessions import SESSION_SECONDS
from svcchat_magic.service.process.server import DEMO, start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.service.state.users import DEFAULT_TTL_SECONDS
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, headers, open_turn, read
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

SESSION_PATH = "/api/v1/embed/generate-session"
KEY = "test-key-0123456789"


@pytest.fixture
def timed(start):
    return start(ScriptedAnalyst(waits=False))


def status_of(service, settings, **more):
    body = {"input": "why?", "sessionSettings": settings, **more}
    return call(service, chat_path(service), body)[0]


@pytest.mark.rule("5.3")
@pytest.mark.case("A01")
@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        KEY,
        f"Bearer {KEY}",
        f"api-key {KEY}",
        f"API-KEY {KEY}",
        "Api-Key ",
        "Api-Key",
        f"Api-Key  {KEY}",
        f"Api-Key {KEY}x",
        f"Api-Key {KEY[:-1]}",
        "Api-Key " + "k" * 10_000,
        "Api-Key kéy-0123456789".encode("latin-1"),
    ],
)
def test_a_missing_or_wrong_key_is_401_on_every_endpoint(quick, value):
    given = headers(quick)
    del given["Authorization"]
    if value is not None:
        given["Authorization"] = value

    for path in (chat_path(quick), chat_path(quick).replace("stream-chat-state", "abort"), SESSION_PATH):
        status, _, body = call(quick, path, {"sessionSettings": {"externalId": "ada"}}, given=given)

        assert status == 401
        assert KEY.encode() not in body


@pytest.mark.case("A02")
@pytest.mark.rule("7")
def test_an_unknown_account_and_an_unknown_agent_answer_alike(quick):
    path = chat_path(quick)
    bodies = set()

    for wrong in (path.replace("/demo/", "/other/"), path.replace("/analyst/", "/other/")):
        status, _, body = call(quick, wrong, {"input": "why?", "sessionSettings": {"externalId": "ada"}})
        assert status == 404
        bodies.add(body.split(b'"requestId"')[0])

    assert len(bodies) == 1


@pytest.mark.rule("2.2:externalId")
@pytest.mark.rule("2.2:internalId")
@pytest.mark.case("A04")
@pytest.mark.rule("2.2")
@pytest.mark.parametrize("settings", [{}, {"externalId": "ada", "internalId": "admin@demo.example"}])
def test_exactly_one_id_is_needed(quick, settings):
    assert status_of(quick, settings) == 400


@pytest.mark.rule("2.2:externalId")
@pytest.mark.case("A05")
@pytest.mark.rule("2.2")
@pytest.mark.parametrize("name", ["Ada", "ada lovelace", "a\0b", "a" * 10_000, "", "\u212a", 5, None])
def test_an_external_id_is_lower_case_without_spaces(quick, name):
    assert status_of(quick, {"externalId": name}) == 400


@pytest.mark.case("A05")
def test_an_external_id_never_becomes_the_internal_user_of_that_name(quick):
    chat_id = chat_id_of(ask(quick, "why?", {"internalId": "admin@demo.example"}))

    assert status_of(quick, {"externalId": "admin@demo.example"}, chatId=chat_id) == 404


@pytest.mark.rule("2.2:internalId")
@pytest.mark.case("A06")
@pytest.mark.rule("5.6")
def test_an_unknown_internal_user_is_404(quick):
    assert status_of(quick, {"internalId": "nobody@demo.example"}) == 404


@pytest.mark.case("A07")
@pytest.mark.rule("2.2.1")
@pytest.mark.parametrize("field", ["groups", "userAttributes", "securityContext", "roles"])
@pytest.mark.parametrize("value", [[], None, {}])
def test_an_internal_user_is_given_no_rights_by_the_request(quick, field, value):
    assert status_of(quick, {"internalId": "admin@demo.example", field: value}) == 400


@pytest.mark.case("A08")
@pytest.mark.parametrize(
    "attributes",
    [
        [{"name": "unknown", "value": "x"}],
        [{"name": "region", "value": "x"}, {"name": "region", "value": "y"}],
        [{"name": "region", "value": 5}],
        [{"name": "region"}],
        {"region": "x"},
    ],
)
def test_attributes_are_name_and_text_of_configured_names(quick, attributes):
    assert status_of(quick, {"externalId": "ada", "userAttributes": attributes}) == 400


@pytest.mark.rule("2.2")
def test_a_configured_attribute_and_any_group_are_accepted(quick):
    settings = {
        "externalId": "ada",
        "email": "ada@example.com",
        "userAttributes": [{"name": "region", "value": "Europe"}],
        "groups": ["unheard-of"],
        "securityContext": {"tenant": 5},
    }

    assert status_of(quick, settings) == 200


@pytest.mark.case("A10")
@pytest.mark.parametrize("ttl", [0, -1, 1e18, float("nan"), "60", True, None])
def test_a_ttl_is_a_sensible_number_of_seconds(quick, ttl):
    assert status_of(quick, {"externalId": "ada", "ephemeralTtlSeconds": ttl}) == 400


@pytest.mark.rule("2.2:ephemeralTtlSeconds")
@pytest.mark.rule("3:ephemeral")
@pytest.mark.rule("8:ephemeralLifetime")
@pytest.mark.case("A11")
@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("given", "lifetime"), [({}, DEFAULT_TTL_SECONDS), ({"ephemeralTtlSeconds": 60}, 60)]
)
def test_an_ephemeral_user_is_gone_with_their_chats_at_exactly_their_time(timed, clock, given, lifetime):
    user = {"externalId": "ada"}
    chat_id = chat_id_of(ask(timed, "why?", user | given))

    clock.now += lifetime - 1
    assert status_of(timed, user, chatId=chat_id) == 200
    clock.now += 1

    assert status_of(timed, user, chatId=chat_id) == 404
    assert status_of(timed, user) == 200


@pytest.mark.rule("2.2:isEphemeral")
@pytest.mark.rule("3:ephemeral")
@pytest.mark.rule("5.5")
@pytest.mark.rule("3")
def test_a_user_with_is_ephemeral_false_stays(timed, clock):
    user = {"externalId": "ada", "isEphemeral": False}
    chat_id = chat_id_of(ask(timed, "why?", user))

    clock.now += 10 * DEFAULT_TTL_SECONDS

    assert status_of(timed, user, chatId=chat_id) == 200


@pytest.mark.case("A14")
def test_a_persisted_user_does_not_become_ephemeral_again(timed, clock):
    user = {"externalId": "ada"}
    chat_id = chat_id_of(ask(timed, "why?", user))
    ask(timed, "stay", user | {"isEphemeral": False})
    ask(timed, "go", user | {"isEphemeral": True, "ephemeralTtlSeconds": 1})

    clock.now += 10 * DEFAULT_TTL_SECONDS

    assert status_of(timed, user, chatId=chat_id) == 200


@pytest.mark.case("A12")
def test_a_running_stream_ends_when_its_user_does(start, clock):
    """Ruling 8: running streams end; nothing of the user is left to keep."""

    class Slow(ScriptedAnalyst):
        async def answer(self, task, tools):
            yield AnswerText("before")
            await tools.values("sales.region")
            clock.now += 61
            yield AnswerText("after")
            self.cancelled.set()

    service = start(Slow())

    messages = ask(
        service,
        "why?",
        {"externalId": "ada", "ephemeralTtlSeconds": 60},
        messageId="1736500000000-message",
    )

    assert "after" not in str(messages)
    assert messages[-2].keys() == {"error"}


@pytest.mark.rule("8:persistedUsers")
@pytest.mark.rule("5.5")
@pytest.mark.case("A13")
@pytest.mark.rule("8")
def test_persisted_users_are_limited_and_existing_ones_still_served(start):
    service = start(ScriptedAnalyst(waits=False), max_persisted_users=2)
    first, second, third = ({"externalId": name, "isEphemeral": False} for name in ("a", "b", "c"))

    assert status_of(service, first) == status_of(service, second) == 200
    assert status_of(service, third) == 429
    assert status_of(service, first) == 200
    assert status_of(service, {"externalId": "c"}) == 200


def test_a_refused_question_makes_no_user(start):
    service = start(ScriptedAnalyst(waits=False), max_persisted_users=1)
    ada, bob = ({"externalId": name, "isEphemeral": False} for name in ("ada", "bob"))
    unknown = {"input": "hi", "chatId": "6f2b6f0e-0000-4000-8000-000000000000", "sessionSettings": ada}

    assert call(service, chat_path(service), unknown)[0] == 404
    ask(service, "hi", bob)
    assert call(service, chat_path(service), {"input": "hi", "sessionSettings": ada})[0] == 429


@pytest.mark.case("A13")
def test_fifty_at_once_make_no_more_persisted_users_than_there_may_be(start):
    service = start(ScriptedAnalyst(waits=False), max_persisted_users=10)
    users = [{"externalId": f"user-{number}", "isEphemeral": False} for number in range(50)]

    with ThreadPoolExecutor(50) as threads:
        statuses = Counter(threads.map(lambda user: status_of(service, user), users))

    assert statuses == {200: 10, 429: 40}


@pytest.mark.case("A23")
@pytest.mark.rule("8:embedUsers")
def test_sessions_are_made_for_so_many_external_users_and_no_more(start):
    service = start(ScriptedAnalyst(waits=False), max_session_users=2)

    made = [call(service, SESSION_PATH, {"externalId": name})[0] for name in ("a", "b", "c", "a")]

    assert made == [200, 200, 429, 200]
    assert call(service, SESSION_PATH, {"internalId": "admin@demo.example"})[0] == 200
    assert status_of(service, {"externalId": "c"}) == 200


@pytest.mark.case("A09")
def test_an_unknown_group_is_refused_where_groups_are_known_and_else_gives_no_right(start):
    settings = {"externalId": "ada", "groups": ["sales", "root"]}

    assert status_of(start(ScriptedAnalyst(waits=False), groups=frozenset({"sales"})), settings) == 400
    assert (
        status_of(start(ScriptedAnalyst(waits=False), groups=frozenset({"sales", "root"})), settings) == 200
    )
    assert status_of(start(ScriptedAnalyst(waits=False)), settings) == 200


@pytest.mark.rule("2.2:ephemeralTtlSeconds")
def test_the_accounts_own_lifetime_holds_for_users_who_give_none(start, clock):
    service = start(ScriptedAnalyst(waits=False), ephemeral_ttl_seconds=30)
    chat_id = chat_id_of(ask(service, "why?", {"externalId": "ada"}))

    clock.now += 29
    assert status_of(service, {"externalId": "ada"}, chatId=chat_id) == 200
    clock.now += 1
    assert status_of(service, {"externalId": "ada"}, chatId=chat_id) == 404


@pytest.mark.case("A15")
@pytest.mark.rule("5.4")
def test_another_users_chat_is_404_to_ask_and_403_to_abort(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, _, first = open_turn(service, "why?")
    chat_id = first["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)

    assert status_of(service, {"externalId": "eve"}, chatId=chat_id) == 404
    assert abort(service, chat_id, externalId="eve") == 403
    assert abort(service, chat_id, externalId="never-seen") == 403
    assert abort(service, "no-such-chat", externalId="ada") == 404
    assert not analyst.cancelled.is_set()
    connection.close()


@pytest.mark.case("Q15")
def test_rows_of_other_rights_are_not_shown_again(service):
    """Ruling 10: a result made under another policy fingerprint is withheld on a read and in `__state__`."""
    europe = {"externalId": "q15", "userAttributes": [{"name": "region", "value": "Europe"}]}
    asia = {"externalId": "q15", "userAttributes": [{"name": "region", "value": "Asia"}]}
    chat_id = chat_id_of(ask(service, "revenue by region", europe))

    own = str(read(service, chat_id, europe))
    other = str(read(service, chat_id, asia))

    assert "totalRows" in own
    assert "totalRows" not in other
    assert "not available to you now" in other


@pytest.mark.case("Q15")
def test_rows_of_other_policies_are_not_shown_again(tmp_path):
    """Ruling 10: a policy that came, or was tightened, between two starts holds for what was given before."""
    model = shutil.copytree(DEMO / "model", tmp_path / "model")
    open_to_all = (model / "sales.yml").read_text(encoding="utf-8")
    closed = (model / "branches" / "per-region" / "sales.yml").read_text(encoding="utf-8")

    def read_with(sales, chat_id=""):
        (model / "sales.yml").write_text(sales, encoding="utf-8")
        service = start_service(
            ServiceOptions(model=model, data=DEMO / "data", state=tmp_path / "state.sqlite")
        )
        try:
            chat_id = chat_id or chat_id_of(ask(service, "revenue by region"))
            return chat_id, str(read(service, chat_id))
        finally:
            service.stop()

    chat_id, before = read_with(open_to_all)
    _, meanwhile = read_with(closed, chat_id)
    _, after = read_with(open_to_all, chat_id)

    assert "totalRows" in before
    assert "totalRows" not in meanwhile
    assert "not available to you now" in meanwhile
    assert after == before


@pytest.mark.rule("4.3:externalId")
@pytest.mark.rule("4.3:internalId")
@pytest.mark.rule("4.3")
def test_a_session_is_made_for_external_and_internal_users(quick):
    for user in ({"externalId": "ada"}, {"internalId": "admin@demo.example"}):
        status, _, body = call(quick, SESSION_PATH, user)

        assert status == 200
        assert body.startswith(b'{"sessionId":"')
        assert len(body) > 50


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"externalId": "ada", "internalId": "admin@demo.example"}, 400),
        ({"internalId": "admin@demo.example", "groups": []}, 400),
        ({"internalId": "admin@demo.example", "userAttributes": []}, 400),
        ({"internalId": "admin@demo.example", "securityContext": {}}, 400),
        ({"internalId": "nobody@demo.example"}, 404),
        ({"externalId": "ada", "userAttributes": [{"name": "unknown", "value": "x"}]}, 400),
    ],
)
def test_a_session_request_keeps_to_its_rules(quick, body, status):
    assert call(quick, SESSION_PATH, body)[0] == status


def test_only_the_hash_of_a_session_is_kept(start, tmp_path, clock):
    service = start(ScriptedAnalyst(), tmp_path / "state.sqlite")

    token = json.loads(call(service, SESSION_PATH, {"externalId": "ada"})[2])["sessionId"]

    service.stop()
    connection = sqlite3.connect(tmp_path / "state.sqlite")
    kept = connection.execute("SELECT token_hash, expires_at, used_at FROM sessions").fetchall()
    connection.close()
    assert kept == [(hashlib.sha256(token.encode()).digest(), clock.now + SESSION_SECONDS, None)]
    assert token.encode() not in (tmp_path / "state.sqlite").read_bytes()
