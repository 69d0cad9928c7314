"""What is committed reaches the state file without a commit that waits for it, and its log stays short."""

import logging
import sqlite3
import threading
from contextlib import closing

import pytest

from svcchat_magic.service.state.checkpoints import Checkpoints
from tests.waiting import PATIENCE, threads_of_ours, until, until_ended


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """A checkpoint does not wait long for more that is written."""
    monkeypatch.setattr("svcchat_magic.service.state.checkpoints.PAUSE_SECONDS", 0.05)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state.sqlite"


@pytest.fixture
def writer(file):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # nobody else moves anything
        connection.execute("CREATE TABLE lines (line BLOB)")
        yield connection


def in_the_file(file):
    """The rows of the file itself, its log left out."""
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM lines").fetchone()[0]
        except sqlite3.Error:  # not even the table, or a page of it is just being written
            return 0


def generation(file):
    """Changes when the log is written from its beginning again."""
    return file.with_name(f"{file.name}-wal").read_bytes()[16:24]


def test_what_was_committed_is_moved_into_the_file(file, writer):
    with closing(Checkpoints(file)) as checkpoints:
        writer.execute("INSERT INTO lines VALUES ('x')")
        assert in_the_file(file) == 0
        checkpoints.written()

        until(lambda: in_the_file(file) == 1)


def test_a_long_log_is_begun_anew_though_the_writing_goes_on(file, writer):
    def writes():
        writer.execute("INSERT INTO lines VALUES (zeroblob(100000))")
        checkpoints.written()
        return generation(file) != first

    with closing(Checkpoints(file, log_pages=50)) as checkpoints:
        first = generation(file)
        until(writes)


def test_its_thread_ends_with_the_state(file, writer):
    before = threads_of_ours()
    checkpoints = Checkpoints(file)
    assert len(threads_of_ours() - before) == 1

    checkpoints.close()

    assert threads_of_ours() <= before


def test_its_thread_ends_also_when_the_state_is_closed_between_two_of_its_looks(file, writer):
    checkpoints = Checkpoints(file)
    closing = threading.Thread(target=checkpoints.close)
    clear, wake, woken = checkpoints._written.clear, checkpoints._written.set, threading.Event()

    def wake_and_tell():
        wake()
        woken.set()

    def clear_late():
        checkpoints._written.set = wake_and_tell
        closing.start()
        assert woken.wait(PATIENCE)
        clear()

    checkpoints._written.clear = clear_late
    checkpoints.written()

    until(woken.is_set)
    until_ended([closing])


def test_a_file_that_cannot_be_reached_is_tried_again(file, writer, caplog):
    caplog.set_level(logging.WARNING, logger="svcchat_magic")  # whatever a service before has set
    aside = file.with_name("aside.sqlite")
    with closing(Checkpoints(file)) as checkpoints:
        file.rename(aside)
        writer.execute("INSERT INTO lines VALUES ('x')")
        checkpoints.written()
        until(lambda: "could not be checkpointed" in caplog.text)
        assert not file.exists()

        aside.rename(file)
        checkpoints.written()
        until(lambda: in_the_file(file) == 1)
