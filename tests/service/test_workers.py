"""Worker processes are started together, replaced, and never left behind."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from svcchat_magic.errors import EngineError, ServiceFailed, SettingsError
from svcchat_magic.service import workers as module
from svcchat_magic.service.workers import Workers, tell_failure, tell_ready
from tests.waiting import PATIENCE, until


def worker(line, *, folder):
    """Leaves a file named after its process while it runs."""
    mark = Path(folder) / str(os.getpid())
    mark.touch()
    tell_ready(line, "ready")
    line.poll(None)
    mark.unlink()


def refusing_worker(line, *, cause):
    tell_failure(line, {"setting": SettingsError("No such folder."), "engine": EngineError("No.")}[cause])


def dying_worker(line):
    os._exit(3)


def pids(folder, count):
    """The workers, once there are so many."""
    until(lambda: len(list(folder.iterdir())) == count)
    return {int(each.name) for each in folder.iterdir()}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a slow machine too a worker has the time to end by itself."""
    monkeypatch.setattr(module, "STOP_SECONDS", PATIENCE)


@pytest.fixture
def workers(tmp_path):
    ended = threading.Event()
    started = Workers(2, worker, {"folder": str(tmp_path)})
    keeping = threading.Thread(target=started.replace_dead_until, args=(ended,))
    keeping.start()
    yield started
    ended.set()
    keeping.join()
    started.stop()


def test_all_of_them_are_ready_and_end_together(tmp_path):
    started = Workers(3, worker, {"folder": str(tmp_path)})

    assert started.told == "ready"
    assert len(pids(tmp_path, 3)) == 3
    started.stop()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_worker_that_dies_is_replaced(workers, tmp_path, caplog):
    first, second = pids(tmp_path, 2)

    with caplog.at_level(logging.WARNING, logger="svcchat_magic.service"):
        os.kill(first, signal.SIGKILL)
        (tmp_path / str(first)).unlink()
        after = pids(tmp_path, 2)

    assert len(after) == 2
    assert second in after
    assert first not in after
    assert f"worker {first} ended with -9" in caplog.text


def once_worker(line, *, folder):
    """Starts as the first one alone."""
    if any(Path(folder).iterdir()):
        tell_failure(line, SettingsError("The account file has a problem."))
        return

    worker(line, folder=folder)


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_what_keeps_another_worker_from_starting_is_told(tmp_path, caplog):
    started, ended = Workers(1, once_worker, {"folder": str(tmp_path)}), threading.Event()
    (first,) = pids(tmp_path, 1)
    os.kill(first, signal.SIGKILL)
    keeping = threading.Thread(target=started.replace_dead_until, args=(ended,))
    with caplog.at_level(logging.WARNING, logger="svcchat_magic.service"):
        keeping.start()
        until(lambda: "ended with 0" in caplog.text)

    ended.set()
    keeping.join()
    started.stop()
    assert "ended with 0 (The account file has a problem.): another is started" in caplog.text
    assert f"worker {first} ended with -9: another is started" in caplog.text


CROWDED = """
import os, resource, signal, sys, threading
from pathlib import Path
from svcchat_magic.service.workers import Workers
from tests.service.test_workers import worker
from tests.waiting import until

if __name__ == "__main__":
    folder, ended = Path(sys.argv[1]), threading.Event()
    started = Workers(2, worker, {"folder": str(folder)})
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    keeping = threading.Thread(target=started.replace_dead_until, args=(ended,))
    keeping.start()
    marks = lambda: {int(each.name) for each in folder.iterdir()}
    until(lambda: len(marks()) == 2)
    first, second = marks()
    taken = []
    try:
        while True:
            taken.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        os.kill(first, signal.SIGKILL)

    until(lambda: not started._running[1:] and started._early_deaths > 2)
    print("tried again", [each.process.pid for each in started._running] == [second])
    for each in taken:
        os.close(each)

    (folder / str(first)).unlink()
    until(lambda: len(marks()) == 2)
    print("replaced", second in marks())
    ended.set()
    keeping.join()
    started.stop()
"""


@pytest.mark.skipif(os.name != "posix", reason="limits are a matter of POSIX")
def test_a_worker_that_the_system_cannot_start_is_tried_again_while_the_others_go_on(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", CROWDED, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )

    assert ended.stdout == "tried again True\nreplaced True\n", ended.stderr
    assert "A worker cannot be started: Too many open files. It is tried again." in ended.stderr


def slow_worker(line, *, folder):
    if any(Path(folder).iterdir()):  # not the first one
        time.sleep(1)

    worker(line, folder=folder)


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_worker_that_is_given_up_while_it_starts_ends_without_a_complaint(tmp_path, capfd):
    started = Workers(1, slow_worker, {"folder": str(tmp_path)})
    started._start()  # as a replacement is, whose word nobody waits for

    started.stop()

    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("cause", "error"), [("setting", SettingsError), ("engine", ServiceFailed)])
def test_what_keeps_a_worker_from_starting_is_raised_here(cause, error):
    with pytest.raises(error, match="No"):
        Workers(2, refusing_worker, {"cause": cause})


def test_a_worker_that_ends_without_a_word_is_an_error():
    with pytest.raises(ServiceFailed, match="before it was ready"):
        Workers(2, dying_worker, {})


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    program = (
        "import sys; from threading import Event; from svcchat_magic.service.workers import Workers\n"
        "from tests.service.test_workers import worker\n"
        "if __name__ == '__main__':\n"
        "    Workers(2, worker, {'folder': sys.argv[1]}).replace_dead_until(Event())\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=Path(__file__).parents[2])
    assert len(pids(tmp_path, 2)) == 2

    parent.kill()
    parent.wait()

    pids(tmp_path, 0)
