"""Embed sessions: one use, five minutes, a page token that opens one user's chats and nothing else (4.3)."""

import asyncio
import hashlib
import json
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from svcchat_magic.service.http.sessions import PAGE_TOKEN_SECONDS, SESSION_SECONDS
from tests.raw_api import abort_path, ask, call, chat_id_of, chat_path, headers, lines, send
from tests.service.conftest import ScriptedAnalyst, running_service
from tests.waiting import PATIENCE

MAKE = "/api/v1/embed/generate-session"
EXCHANGE = "/api/v1/embed/exchange-session"
REVOKE = "/api/v1/embed/revoke-session"
CHATS = "/api/v1/embed/chats"
JSON = {"Content-Type": "application/json"}
ADA = {"externalId": "ada"}


def make(service, user=ADA):
    status, _, body = call(service, MAKE, user)
    assert status == 200, body
    return json.loads(body)["sessionId"]


def exchange(service, session_id):
    """Status and body of an exchange, as a page asks for it: without a key."""
    status, _, body = call(service, EXCHANGE, {"sessionId": session_id}, given=JSON)
    return status, json.loads(body)


def as_page(service, session_id=None):
    """The headers of a page that has exchanged its session."""
    status, reply = exchange(service, session_id or make(service))
    assert status == 200
    return {**JSON, "Authorization": f"Session {reply['token']}"}


def ask_as_page(service, page, question="why?", **more):
    status, _, body = call(service, chat_path(service), {"input": question, **more}, given=page)
    return status, body


def refusal(reply):
    """A refusal without its request id, which differs each time."""
    return {name: reply["error"][name] for name in ("code", "message")}


@pytest.mark.rule("4.3")
@pytest.mark.rule("5.7")
def test_a_session_is_exchanged_for_a_token_that_asks_as_its_user(quick):
    page = as_page(quick, make(quick, {"externalId": "grace"}))

    status, body = ask_as_page(quick, page)

    chat_id = chat_id_of(lines(body))
    assert status == 200
    assert json.loads(body.split(b"\n")[1])["content"] == "why?"
    theirs = {"chatId": chat_id, "sessionSettings": {"externalId": "grace"}}
    other = {"chatId": chat_id, "sessionSettings": {"externalId": "someone-else"}}
    assert [call(quick, chat_path(quick), each)[0] for each in (theirs, other)] == [200, 404]


def test_the_reply_names_what_the_page_needs(quick):
    _, reply = exchange(quick, make(quick))

    assert len(reply.pop("token")) >= 43  # 32 random bytes
    assert reply["agents"][0].pop("questions")
    assert reply == {
        "expiresInSeconds": PAGE_TOKEN_SECONDS,
        "account": "demo",
        "agents": [{"id": "analyst", "title": "Shop analyst"}],
        "queryApi": False,
    }


@pytest.mark.case("A20")
def test_a_session_is_used_once(quick):
    session = make(quick)

    statuses = [exchange(quick, session)[0] for _ in range(3)]

    assert statuses == [200, 401, 401]


