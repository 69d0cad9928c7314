"""A state of every earlier version is brought up to date; a later one is left alone."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state.database import Mode
from svcchat_magic.service.state.schema import MIGRATIONS, version_of_this_package
from svcchat_magic.service.state.state_file import database_of, open_store
from tests.raw_api import ask, call, read
from tests.service.conftest import ScriptedAnalyst

# Each was written by the service of that version: two chats of ada, one of them streaming, and one of grace.
CHATS_OF_ADA = """SELECT question, thread_id FROM runs JOIN threads ON threads.id = thread_id
    JOIN users ON users.id = user_id WHERE name = 'ada'"""


def version_of(file):
    return int(file.stem)


STATES = sorted((Path(__file__).parents[1] / "states").glob("*.sql"), key=version_of)


def written(folder, sql):
    """A state file as that version left it."""
    file = folder / "state.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(sql.read_text(encoding="utf-8"))

    return file


def shape(file):
    """Columns of every table, and every index."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
        tables = [name for kind, name in names if kind == "table"]
        columns = {each: connection.execute(f"PRAGMA table_info({each})").fetchall() for each in tables}
        return sorted(name for kind, name in names if kind == "index"), {
            table: sorted((name, kind, required) for _, name, kind, required, *_ in found)
            for table, found in columns.items()
        }


def test_every_version_has_left_a_state_to_migrate():
    missing = "run: python -m tests.service.earlier_state"

    assert [version_of(each) for each in STATES] == list(range(1, version_of_this_package() + 1)), missing


@pytest.mark.parametrize("sql", STATES, ids=lambda each: f"from-{each.stem}")
def test_an_older_state_becomes_one_of_this_version(tmp_path, sql):
    old, new = written(tmp_path, sql), tmp_path / "new.sqlite"

    for file in (old, new):
        open_store(file)[0].close()

    assert shape(old) == shape(new)


@pytest.mark.parametrize("sql", STATES, ids=lambda each: f"from-{each.stem}")
def test_users_and_chats_of_an_older_state_are_kept(start, tmp_path, sql):
    file = written(tmp_path, sql)
    service = start(ScriptedAnalyst(waits=False), file)

    with closing(sqlite3.connect(file)) as connection:
        kept = dict(connection.execute(CHATS_OF_ADA).fetchall())
        statuses = connection.execute("SELECT question, status FROM runs ORDER BY status").fetchall()

    assert statuses == [("why?", "complete"), ("why?", "complete"), ("and now?", "interrupted")]
    for question, chat_id in kept.items():
        _, echo, *_, answer, _ = read(service, chat_id)
        assert (echo["content"], answer["content"]) == (question, "Half of ")
        assert ask(service, "go on", chatId=chat_id)[-1]["id"] == "__state__"


def test_a_step_that_fails_leaves_the_state_as_it_was(tmp_path, monkeypatch):
    file = written(tmp_path, STATES[0])
    before = shape(file)
    broken = (*MIGRATIONS[:2], ("CREATE TABLE half (id TEXT)", "nonsense"))
    monkeypatch.setattr("svcchat_magic.service.state.schema.MIGRATIONS", broken)

    with pytest.raises(SettingsError):
        open_store(file)

    assert shape(file) == before


@pytest.fixture(params=["sqlite", "postgres"])
def state(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres_database")

    return tmp_path / "state.sqlite"


def test_workers_that_start_at_once_migrate_once(state):
    together, opened, failed = threading.Barrier(8), [], []

    def open_one():
        database = database_of(state)
        together.wait()
        try:
            database.open()
            opened.append(database)
        except SettingsError as error:
            failed.append(error)

    openers = [threading.Thread(target=open_one) for _ in range(8)]
    for each in openers:
        each.start()

    for each in openers:
        each.join()

    assert failed == []
    connection = opened[0].begin(Mode.READ)
    assert connection.execute("SELECT count(*) FROM users").fetchone() == (0,)
    opened[0].roll_back()
    for each in opened:
        each.close()


def test_a_state_of_a_later_version_is_refused(state, monkeypatch):
    with monkeypatch.context() as later:
        later.setattr(
            "svcchat_magic.service.state.schema.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE more (id TEXT)",))
        )
        open_store(state)[0].close()

    with pytest.raises(SettingsError, match="newer version"):
        open_store(state)


def test_a_state_of_this_version_is_opened_again(state, start):
    first = start(ScriptedAnalyst(waits=False), state)
    ask(first, "why?")
    first.stop()

    again = start(ScriptedAnalyst(waits=False), state)

    assert call(again, "/health", None, method="GET", given={})[0] == 200
