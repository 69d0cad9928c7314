"""A service is ready when its state keeps what is written; one that lost its state takes no question."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.http.readiness import SECONDS_BETWEEN_PROOFS, Readiness
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.service.state.store import Store
from tests.raw_api import ask, call, chat_path, lines, open_turn
from tests.service.conftest import Clock, ScriptedAnalyst
from tests.waiting import PATIENCE, until

QUESTION = {"input": "why?", "sessionSettings": {"externalId": "ada"}}
GONE = "was removed or replaced. Restart the service"

pytestmark = pytest.mark.case("Z12")


def ready(service):
    """Status and, where it is not ready, the sentence."""
    status, _, body = call(service, "/health/ready", None, method="GET", given={})
    return status, json.loads(body).get("error", {}).get("message", "")


def until_not_ready(service):
    return until(lambda: (found := ready(service))[0] == 503 and found[1])


def proved(store):
    asyncio.run(store.prove())


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    """A service proves its state again soon."""
    monkeypatch.setattr("svcchat_magic.service.http.readiness.SECONDS_BETWEEN_PROOFS", 0.02)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state.sqlite"


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 4 MB; to make one takes the rights of the machine's owner."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("this user may make no file system")

    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder):
    """Write until nothing more fits; the file that holds the room."""
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as out:  # the disk is full, as wanted
        while out.write(bytes(4096)):
            continue

    assert shutil.disk_usage(folder).free < 4096
    return ballast


@pytest.mark.skipif(shutil.which("mount") is None, reason="makes a small disk where the system can")
def test_a_full_disk_is_not_ready_and_is_again_when_there_is_room(start, small_disk):
    service = start(ScriptedAnalyst(waits=False), small_disk / "state.sqlite")
    assert ready(service) == (200, "")

    ballast = fill(small_disk)

    assert "cannot read or store its chats" in until_not_ready(service)
    ballast.unlink()
    until(lambda: ready(service)[0] == 200)
    assert ask(service, "why?")[-1]["id"] == "__state__"


@pytest.mark.skipif(os.name != "posix", reason="limits are a matter of POSIX")
def test_a_process_that_may_write_no_larger_file_is_not_ready(file):
    program = (
        "import asyncio, resource, sys\n"
        "from svcchat_magic.errors import TooBusy\n"
        "from svcchat_magic.service.state.state_file import open_store\n"
        "store, _ = open_store(sys.argv[1])\n"
        "asyncio.run(store.prove())\n"
        "print('kept', flush=True)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))\n"
        "try:\n"
        "    asyncio.run(store.prove())\n"
        "except TooBusy as refusal:\n"
        "    print(refusal.status, refusal)\n"
        "store.close()\n"
    )

    ended = subprocess.run(
        [sys.executable, "-c", program, str(file)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert ended.stdout.startswith("kept\n503 The service cannot read or store its chats"), ended.stderr


@pytest.mark.parametrize("side", ["", "-wal", "-shm"])
def test_a_state_whose_file_is_gone_is_not_ready_and_takes_no_question(start, file, side, caplog):
    service = start(ScriptedAnalyst(waits=False), file)
    ask(service, "why?")
    assert ready(service) == (200, "")

    file.with_name(f"{file.name}{side}").unlink()

    assert GONE in until_not_ready(service)
    status, _, body = call(service, chat_path(service), QUESTION)
    assert status == 503
    assert GONE in json.loads(body)["error"]["message"]
    assert caplog.messages.count("the state was removed or replaced; restart the service") == 1


def test_a_state_whose_file_was_replaced_takes_no_question_before_a_restart(start, file, tmp_path):
    service = start(ScriptedAnalyst(waits=False), file)
    ask(service, "why?")
    other = tmp_path / "other.sqlite"
    open_store(other)[0].close()

    other.replace(file)

    assert call(service, chat_path(service), QUESTION)[0] == 503
    assert GONE in until_not_ready(service)
    again = start(ScriptedAnalyst(waits=False), file)
    assert ready(again) == (200, "")
    assert ask(again, "why?")[-1]["id"] == "__state__"
    assert ready(service)[0] == 503


@pytest.mark.parametrize("additions", [{}, {"messageId": "1736500000000-message"}])
def test_what_is_running_when_the_file_goes_ends_as_failed(start, file, additions):
    analyst = ScriptedAnalyst()
    service = start(analyst, file)
    connection, response, _ = open_turn(service, "why?", **additions)
    assert analyst.waiting.wait(PATIENCE)

    file.unlink()

    said = read_to_the_end(response)
    connection.close()
    assert analyst.cancelled.wait(PATIENCE)
    assert not any(each.get("id") == "__state__" for each in said)
    assert bool(additions) == any("error" in each for each in said)


def read_to_the_end(response):
    """The lines that come, also of a stream that is cut."""
    said = b""
    with contextlib.suppress(OSError, http.client.HTTPException):  # the stream is cut
        while line := response.readline():
            said += line

    return lines(said)


def test_a_state_in_memory_is_ready(start):
    assert ready(start(ScriptedAnalyst(waits=False))) == (200, "")


def test_a_postgres_state_is_ready_until_its_tables_go(start, postgres_database):
    import psycopg

    service = start(ScriptedAnalyst(waits=False), postgres_database)
    assert ready(service) == (200, "")

    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("ALTER SCHEMA public RENAME TO gone; CREATE SCHEMA public")

    until_not_ready(service)
    assert call(service, chat_path(service), QUESTION)[0] == 503


def test_a_postgres_state_that_another_was_put_in_place_of_takes_no_question(start, postgres_database):
    import psycopg

    service = start(ScriptedAnalyst(waits=False), postgres_database)
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        # Renamed, not dropped: to drop its tables would wait for their locks, and the service holds some.
        connection.execute("ALTER SCHEMA public RENAME TO gone; CREATE SCHEMA public")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    again = start(ScriptedAnalyst(waits=False), postgres_database)

    assert GONE in until_not_ready(service)
    status, _, body = call(service, chat_path(service), QUESTION)
    assert status == 503
    assert GONE in json.loads(body)["error"]["message"]
    assert ready(again) == (200, "")


def test_the_marks_of_dead_workers_are_removed_at_the_next_start(file):
    first = Store(SqliteState(file))
    first.close()
    second, third = Store(SqliteState(file)), Store(SqliteState(file))

    left = second.write_now(lambda state: state.execute("SELECT worker FROM worker_marks").fetchall())

    assert {each for (each,) in left} == {second.worker, third.worker}
    proved(second)
    proved(third)
    second.close()
    third.close()


class Proofs:
    """Counts the proofs, each of which waits for a word."""

    def __init__(self):
        self.count = 0
        self.failure = None
        self.allowed = asyncio.Event()

    async def __call__(self):
        self.count += 1
        await self.allowed.wait()
        if self.failure:
            raise self.failure


def test_a_storm_of_probes_is_one_write_a_second():
    async def storm():
        clock, proofs = Clock(), Proofs()
        readiness = Readiness(proofs, clock)
        asked = [asyncio.create_task(readiness.check()) for _ in range(500)]
        await asyncio.sleep(0)
        proofs.allowed.set()
        await asyncio.gather(*asked)
        for _ in range(500):
            await readiness.check()

        within = proofs.count
        clock.now += SECONDS_BETWEEN_PROOFS
        proofs.failure = TooBusy("Full.", status=503)
        found = await asyncio.gather(*(readiness.check() for _ in range(500)), return_exceptions=True)
        return within, proofs.count, {str(each) for each in found}

    assert asyncio.run(storm()) == (1, 2, {"Full."})


def test_a_prober_who_leaves_does_not_end_the_proof_for_others():
    async def leave():
        proofs = Proofs()
        readiness = Readiness(proofs, Clock())
        one, other = (asyncio.create_task(readiness.check()) for _ in range(2))
        await asyncio.sleep(0)
        one.cancel()
        await asyncio.sleep(0)
        proofs.allowed.set()
        await other
        return one.cancelled(), proofs.count

    assert asyncio.run(leave()) == (True, 1)


def test_many_probes_of_a_running_service_are_few_writes(start, file):
    service = start(ScriptedAnalyst(waits=False), file)
    written = []
    service._parts.store.when_written = written.append

    probing = [threading.Thread(target=lambda: [ready(service) for _ in range(10)]) for _ in range(8)]
    for each in probing:
        each.start()

    for each in probing:
        each.join(PATIENCE)

    assert 1 <= len(written) < 80