@pytest.mark.case("A20")
def test_of_fifty_at_once_one_gets_the_token(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite")
    session = make(service)

    with ThreadPoolExecutor(50) as pool:
        statuses = [status for status, _ in pool.map(lambda _: exchange(service, session), range(50))]

    assert sorted(statuses) == [200] + [401] * 49


@pytest.mark.case("A20")
@pytest.mark.parametrize(
    ("seconds", "status"), [(SESSION_SECONDS - 1, 200), (SESSION_SECONDS, 401), (SESSION_SECONDS + 1, 401)]
)
def test_a_session_lives_for_five_minutes(start, clock, seconds, status):
    service = start(ScriptedAnalyst())
    session = make(service)

    clock.now += seconds

    assert exchange(service, session)[0] == status


@pytest.mark.case("A21")
def test_every_wrong_session_is_refused_in_the_same_words(start, workspace, clock, tmp_path):
    state = tmp_path / "state.sqlite"
    service = start(ScriptedAnalyst(), state)
    used, other = make(service), make(service)
    exchange(service, used)
    service.stop()
    stranger = running_service(workspace, clock, ScriptedAnalyst(), state, name="another")
    wrong = [used, other, other[:-1], other + "A", other.lower(), "", "a" * 43, "x" * 100_000]

    replies = [exchange(stranger, each) for each in wrong]

    stranger.stop()
    assert {status for status, _ in replies} == {401}
    assert len({json.dumps(refusal(reply)) for _, reply in replies}) == 1
    again = start(ScriptedAnalyst(), state)
    assert exchange(again, other)[0] == 200  # the control: it was the account that was wrong


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"sessionId": 5}', b'{"sessionId": null}'])
def test_an_exchange_without_a_session_id_is_400(quick, body):
    assert call(quick, EXCHANGE, body, given=JSON)[0] == 400


def test_an_exchange_must_say_that_it_is_json(quick):
    body = json.dumps({"sessionId": make(quick)}).encode()

    assert call(quick, EXCHANGE, body, given={"Content-Type": "text/plain"})[0] == 415


@pytest.mark.parametrize(("seconds", "status"), [(-1, 200), (0, 401), (1, 401)])
def test_a_page_token_lives_for_its_hours_and_use_does_not_extend_it(start, clock, seconds, status):
    service = start(ScriptedAnalyst(waits=False))
    page = as_page(service)
    clock.now += PAGE_TOKEN_SECONDS / 2
    assert ask_as_page(service, page)[0] == 200

    clock.now += PAGE_TOKEN_SECONDS / 2 + seconds

    assert ask_as_page(service, page)[0] == status


@pytest.mark.parametrize("given", ["Session ", "Session x", "session {}", "Session {}x", "Api-Key {}", "{}"])
def test_a_wrong_page_token_is_401(quick, given):
    token = as_page(quick)["Authorization"].removeprefix("Session ")
    page = {**JSON, "Authorization": given.format(token)}

    assert ask_as_page(quick, page)[0] == 401


@pytest.mark.parametrize(
    "settings",
    [
        {"externalId": "root"},
        {"externalId": "ada"},
        {"internalId": "admin@demo.example"},
        {"groups": ["admin"]},
        {"userAttributes": []},
        {"securityContext": {}},
        {"isEphemeral": True},
        {"ephemeralTtlSeconds": 1},
        {"email": "a@b.example"},
        {"something": 1},
        "ada",
        None,
    ],
)
def test_a_page_cannot_say_who_it_is(quick, settings):
    page = as_page(quick)

    statuses = {
        call(quick, path, {"input": "why?", "chatId": "x", "sessionSettings": settings}, given=page)[0]
        for path in (chat_path(quick), abort_path(quick))
    }

    assert statuses == {400}


@pytest.mark.case("A30")
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"input": ',
        b'{"input": "\xff", "chatId": "x"}',
        b'{"input": "\\ud800"}',
        b'{"chatId": NaN}',
        b'{"input": "why?", "more": ' + b"[" * 80 + b"]" * 80 + b', "chatId": 1}',
    ],
)
def test_a_page_and_a_key_are_refused_in_the_same_words(quick, body):
    page = as_page(quick)

    replies = [call(quick, chat_path(quick), body, given=given) for given in (page, headers(quick))]

    words = {json.loads(reply)["error"]["message"] for _, _, reply in replies}
    assert [status for status, _, _ in replies] == [400, 400]
    assert len(words) == 1


@pytest.mark.case("A24")
def test_a_context_that_is_nested_too_deep_makes_no_session(quick):
    context = b'{"a":' * 65 + b"{}" + b"}" * 65
    body = b'{"externalId": "ada", "securityContext": ' + context + b"}"

    status, _, reply = call(quick, MAKE, body)

    assert status == 400
    assert json.loads(reply)["error"]["message"] == "securityContext is nested deeper than 64."


