"""Chunks of many runs are kept together, each as if it were alone; with much to do, in larger chunks."""

import asyncio
from collections import deque
from contextlib import closing
from types import SimpleNamespace

import pytest

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.runs.backlog import LINES_A_CHUNK
from svcchat_magic.service.runs.journal import (
    APART_SECONDS,
    BYTES_A_GROUP,
    LINES_A_GROUP,
    LINES_WORTH_A_CHUNK,
    LONGEST_REST,
    Journal,
    rest_after,
)
from svcchat_magic.service.state.run_messages import Entry, lines_after
from svcchat_magic.service.state.run_records import NewRun, begin_run, end_run
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.service.state.threads import make_thread
from svcchat_magic.service.state.users import Claim, find_or_make_user
from tests.waiting import PATIENCE

RUNS = ("r1", "r2", "r3")


class Lines:
    """What a run is for the journal: it has chunks to keep, and is told what became of them."""

    def __init__(self, run_id, *chunks):
        self.run_id = run_id
        self.chunks = deque(chunks)
        self.told = []
        self.heard = asyncio.Event()

    def next_made(self):
        return self.chunks.popleft() if self.chunks else []

    @property
    def has_made(self):
        return bool(self.chunks)

    def kept(self, batch, status):
        self.told.append((len(batch), status))
        self.heard.set()

    def not_kept(self, cause):
        self.told.append(cause)
        self.heard.set()


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


def chunk(first=0, lines=1, message_id="m", line=b"line\n"):
    return [Entry(message_id, first, first + at, whole=False, line=line) for at in range(lines)]


def counted(store):
    writes = []
    store.when_written = writes.append
    return writes


def kept(store, run_id):
    found = store.write_now(lambda connection: lines_after(connection, run_id, -1))
    return b"".join(line for _, line in found).splitlines()


def keep_together(store, chunks):
    """What each run is told of its chunk."""

    async def together():
        journal = Journal(store, lambda: 0.0)
        sources = [Lines(run_id, entries) for run_id, entries in chunks.items()]
        for source in sources:
            journal.has_lines(source)

        for source in sources:
            await source.heard.wait()

        return [told for source in sources for told in source.told]

    return asyncio.run(together())


def test_chunks_that_come_together_are_kept_in_one_transaction(store):
    writes = counted(store)

    told = keep_together(store, {run_id: chunk(lines=7) for run_id in RUNS})

    assert told == [(7, "running")] * 3
    assert len(writes) == 1
    assert [len(kept(store, run_id)) for run_id in RUNS] == [7, 7, 7]


def test_each_run_gets_its_own_status(store):
    store.write_now(lambda connection: end_run(connection, "r1", RunStatus.ABORTED, 0.0))
    store.write_now(lambda connection: connection.execute("DELETE FROM users WHERE name = 'r2'"))

    told = keep_together(store, {run_id: chunk() for run_id in RUNS})

    assert told == [(1, "aborted"), (1, "gone"), (1, "running")]
    assert [len(kept(store, run_id)) for run_id in RUNS] == [1, 0, 1]


def test_lines_that_cannot_be_kept_are_no_harm_to_other_runs(store):
    told = keep_together(store, {"r1": chunk(), "r2": chunk(message_id=None), "r3": chunk()})

    assert isinstance(told[1], TooBusy)
    assert (told[0], told[2]) == ((1, "running"), (1, "running"))
    assert [len(kept(store, run_id)) for run_id in RUNS] == [1, 0, 1]


