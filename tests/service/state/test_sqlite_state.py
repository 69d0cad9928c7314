"""What is SQLite's own: a full disk, a file that is locked, the signs of life beside it."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.errors import TooBusy
from svcchat_magic.service.state.liveness import SignOfLife
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.store import Store
from tests.raw_api import ask, call, chat_id_of, chat_path, lines, open_turn, read
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE, until_ended

QUESTION = {"input": "why?", "sessionSettings": {"externalId": "ada"}}
TABLES = ("users", "threads", "runs", "messages", "sessions", "followers")


def fill(service):
    """No page may be added to the file: what SQLite meets on a full disk."""
    service._parts.store.write_now(lambda state: state.execute("PRAGMA max_page_count = 1"))


def make_room(service):
    asyncio.run(service._parts.store.read(lambda state: state.execute("PRAGMA max_page_count = 1000000")))


def counts(file):
    with closing(sqlite3.connect(file)) as state:
        return {each: state.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in TABLES}


@pytest.mark.case("A34")
def test_a_full_disk_refuses_a_question_whole_and_the_chats_stay_readable(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite")
    chat_id = chat_id_of(ask(service, "why?"))
    before = counts(tmp_path / "state.sqlite")
    fill(service)

    status, _, answer = call(service, chat_path(service), {**QUESTION, "input": "x" * 10_000})

    assert status == 503
    assert json.loads(answer)["error"]["code"] == "unavailable"
    assert counts(tmp_path / "state.sqlite") == before
    assert read(service, chat_id)[1]["content"] == "why?"
    make_room(service)
    assert ask(service, "and now?", chatId=chat_id)[-1]["id"] == "__state__"


class Talkative(ScriptedAnalyst):
    """Has more to say than was thought at first."""

    async def answer(self, task, tools):
        async for event in super().answer(task, tools):
            yield event

        yield AnswerText("x" * 1_000_000)


@pytest.mark.case("A34")
def test_a_disk_that_is_full_in_mid_stream_fails_the_turn_and_the_chat_goes_on(start, tmp_path):
    analyst = Talkative()
    service = start(analyst, tmp_path / "state.sqlite")
    connection, response, first = open_turn(service, "why?", messageId="1736500000000-message")
    assert analyst.waiting.wait(PATIENCE)
    fill(service)

    analyst.release()

    *said, error, usage = lines(response.read())
    connection.close()
    assert error.keys() == {"error"}
    assert usage["id"] == "__usage__"
    assert not any("xxx" in each.get("content", "") for each in said)
    make_room(service)
    analyst.waits = False
    assert ask(service, "and now?", chatId=first["state"]["chatId"])[-1]["id"] == "__state__"


@pytest.mark.case("A34")
def test_a_file_that_another_process_keeps_locked_is_503(tmp_path):
    store = Store(SqliteState(tmp_path / "state.sqlite", busy_seconds=0.05))
    with closing(sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(TooBusy) as refusal:
            store.write_now(lambda state: state.execute("DELETE FROM users"))

        assert refusal.value.status == 503
        other.execute("ROLLBACK")

    store.write_now(lambda state: state.execute("DELETE FROM users"))
    store.close()


def test_a_job_that_fails_leaves_nothing_of_itself(tmp_path):
    store = Store(SqliteState(None))
    insert = "INSERT INTO threads (id, account, agent, user_id, created_at) VALUES ('a', 'b', 'c', 'd', 0)"

    with pytest.raises(TooBusy):  # there is no such user
        store.write_now(lambda state: state.execute(insert))

    def half(state):
        state.execute(
            "INSERT INTO users (id, account, kind, name, created_at) VALUES ('d', 'b', 'external', 'x', 0)"
        )
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write_now(half)

    assert store.write_now(lambda state: state.execute("SELECT count(*) FROM users").fetchone()) == (0,)
    store.close()


def test_a_new_file_that_another_worker_is_just_making_is_waited_for(tmp_path):
    file = tmp_path / "state.sqlite"
    state, opened = SqliteState(file), []
    opening = threading.Thread(target=lambda: opened.append(state.open()))
    with closing(sqlite3.connect(file, isolation_level=None)) as making:
        making.execute("BEGIN IMMEDIATE")
        opening.start()
        opening.join(0.3)  # whoever does not wait has failed by then
        making.execute("ROLLBACK")

    until_ended([opening])
    assert opened == [None]
    state.close()


def test_a_state_that_is_opened_again_here_keeps_its_locks(tmp_path):
    file = tmp_path / "state.sqlite"
    state, again = SqliteState(file), SqliteState(file)
    state.open()
    again.open()

    other_process = subprocess.run(
        [sys.executable, "-c", LOCK_WHAT_READERS_LOCK, str(file)], capture_output=True, text=True
    )

    again.close()
    state.close()
    assert "BlockingIOError" in other_process.stderr  # or it could take the log for nobody's, and remove it


LOCK_WHAT_READERS_LOCK = """
import fcntl, sys

with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
"""


def test_a_worker_is_alive_until_it_is_closed(tmp_path):
    here, other = (SqliteState(tmp_path / "state.sqlite") for _ in range(2))
    here.open()
    other.open()

    alive = [here.is_alive(other.worker)]
    other.close()
    alive.append(here.is_alive(other.worker))

    assert alive == [True, False]
    assert here.is_alive(here.worker)
    here.close()


def test_the_signs_of_dead_workers_are_removed_at_the_next_start(tmp_path):
    state = tmp_path / "state.sqlite"
    dead, alive = "d" * 32, "a" * 32
    (tmp_path / f"state.sqlite.service-{dead}").touch()
    (tmp_path / f"state.sqlite.service-{dead}-journal").touch()
    sign = SignOfLife(state, alive)
    (tmp_path / "state.sqlite.service-notes.txt").touch()

    database = SqliteState(state)
    database.open()

    left = {each.name for each in tmp_path.glob("*.service-*") if not each.name.endswith("-journal")}
    database.close()
    sign.give_up()
    assert left == {f"state.sqlite.service-{each}" for each in (alive, database.worker, "notes.txt")}
