"""What survives: a kill, a second kernel, a file that cannot be used."""

import asyncio
import json
import os
import signal
import sqlite3
import stat
import sys
import threading

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state import store as store_module
from svcchat_magic.service.state.schema import MIGRATIONS
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.state_file import IN_MEMORY, default_state_file, open_store
from svcchat_magic.service.state.store import Store
from svcchat_magic.user_folder import user_folder
from tests.raw_api import ask, call, chat_id_of, chat_path, lines, open_turn, read
from tests.service.conftest import ScriptedAnalyst
from tests.service.waiting_service import served_elsewhere
from tests.waiting import PATIENCE, threads_of_ours, until_ended, until_inside

KEY = "test-key-0123456789"


def statuses(file):
    connection = sqlite3.connect(file)
    try:
        return [status for (status,) in connection.execute("SELECT status FROM runs ORDER BY ordinal")]
    finally:
        connection.close()


@pytest.mark.case("A33")
def test_after_a_kill_every_line_that_was_sent_is_there_and_the_run_is_interrupted(start, tmp_path):
    state = tmp_path / "state.sqlite"
    process, service = served_elsewhere(state)
    connection, response, first = open_turn(service, "why?")
    sent = []
    while not sent or sent[-1].get("content") != "Half of ":
        sent.append(json.loads(response.readline()))

    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    connection.close()
    restarted = start(ScriptedAnalyst(waits=False), state)

    assert statuses(state) == ["interrupted"]
    kept = {each["id"]: each for each in read(restarted, first["state"]["chatId"])}
    for message in sent:
        assert message["id"] in kept

    assert kept[sent[-1]["id"]]["content"] == "Half of "
    assert not any(each.get("isInProcess") for each in kept.values())
    assert ask(restarted, "and now?", chatId=first["state"]["chatId"])[-1]["id"] == "__state__"


@pytest.mark.long
def test_two_services_on_one_file_leave_each_other_alone(start, tmp_path):
    state = tmp_path / "state.sqlite"
    process, other = served_elsewhere(state)
    connection, _, first = open_turn(other, "why?")
    chat_id = first["state"]["chatId"]
    body = {"input": "and?", "chatId": chat_id, "sessionSettings": {"externalId": "ada"}}

    here = start(ScriptedAnalyst(waits=False), state)

    assert statuses(state) == ["running"]
    assert call(here, chat_path(here), body)[0] == 409
    assert ask(here, "my own")[-1]["id"] == "__state__"
    process.kill()
    process.wait()
    process.stdout.close()
    connection.close()
    assert call(here, chat_path(here), body)[0] == 200
    assert sorted(statuses(state)) == ["complete", "complete", "interrupted"]


def test_a_stopped_service_leaves_only_its_state_behind(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite")
    ask(service, "why?")

    service.stop()
    service.stop()

    assert [each.name for each in tmp_path.iterdir()] == ["state.sqlite"]


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_the_state_file_is_readable_for_its_owner_alone(tmp_path):
    store, _ = open_store(tmp_path / "folder" / "state.sqlite")

    modes = {stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "folder").glob("state.sqlite*")}

    store.close()
    assert modes <= {0o600, 0o644}
    assert stat.S_IMODE((tmp_path / "folder" / "state.sqlite").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


class InterruptedState(SqliteState):
    """One whose user interrupts its opening."""

    def open(self):
        until_inside("__init__", "result", "wait")
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        super().open()


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_state_whose_opening_was_interrupted_is_closed(tmp_path):
    before = threads_of_ours()

    with pytest.raises(KeyboardInterrupt):
        Store(InterruptedState(tmp_path / "state.sqlite"))

    assert threads_of_ours() <= before
    assert [each.name for each in tmp_path.iterdir()] == ["state.sqlite"]


class SilentState(SqliteState):
    """One that does not answer, as a database on a machine that is gone."""

    def __init__(self):
        super().__init__(None)
        self.asked, self.answers = threading.Event(), threading.Event()

    def commit(self):
        self.asked.set()
        assert self.answers.wait(2 * PATIENCE)
        super().commit()


def test_closing_does_not_wait_for_ever_for_a_state_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(store_module, "CLOSE_SECONDS", 0.01)
    state = SilentState()
    state.answers.set()
    opened = Store(state)
    state.answers.clear()
    state.asked.clear()
    writing = threading.Thread(target=opened.write_now, args=(lambda _: None,))
    writing.start()
    assert state.asked.wait(PATIENCE)

    closing = threading.Thread(target=opened.close)
    closing.start()

    try:
        until_ended([closing])
    finally:
        state.answers.set()
        until_ended([writing, opened._thread._thread])


def newer(file):
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()


def broken(file):
    file.write_bytes(b"this is no database, whatever its name says" * 100)


def a_folder(file):
    file.mkdir()


@pytest.mark.parametrize("spoil", [newer, broken, a_folder])
def test_a_state_file_that_was_asked_for_and_cannot_be_used_is_an_error(tmp_path, spoil):
    spoil(tmp_path / "state.sqlite")

    with pytest.raises(SettingsError, match=r"state\.sqlite"):
        open_store(tmp_path / "state.sqlite")


@pytest.mark.parametrize("spoil", [newer, broken, a_folder])
def test_the_default_state_file_falls_back_to_memory_with_a_notice(tmp_path, monkeypatch, spoil):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "svcchat").mkdir()
    spoil(tmp_path / "svcchat" / "state.sqlite")

    store, notice = open_store(None)

    store.close()
    assert "kept in memory" in notice


def test_the_state_is_kept_in_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert default_state_file() == user_folder() / "state.sqlite"


@pytest.mark.case("A34")
def test_a_store_that_cannot_be_written_is_503_and_leaves_no_chat(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite")
    chat_id = chat_id_of(ask(service, "why?"))
    service._parts.store.write_now(lambda state: state.execute("PRAGMA query_only = ON"))
    body = {"input": "why?", "sessionSettings": {"externalId": "ada"}}

    status, _, answer = call(service, chat_path(service), body)

    assert status == 503
    assert b"sqlite" not in answer.lower()
    asyncio.run(service._parts.store.read(lambda state: state.execute("PRAGMA query_only = OFF")))
    assert len(statuses(tmp_path / "state.sqlite")) == 1
    assert chat_id_of(read(service, chat_id)) == chat_id


@pytest.mark.case("A34")
def test_a_store_that_fails_in_mid_stream_does_not_end_the_turn_as_whole(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, _ = open_turn(service, "why?", messageId="1736500000000-message")
    assert analyst.waiting.wait(PATIENCE)
    response.readline()

    service._parts.store.write_now(lambda state: state.execute("PRAGMA query_only = ON"))
    analyst.release()

    *_, error, usage = lines(response.read())
    connection.close()
    assert error.keys() == {"error"}
    assert usage["id"] == "__usage__"


@pytest.mark.parametrize("state", [IN_MEMORY, ":memory:"])
def test_chats_in_memory_need_no_file(start, state, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    service = start(ScriptedAnalyst(waits=False), state)

    chat_id = chat_id_of(ask(service, "why?"))

    assert read(service, chat_id)[-1]["id"] == "__state__"
    assert list(tmp_path.iterdir()) == []
