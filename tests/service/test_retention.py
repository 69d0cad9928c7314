"""What is over is removed though nobody asks for anything."""

import sqlite3
from contextlib import closing

import pytest

from svcchat_magic.service.account_file import read_account
from svcchat_magic.service.embed_routes import EXCHANGE_PATH, SESSION_PATH
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.server import DEMO, RunningService
from svcchat_magic.service.sessions import PAGE_TOKEN_SECONDS
from svcchat_magic.service.sqlite_state import SqliteState
from svcchat_magic.service.store import Store
from svcchat_magic.settings import ApiKey
from tests.raw_api import EXTERNAL, ask, call, chat_path, lines, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until

TABLES = ("users", "threads", "runs", "messages", "sessions", "page_tokens")


@pytest.fixture
def serve(workspace, clock, tmp_path):
    """Start a service on one file; what cannot be written at once is given up."""
    running = []

    def started(analyst):
        account = read_account(DEMO / "account.toml").with_key(key := ApiKey("test-key-0123456789"))
        store = Store(SqliteState(tmp_path / "state.sqlite", busy_seconds=0.05))
        parts = Parts(account, store, workspace, analyst, clock, purge_seconds=0.02)
        running.append(RunningService(parts, key, host="127.0.0.1"))
        return running[-1]

    yield started
    for service in running:
        service.stop()


@pytest.fixture
def service(serve):
    return serve(ScriptedAnalyst(waits=False))


def counts(file):
    with closing(sqlite3.connect(file)) as state:
        return [state.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in TABLES]


@pytest.mark.case("A11")
def test_an_ephemeral_users_chats_are_removed_at_their_time(service, clock, tmp_path):
    ask(service, "why?", {"externalId": "ada", "ephemeralTtlSeconds": 60})
    ask(service, "why?", {"externalId": "grace", "isEphemeral": False})
    kept = counts(tmp_path / "state.sqlite")[3] // 2

    clock.now += 60

    until(lambda: counts(tmp_path / "state.sqlite") == [1, 1, 1, kept, 0, 0])


@pytest.mark.case("A20")
def test_sessions_and_page_tokens_are_removed_at_their_time(service, clock, tmp_path):
    session = call(service, SESSION_PATH, {"externalId": "ada"})[2]
    assert call(service, EXCHANGE_PATH, session)[0] == 200
    assert counts(tmp_path / "state.sqlite")[4:] == [1, 1]

    clock.now += PAGE_TOKEN_SECONDS

    until(lambda: counts(tmp_path / "state.sqlite") == [1, 0, 0, 0, 0, 0])


@pytest.mark.case("A34")
def test_a_run_whose_end_could_not_be_written_does_not_close_its_chat_to_other_workers(serve, tmp_path):
    analyst = ScriptedAnalyst()
    working, other = serve(analyst), serve(ScriptedAnalyst(waits=False))
    connection, response, first = open_turn(working, "why?", messageId="1736500000000-message")
    assert analyst.waiting.wait(PATIENCE)
    with closing(sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        analyst.release()
        *_, failure, _ = lines(response.read())
        connection.close()

    body = {"input": "and now?", "chatId": first["state"]["chatId"], "sessionSettings": EXTERNAL}

    until(lambda: call(other, chat_path(other), body)[0] == 200)
    assert "failed" in failure["error"]
