"""What is over is removed though nobody asks for anything."""

import sqlite3
from contextlib import closing

import pytest

from svcchat_magic.errors import NotFound
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.http.embed_routes import EXCHANGE_PATH, SESSION_PATH
from svcchat_magic.service.http.sessions import PAGE_TOKEN_SECONDS
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.state.retention import remove_some
from svcchat_magic.service.state.run_messages import Append, Entry
from svcchat_magic.service.state.run_records import NewRun, append_all, begin_run
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.store import Store
from svcchat_magic.service.state.threads import make_thread, owner_of
from svcchat_magic.service.state.users import Claim, find_or_make_user, find_user
from svcchat_magic.settings import ApiKey
from tests.raw_api import EXTERNAL, abort_path, ask, call, chat_path, lines, open_turn
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
        parts = ServiceComponents(account, store, workspace, analyst, clock, purge_seconds=0.02)
        running.append(RunningService(parts, key))
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


@pytest.mark.case("Z08")
def test_a_user_with_many_chats_is_removed_in_small_batches_and_nobody_else(connection):
    ada = find_or_make_user(connection, Claim("demo", "external", "ada", ttl_seconds=10.0), 0.0, 10)
    ben = find_or_make_user(connection, Claim("demo", "external", "ben"), 0.0, 10)
    many = [kept_turn(connection, ada, f"a{number}", lines=7) for number in range(40)]
    many.append(kept_turn(connection, ada, "long", lines=500))
    one = kept_turn(connection, ben, "b", lines=3)
    everything = rows_of(connection)
    removed = []

    while remove_some(connection, 10.0, rows=25):
        removed.append(everything - (everything := rows_of(connection)))

    assert max(removed) <= 25 + 1  # and the user
    assert sum(removed) == len(many) * 2 + 40 * 8 + 501 + 1
    assert owner_of(connection, "demo", "analyst", one, 10.0) == ben
    assert everything == 1 + 1 + 1 + 4


@pytest.mark.case("Z08")
def test_whose_time_is_over_is_gone_at_once_though_the_rows_are_not(connection):
    claim = Claim("demo", "external", "ada", ttl_seconds=10.0)
    ada = find_or_make_user(connection, claim, 0.0, 10)
    chat_id = kept_turn(connection, ada, "a", lines=1)
    rows = rows_of(connection)

    assert find_user(connection, claim, 10.0) is None
    with pytest.raises(NotFound):
        owner_of(connection, "demo", "analyst", chat_id, 10.0)

    entry = Entry("m", 9, 9, whole=True, line=b"")
    assert append_all(connection, [Append("a", [entry])], 10.0) == ["gone"]
    assert find_or_make_user(connection, claim, 10.0, 10) != ada
    assert find_or_make_user(connection, claim, 11.0, 10) != ada
    assert rows_of(connection) == rows + 1  # the new ada


@pytest.mark.case("Z08")
@pytest.mark.parametrize("state", ["sqlite", "postgres"])
def test_no_request_waits_for_a_removal(start, clock, state, request):
    where = None if state == "sqlite" else request.getfixturevalue("postgres_database")
    service = start(ScriptedAnalyst(waits=False), where)
    first, *_ = ask(service, "why?", {"externalId": "ada", "ephemeralTtlSeconds": 60})
    counted = service._parts.store.write_now(rows_of)
    clock.now += 60

    chat = {"chatId": first["state"]["chatId"], "sessionSettings": {"externalId": "ada"}}
    read = call(service, chat_path(service), chat)
    further = call(service, chat_path(service), chat | {"input": "and?"})
    abort = call(service, abort_path(service), {"chatId": chat["chatId"]})

    assert [status for status, _, _ in (read, further, abort)] == [404, 404, 404]
    assert service._parts.store.write_now(rows_of) == counted + 1  # the new ada


def kept_turn(connection, user_id, run_id, lines):
    """A chat with one turn of so many lines and its question."""
    chat_id = make_thread(connection, "demo", "analyst", user_id, 0.0)
    echo = Entry("q", 0, 0, whole=True, line=b"{}")
    begin_run(connection, NewRun(run_id, chat_id, "w", "f", "why?", 0.0, echo=echo), lambda *_: True)
    said = [Entry(f"m{sort}", sort, sort, whole=True, line=b"{}") for sort in range(1, lines + 1)]
    append_all(connection, [Append(run_id, said)])
    return chat_id


def rows_of(connection):
    counted = (connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in TABLES)
    return sum(counted)


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