def test_a_page_may_say_its_time_zone(quick):
    page = as_page(quick)

    statuses = [
        ask_as_page(quick, page, sessionSettings={"timezone": zone})[0]
        for zone in ("Asia/Tokyo", "Mars/Base")
    ]

    assert statuses == [200, 400]


def test_the_rights_of_a_page_are_those_of_its_session(service):
    sql = {"query": "SELECT MEASURE(sales.revenue) FROM sales"}
    path = chat_path(service).split("/agents/")[0] + "/sql"
    page = as_page(service, make(service, {"externalId": "north", "groups": ["sales"], "queryApi": True}))

    with_key = call(service, path, {**sql, "sessionSettings": {"externalId": "north", "groups": ["sales"]}})
    with_token = call(service, path, sql, given=page)

    assert with_token[0] == with_key[0] == 200
    assert with_token[2] == with_key[2]


def test_a_page_token_makes_and_revokes_no_sessions(quick):
    page = as_page(quick)

    statuses = [call(quick, path, {**ADA, "sessionId": "x"}, given=page)[0] for path in (MAKE, REVOKE)]

    assert statuses == [401, 401]


def test_a_page_lists_the_chats_of_its_user_alone(start, clock):
    service = start(ScriptedAnalyst(waits=False))
    page = as_page(service)
    first = chat_id_of(lines(ask_as_page(service, page, "revenue?")[1]))
    clock.now += 60
    second = chat_id_of(ask(service, "orders?", ADA))
    ask(service, "again?", ADA, chatId=second)
    ask(service, "mine", {"externalId": "someone-else"})

    _, found, body = call(service, CHATS, None, method="GET", given=page)

    assert [(each["chatId"], each["title"]) for each in json.loads(body)["chats"]] == [
        (second, "orders?"),
        (first, "revenue?"),
    ]
    assert found["Cache-Control"] == "no-store"
    assert json.loads(call(service, f"{CHATS}?agent=other", None, method="GET", given=page)[2]) == {
        "chats": []
    }


def test_the_list_of_chats_is_for_pages(quick):
    without = call(quick, CHATS, None, method="GET", given={})[0]
    with_key = call(quick, CHATS, None, method="GET")[0]

    assert (without, with_key) == (401, 403)


