"""What ends a silent run from outside."""

import asyncio

import pytest

from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.service.state.retention import remove_some
from svcchat_magic.service.state.state_file import IN_MEMORY
from tests.raw_api import ask, call, chat_path, headers, lines, open_turn, send
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until

TTL = {"externalId": "ada", "ephemeralTtlSeconds": 60}
SENT = {"messageId": "1736500000000-message"}


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    """A service looks at its runs twenty times a second."""
    monkeypatch.setattr("svcchat_magic.service.runs.run_supervisor.LOOK_SECONDS", 0.05)


@pytest.fixture(params=["sqlite", "postgres"])
def state(request):
    return IN_MEMORY if request.param == "sqlite" else request.getfixturevalue("postgres_database")


@pytest.mark.case("A12")
def test_a_silent_stream_ends_at_its_users_time_and_everything_of_theirs_is_gone(start, clock, state):
    analyst = ScriptedAnalyst()
    service = start(analyst, state)
    connection, response, first = open_turn(service, "why?", TTL, **SENT)
    assert analyst.waiting.wait(PATIENCE)

    clock.now += 60

    assert analyst.cancelled.wait(PATIENCE)
    messages = lines(response.read())
    connection.close()
    assert messages[-2].keys() == {"error"}
    read = {"chatId": first["state"]["chatId"], "sessionSettings": {"externalId": "ada"}}
    assert call(service, chat_path(service), read)[0] == 404
    while service._parts.store.write_now(lambda found: remove_some(found, clock(), rows=1)):
        continue

    kept = service._parts.store.write_now(everything)
    assert kept == {"users": 1, "threads": 0, "runs": 0, "messages": 0, "followers": 0}  # the new ada


@pytest.mark.case("A12")
def test_a_stream_goes_on_until_its_users_time(start, clock, state):
    analyst = ScriptedAnalyst()
    service = start(analyst, state)
    connection, response, _ = open_turn(service, "why?", TTL, **SENT)
    assert analyst.waiting.wait(PATIENCE)

    clock.now += 59.999
    assert not analyst.cancelled.wait(0.3)  # several looks
    analyst.release()

    assert lines(response.read())[-2]["id"] == "__state__"
    connection.close()


def test_a_run_that_another_worker_took_for_dead_does_not_go_on(start, state):
    analyst = ScriptedAnalyst()
    service = start(analyst, state)
    connection, response, _ = open_turn(service, "why?", **SENT)
    assert analyst.waiting.wait(PATIENCE)

    service._parts.store.write_now(lambda found: found.execute("UPDATE runs SET status = 'interrupted'"))

    assert analyst.cancelled.wait(PATIENCE)
    assert lines(response.read())[-2].keys() == {"error"}
    connection.close()


def test_looks_end_with_the_last_run(start):
    service = start(ScriptedAnalyst(waits=False))

    ask(service, "why?")

    looking = service._agent.runs._watch._looking
    ended = asyncio.run_coroutine_threadsafe(asyncio.wait({looking}), looking.get_loop())
    ended.result(PATIENCE)
    assert looking.done()


def everything(connection):
    tables = ("users", "threads", "runs", "messages", "followers")
    return {each: connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables}


@pytest.mark.case("A03")
def test_a_silent_stream_ends_when_its_key_is_revoked_and_the_next_call_is_401(start, tmp_path):
    stored, key = add_key(tmp_path / "a.keys.toml", "", "t1")
    analyst = ScriptedAnalyst()
    service = start(analyst, key_file=KeyFile(tmp_path / "a.keys.toml"))
    given = headers(service, Authorization=f"Api-Key {key.reveal()}")
    body = {"input": "why?", "sessionSettings": {"externalId": "ada"}, **SENT}
    connection, response = send(service, chat_path(service), body, given=given)
    assert analyst.waiting.wait(PATIENCE)

    revoke_key(tmp_path / "a.keys.toml", stored.id, "t2")

    assert call(service, chat_path(service), body, given=given)[0] == 401
    assert analyst.cancelled.wait(PATIENCE)
    assert lines(response.read())[-2]["id"] == "__aborted__"
    connection.close()


@pytest.mark.case("A34")
def test_a_look_that_fails_is_logged_and_looks_go_on(start, clock, caplog):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, _ = open_turn(service, "why?", TTL, **SENT)
    assert analyst.waiting.wait(PATIENCE)

    service._parts.store.write_now(lambda state: state.execute("ALTER TABLE followers RENAME TO hidden"))
    until(lambda: "the status of the runs could not be checked" in caplog.text)
    service._parts.store.write_now(lambda state: state.execute("ALTER TABLE hidden RENAME TO followers"))
    clock.now += 60

    assert analyst.cancelled.wait(PATIENCE)
    assert lines(response.read())[-2].keys() == {"error"}
    connection.close()