@pytest.mark.parametrize(
    "entries",
    [chunk(lines=LINES_A_GROUP // 2), chunk(line=b"x" * (BYTES_A_GROUP // 2))],
    ids=["lines", "bytes"],
)
def test_a_group_has_a_limit_so_that_other_jobs_wait_for_little(store, entries):
    writes = counted(store)

    keep_together(store, dict.fromkeys(RUNS, entries))

    assert len(writes) == 2
    assert [len(kept(store, run_id)) for run_id in RUNS] == [len(entries)] * 3


def test_the_journal_goes_on_after_a_failure(store):
    async def fail_and_go_on():
        journal = Journal(store, lambda: 0.0)
        first, second = Lines("r1", chunk(message_id=None)), Lines("r1", chunk())
        for source in (first, second):
            journal.has_lines(source)
            await source.heard.wait()

        return first.told + second.told

    failure, success = asyncio.run(fail_and_go_on())

    assert isinstance(failure, TooBusy)
    assert success == (1, "running")


def test_a_fault_while_keeping_is_told_to_the_runs_it_met(store):
    async def fail():
        journal = Journal(store, lambda: 0.0)
        source = Lines("r1", [SimpleNamespace(line=b"no entry")])
        journal.has_lines(source)
        await source.heard.wait()
        return source.told

    (fault,) = asyncio.run(fail())

    assert isinstance(fault, AttributeError)


class Faulty(Lines):
    """Raises when it is asked for its lines, or told that they are kept."""

    def __init__(self, run_id, *chunks, when):
        super().__init__(run_id, *chunks)
        setattr(self, when, self.fail)

    def fail(self, *_):
        raise RuntimeError("a fault")


@pytest.mark.parametrize("when", ["next_made", "kept"])
def test_a_run_that_fails_over_its_lines_is_no_harm_to_the_others(store, when):
    async def keep():
        journal = Journal(store, lambda: 0.0)
        first, faulty = Lines("r1", chunk(), chunk(first=1)), Faulty("r2", chunk(), when=when)
        last = Lines("r3", chunk())
        for source in (first, faulty, last):
            journal.has_lines(source)

        for source in (first, faulty, last):
            await source.heard.wait()

        while len(first.told) < 2:
            await asyncio.sleep(0.01)

        return first.told, faulty.told, last.told

    first, (fault,), last = asyncio.run(asyncio.wait_for(keep(), PATIENCE))

    assert first == [(1, "running")] * 2
    assert last == [(1, "running")]
    assert isinstance(fault, RuntimeError)
    assert [len(kept(store, run_id)) for run_id in ("r1", "r3")] == [2, 1]


def test_what_is_made_while_the_journal_rests_is_kept_together(store):
    """After a group that took long a rest follows, and the next transaction has all that came in it."""
    ticks = iter(range(100))
    rests = []

    async def keep_and_rest():
        over = asyncio.Event()

        async def rest(seconds):
            rests.append(seconds)
            await over.wait()

        journal = Journal(store, lambda: 0.0, timer=lambda: 0.02 * next(ticks), sleep=rest)
        source = Lines("r1", chunk())
        journal.has_lines(source)
        await source.heard.wait()
        for run_id in ("r2", "r3"):
            journal.has_lines(Lines(run_id, chunk()))
            await asyncio.sleep(0)

        writes = counted(store)
        source.heard.clear()
        source.chunks.append(chunk(first=1, lines=2))
        journal.has_lines(source)
        over.set()
        await source.heard.wait()
        return writes

    writes = asyncio.run(keep_and_rest())

    assert rests[0] > 0.02
    assert len(writes) == 1
    assert [len(kept(store, run_id)) for run_id in RUNS] == [3, 1, 1]


@pytest.mark.parametrize(
    ("second", "lines", "waits"),
    [
        ("r2", 1, True),
        ("r1", 1, False),  # a run that is alone is not delayed
        ("r2", LINES_WORTH_A_CHUNK, False),  # nor is a burst, whose chunks are long already
    ],
)
def test_lines_of_another_run_that_follow_at_once_wait_a_moment_for_more(store, second, lines, waits):
    taken = []

    async def keep_two():
        async def rest(seconds):
            taken.append(seconds)

        journal = Journal(store, lambda: 0.0, timer=lambda: 1.0, sleep=rest)
        for source in (Lines("r1", chunk(lines=lines)), Lines(second, chunk(first=LINES_A_CHUNK))):
            journal.has_lines(source)
            await source.heard.wait()

    asyncio.run(keep_two())

    assert taken == ([pytest.approx(APART_SECONDS)] if waits else [])


def test_lines_of_another_run_that_come_later_do_not_wait(store):
    now = iter(range(100))
    taken = []

    async def keep_two():
        async def rest(seconds):
            taken.append(seconds)

        journal = Journal(store, lambda: 0.0, timer=lambda: APART_SECONDS * next(now), sleep=rest)
        for source in (Lines("r1", chunk()), Lines("r2", chunk())):
            journal.has_lines(source)
            await source.heard.wait()

    asyncio.run(keep_two())

    assert not any(seconds <= APART_SECONDS for seconds in taken)


@pytest.mark.parametrize(("tick", "rests"), [(0.01, True), (0.2, False)])
def test_there_is_no_rest_while_a_run_has_waited_long(store, tick, rests):
    ticks = iter(range(100))
    taken = []

    async def keep_one_of_two():
        async def rest(seconds):
            taken.append(seconds)

        journal = Journal(store, lambda: 0.0, timer=lambda: tick * next(ticks), sleep=rest)
        full, waiting = Lines("r1", chunk(line=b"x" * BYTES_A_GROUP)), Lines("r2", chunk())
        journal.has_lines(full)
        journal.has_lines(waiting)
        await waiting.heard.wait()
        return list(taken)

    assert bool(asyncio.run(keep_one_of_two())) == rests


@pytest.mark.parametrize(
    ("lines", "seconds", "rests"),
    [
        (1, 0.02, True),
        (1, 0.0001, False),  # too little to be worth it: few runs wait for nothing
        (LINES_WORTH_A_CHUNK, 0.02, False),  # chunks are long already
        (LINES_A_CHUNK, 10.0, False),
        (1, 10.0, True),
    ],
)
def test_a_rest_follows_a_group_of_short_chunks_that_took_long(lines, seconds, rests):
    group = [(Lines(run_id), chunk(lines=lines)) for run_id in RUNS]

    assert (0 < rest_after(group, seconds) <= LONGEST_REST) == rests
