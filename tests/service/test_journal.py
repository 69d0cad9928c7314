"""Chunks of many runs are kept together, each as if it were alone."""

import asyncio
from contextlib import closing

import pytest

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.journal import LINES_A_GROUP, Journal
from svcchat_magic.service.run_records import Entry, NewRun, begin_run, end_run, lines_after
from svcchat_magic.service.state_file import IN_MEMORY, open_store
from svcchat_magic.service.threads import make_thread
from svcchat_magic.service.users import Claim, find_or_make_user

RUNS = ("r1", "r2", "r3")


@pytest.fixture
def store():
    made, _ = open_store(IN_MEMORY)
    with closing(made):
        made.write_now(begin_runs)
        yield made


def begin_runs(connection):
    for run_id in RUNS:
        user = find_or_make_user(connection, Claim("demo", "external", run_id), 0.0, 10)
        chat_id = make_thread(connection, "demo", "analyst", user, 0.0)
        begin_run(connection, NewRun(run_id, chat_id, "worker", "", "why?", 0.0), lambda *_: True)


def chunk(first=0, lines=1, message_id="m", line=b"line"):
    return [Entry(message_id, first, first + at, whole=False, line=line) for at in range(lines)]


def counted(store):
    writes = []
    store.when_written = writes.append
    return writes


def kept(store, run_id):
    return store.write_now(lambda connection: lines_after(connection, run_id, -1))


def append_together(store, chunks):
    async def together():
        journal = Journal(store, lambda: 0.0)
        appends = (journal.append(run_id, entries) for run_id, entries in chunks.items())
        return await asyncio.gather(*appends, return_exceptions=True)

    return asyncio.run(together())


def test_chunks_that_come_together_are_kept_in_one_transaction(store):
    writes = counted(store)

    statuses = append_together(store, {run_id: chunk(lines=7) for run_id in RUNS})

    assert statuses == ["running"] * 3
    assert len(writes) == 1
    assert [len(kept(store, run_id)) for run_id in RUNS] == [7, 7, 7]


def test_each_run_gets_its_own_status(store):
    store.write_now(lambda connection: end_run(connection, "r1", "aborted", 0.0))
    store.write_now(lambda connection: connection.execute("DELETE FROM users WHERE name = 'r2'"))

    statuses = append_together(store, {run_id: chunk() for run_id in RUNS})

    assert statuses == ["aborted", None, "running"]
    assert [len(kept(store, run_id)) for run_id in RUNS] == [1, 0, 1]


def test_lines_that_cannot_be_kept_are_no_harm_to_other_runs(store):
    statuses = append_together(store, {"r1": chunk(), "r2": chunk(line=None), "r3": chunk()})

    assert isinstance(statuses[1], TooBusy)
    assert (statuses[0], statuses[2]) == ("running", "running")
    assert [len(kept(store, run_id)) for run_id in RUNS] == [1, 0, 1]


def test_a_group_has_a_limit_so_that_other_jobs_wait_for_little(store):
    writes = counted(store)

    append_together(store, {run_id: chunk(lines=LINES_A_GROUP // 2) for run_id in RUNS})

    assert len(writes) == 2
    assert [len(kept(store, run_id)) for run_id in RUNS] == [LINES_A_GROUP // 2] * 3


def test_the_journal_goes_on_after_a_failure(store):
    async def fail_and_append():
        journal = Journal(store, lambda: 0.0)
        with pytest.raises(TooBusy):
            await journal.append("r1", chunk(line=None))

        return await journal.append("r1", chunk())

    assert asyncio.run(fail_and_append()) == "running"