def test_a_page_aborts_its_own_chat_and_no_other(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    page, other = as_page(service), as_page(service, make(service, {"externalId": "other"}))
    connection, response = send(service, chat_path(service), {"input": "why?"}, given=page)
    chat = json.loads(response.readline())["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)

    statuses = [call(service, abort_path(service), {"chatId": chat}, given=each)[0] for each in (other, page)]

    response.read()
    connection.close()
    assert statuses == [403, 204]
    assert analyst.cancelled.wait(PATIENCE)


def test_a_revoked_session_ends_its_stream_and_its_token(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    session = make(service)
    page = as_page(service, session)
    connection, response = send(
        service, chat_path(service), {"input": "why?", "messageId": "1700000000000-message"}, given=page
    )
    assert analyst.waiting.wait(PATIENCE)

    status = call(service, REVOKE, {"sessionId": session})[0]

    ended = lines(response.read())
    connection.close()
    assert status == 204
    assert "__aborted__" in [each.get("id") for each in ended]
    assert analyst.cancelled.wait(PATIENCE)
    assert ask_as_page(service, page)[0] == 401
    assert call(service, REVOKE, {"sessionId": session})[0] == 404


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_sessions_and_their_end_hold_for_every_worker_on_the_state(start, tmp_path, kind, request):
    state = request.getfixturevalue("postgres_database") if kind == "postgres" else tmp_path / "state.sqlite"
    analyst = ScriptedAnalyst()
    made, used = start(ScriptedAnalyst(), state), start(analyst, state)
    session = make(made)
    page = as_page(used, session)
    connection, response = send(used, chat_path(used), {"input": "why?"}, given=page)
    assert analyst.waiting.wait(PATIENCE)

    statuses = [exchange(made, session)[0], call(made, REVOKE, {"sessionId": session})[0]]

    assert statuses == [401, 204]
    assert analyst.cancelled.wait(PATIENCE)
    response.read()
    connection.close()
    assert [ask_as_page(each, page)[0] for each in (made, used)] == [401, 401]


def test_revoking_one_session_leaves_the_users_other_page_alone(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    session = make(service)
    as_page(service, session)
    page = as_page(service)
    connection, response = send(service, chat_path(service), {"input": "why?"}, given=page)
    assert analyst.waiting.wait(PATIENCE)

    call(service, REVOKE, {"sessionId": session})
    analyst.release()

    assert lines(response.read())[-1]["id"] == "__state__"
    connection.close()


def test_a_session_that_was_revoked_before_its_use_is_over(quick):
    session = make(quick)

    statuses = [call(quick, REVOKE, {"sessionId": session})[0], exchange(quick, session)[0]]

    assert statuses == [204, 401]


def test_a_question_that_races_with_the_revocation_is_not_asked(start, monkeypatch):
    """The token is read first; the run begins in a transaction of its own, which looks again."""
    service = start(ScriptedAnalyst(waits=False))
    session = make(service)
    page = as_page(service, session)
    workspace = service._agent.workspace

    async def revoked_meanwhile(branch, agent):
        await asyncio.to_thread(call, service, REVOKE, {"sessionId": session})
        return await workspace(branch, agent)

    monkeypatch.setattr(service._agent, "workspace", revoked_meanwhile)

    assert ask_as_page(service, page)[0] == 401


def test_a_token_goes_with_its_user(start, clock, tmp_path):
    state = tmp_path / "state.sqlite"
    service = start(ScriptedAnalyst(waits=False), state)
    page = as_page(service)
    connection = sqlite3.connect(state)
    with connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("UPDATE users SET expires_at = ?", (clock.now + 10,))

    connection.close()
    before = ask_as_page(service, page)[0]
    clock.now += 10

    assert (before, ask_as_page(service, page)[0]) == (200, 401)


@pytest.mark.case("A22")
def test_neither_session_nor_token_is_kept_or_logged(start, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    state = tmp_path / "state.sqlite"
    service = start(ScriptedAnalyst(waits=False), state)
    session = make(service)
    call(service, f"/embed/chat?sessionId={session}", None, method="GET", given={})
    page = as_page(service, session)
    ask_as_page(service, page)
    bodies = [
        call(service, f"/embed/nothing?sessionId={session}", None, method="GET", given={})[2],
        call(service, EXCHANGE, {"sessionId": session}, given=JSON)[2],
        call(service, f"/embed/chat?sessionId={session}", None, method="GET", given={})[2],
    ]
    service.stop()

    secrets = [session, page["Authorization"].removeprefix("Session ")]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not [each for each in secrets if each in caplog.text]
    assert not [each for each in secrets for body in [kept, *bodies] if each.encode() in body]
    assert hashlib.sha256(session.encode()).digest() in kept  # the control


@pytest.mark.case("A28")
@pytest.mark.parametrize("origin", ["null", "https://evil.example"])
def test_no_other_origin_may_read_what_embedding_answers(quick, origin):
    given = headers(quick, Origin=origin)
    for path, method in (
        *((path, method) for path in (MAKE, EXCHANGE, REVOKE) for method in ("POST", "OPTIONS")),
        *((path, method) for path in (CHATS, "/embed/chat") for method in ("GET", "OPTIONS")),
    ):
        _, found, _ = call(quick, path, {"sessionId": "x"}, method=method, given=given)

        assert not [name for name in found if name.lower().startswith("access-control")]
