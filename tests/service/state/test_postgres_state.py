"""What is PostgreSQL's own: a connection that is lost, an address with a password, its text."""

import asyncio
import os
import socket
import sys
import threading
from types import SimpleNamespace
from urllib.parse import urlsplit

import psycopg
import pytest

from svcchat_magic.errors import SettingsError, TooBusy
from svcchat_magic.service.state.database import Mode
from svcchat_magic.service.state.run_messages import Entry
from svcchat_magic.service.state.run_records import NewRun, append_lines, begin_run
from svcchat_magic.service.state.state_file import database_of, open_store
from svcchat_magic.service.state.threads import make_thread
from svcchat_magic.service.state.users import Claim, find_or_make_user
from tests.raw_api import ask, call, chat_id_of, chat_path, lines, open_turn, read
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until

EXTERNAL = {"externalId": "ada"}


@pytest.fixture
def database(postgres_database):
    opened = database_of(postgres_database)
    opened.open()
    yield opened
    opened.close()


def lose_connections(address):
    """End every session of the database but this one, as a restart of the server would."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_lost_connection_is_made_again(start, postgres_database):
    service = start(ScriptedAnalyst(waits=False), postgres_database)
    chat_id = chat_id_of(ask(service, "why?"))

    lose_connections(postgres_database)

    assert ask(service, "and now?", chatId=chat_id)[-1]["id"] == "__state__"


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="other systems name it otherwise")
@pytest.mark.parametrize("given", ["", "?keepalives_idle=77&tcp_user_timeout=77000"])
def test_a_database_whose_machine_is_gone_is_noticed_soon_or_as_the_address_says(given, postgres_database):
    opened = database_of(postgres_database + given)
    opened.open()

    with socket.socket(fileno=os.dup(opened._connection.fileno())) as line:
        idle = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
        unanswered = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    opened.close()
    assert (idle, unanswered) == ((77, 77_000) if given else (10, 25_000))


@pytest.mark.case("A34")
def test_a_silent_run_outlives_a_lost_connection(start, postgres_database, database):
    analyst = ScriptedAnalyst()
    service = start(analyst, postgres_database)
    connection, response, first = open_turn(service, "why?")
    while b'"Half of "' not in response.readline():  # what is sent is kept: nothing is being written now
        continue

    assert analyst.waiting.wait(PATIENCE)

    lose_connections(postgres_database)
    until_alive(database, service._parts.store.worker)
    other = start(ScriptedAnalyst(), postgres_database)  # marks the runs of dead workers
    analyst.release()

    messages = lines(response.read())
    connection.close()
    assert messages[-1]["id"] == "__state__"
    assert read(other, first["state"]["chatId"])[-2]["content"] == "Half of it"


@pytest.mark.case("A34")
def test_a_database_that_is_gone_is_503(start, postgres_address, postgres_database):
    service = start(ScriptedAnalyst(waits=False), postgres_database)
    name = urlsplit(postgres_database).path[1:]
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        lose = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        connection.execute(lose, (name,))
        status, headers, answer = call(
            service, chat_path(service), {"input": "why?", "sessionSettings": EXTERNAL}
        )
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    assert status == 503
    assert headers["Retry-After"]
    assert name.encode() not in answer
    assert ask(service, "why?")[-1]["id"] == "__state__"


@pytest.mark.case("K04")
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:s3cret-word@127.0.0.1:1/state",
        "postgresql://ada:s3cret-word@127.0.0.1:port/state",
        "postgresql://ada:s3cret-word@@127.0.0.1:1/state?nonsense=1",
    ],
)
def test_an_address_that_cannot_be_reached_is_one_sentence_without_it(address):
    with pytest.raises(SettingsError) as refusal:
        open_store(address)

    assert "s3cret" not in str(refusal.value)
    assert refusal.value.__cause__ is None
    assert refusal.value.__suppress_context__


def test_a_wrong_password_is_not_repeated(postgres_database):
    address = urlsplit(postgres_database)
    wrong = address._replace(netloc=f"{address.username}:s3cret-word@{address.hostname}:{address.port}")

    with pytest.raises(SettingsError, match="password") as refusal:
        open_store(wrong.geturl())

    assert "s3cret" not in str(refusal.value)


def test_without_the_driver_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "svcchat_magic.service.state.postgres_state", raising=False)

    with pytest.raises(SettingsError, match=r"\[sql\]"):
        open_store("postgresql://localhost/state")


@pytest.mark.parametrize("address", ["mysql://localhost/state", "sqlite:///state.sqlite", "http://localhost"])
def test_another_kind_of_address_is_refused(address):
    with pytest.raises(SettingsError, match="postgresql://"):
        open_store(address)


@pytest.mark.case("A30")
def test_text_that_postgres_cannot_hold_is_kept_on_the_wire(start, postgres_database):
    service = start(ScriptedAnalyst(waits=False), postgres_database)
    sent = {"messageId": "1736500000000-message"}
    question = "a\0b % ? %s"

    messages = ask(service, question, **sent)

    assert messages[1]["content"] == question
    assert read(service, chat_id_of(messages))[1]["content"] == question
    assert chat_id_of(ask(service, question, **sent)) == chat_id_of(messages)


def test_a_worker_is_alive_until_it_is_closed(database, postgres_database):
    other = database_of(postgres_database)
    other.open()

    alive = [is_alive(database, other.worker)]
    other.close()
    alive.append(is_alive(database, other.worker))

    assert alive == [True, False]
    assert is_alive(database, database.worker)


def until_alive(database, worker):
    until(lambda: is_alive(database, worker))


def is_alive(database, worker):
    database.begin(Mode.READ)
    found = database.is_alive(worker)
    database.roll_back()
    return found


def test_a_write_waits_for_one_of_another_worker_and_a_workers_own_rows_do_not(database, postgres_database):
    store, _ = open_store(postgres_database)
    count = "SELECT count(*) FROM users"
    database.begin(Mode.WRITE)

    own = asyncio.run(store.write_own(lambda connection: connection.execute(count).fetchone()))
    waiting = store._thread.submit(
        lambda: store._done(lambda found: found.execute(count).fetchone(), Mode.WRITE)
    )
    with pytest.raises(TimeoutError):
        waiting.result(0.3)

    database.commit()

    assert own == waiting.result(PATIENCE) == (0,)
    store.close()


@pytest.mark.case("A13")
def test_writes_of_two_workers_go_one_after_the_other(postgres_database):
    stores = [open_store(postgres_database)[0] for _ in range(2)]
    results = []

    def make(store, number):
        claim = Claim("demo", "external", f"user-{number}", persist=True)
        try:
            results.append(store.write_now(lambda connection: find_or_make_user(connection, claim, 0.0, 10)))
        except TooBusy as refusal:
            results.append(refusal.status)

    makers = [threading.Thread(target=make, args=(stores[number % 2], number)) for number in range(50)]
    for each in makers:
        each.start()

    for each in makers:
        each.join()

    (made,) = stores[0].write_now(
        lambda connection: connection.execute("SELECT count(*) FROM users").fetchone()
    )
    for store in stores:
        store.close()

    assert made == 10
    assert results.count(429) == 40


def test_a_line_for_a_user_who_is_removed_at_that_moment_is_not_kept(postgres_database):
    """The row it refers to is locked by the removal, which commits while the line waits for it."""
    store, other = open_store(postgres_database)[0], database_of(postgres_database)
    other.open()
    run = store.write_now(one_run)
    removing = other.begin(Mode.WRITE)
    removing.execute("DELETE FROM users")
    kept = store._thread.submit(
        lambda: store._done(lambda connection: append_lines(connection, run.id, [run.entry]), Mode.WRITE_OWN)
    )

    with pytest.raises(TimeoutError):
        kept.result(0.5)

    other.commit()

    assert kept.result(PATIENCE) == "gone"
    other.close()
    store.close()


def one_run(connection):
    user_id = find_or_make_user(connection, Claim("demo", "external", "ada"), 0.0, 10)
    chat_id = make_thread(connection, "demo", "analyst", user_id, 0.0)
    begin_run(connection, NewRun("r1", chat_id, "worker", "", "why?", 0.0), lambda *_: True)
    return SimpleNamespace(id="r1", entry=Entry("m1", 1, 1, whole=True, line=b"{}\n"))
