"""What is over is removed though nobody asks for anything."""

import sqlite3
from contextlib import closing

import pytest

from svcchat_magic.service.account_file import read_account
from svcchat_magic.service.embed_routes import EXCHANGE_PATH, SESSION_PATH
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.server import DEMO, RunningService
from svcchat_magic.service.sessions import PAGE_TOKEN_SECONDS
from svcchat_magic.service.state_file import open_store
from svcchat_magic.settings import ApiKey
from tests.raw_api import ask, call
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import until

TABLES = ("users", "threads", "runs", "messages", "sessions", "page_tokens")


@pytest.fixture
def service(workspace, clock, tmp_path):
    account = read_account(DEMO / "account.toml").with_key(key := ApiKey("test-key-0123456789"))
    store, analyst = open_store(tmp_path / "state.sqlite")[0], ScriptedAnalyst(waits=False)
    parts = Parts(account, store, workspace, analyst, clock, purge_seconds=0.02)
    running = RunningService(parts, key, host="127.0.0.1")
    yield running
    running.stop()


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
