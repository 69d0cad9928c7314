"""Worker processes are started together, replaced, and never left behind."""

import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from svcchat_magic.errors import EngineError, ServiceFailed, SettingsError
from svcchat_magic.service.process import workers as module
from svcchat_magic.service.process.restart_pauses import LONGEST_PAUSE_AFTER_SERVICE
from svcchat_magic.service.process.workers import Workers, report_failure, report_ready
from tests.waiting import PATIENCE, until


def worker(line, *, folder):
    """Leaves a file named after its process while it runs."""
    mark = Path(folder) / str(os.getpid())
    mark.touch()
    report_ready(line, "ready")
    line.poll(None)
    mark.unlink()


def refusing_worker(line, *, cause):
    report_failure(line, {"setting": SettingsError("No such folder."), "engine": EngineError("No.")}[cause])


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

    assert started.addresses == "ready"
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


def killed_all(folder, count):
    """Kill every worker once all are there, so that no other mark is left."""
    for each in pids(folder, count):
        os.kill(each, signal.SIGKILL)
        (folder / str(each)).unlink()


@pytest.mark.long
@pytest.mark.case("Z13")
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_workers_that_served_are_replaced_soon_however_often_all_are_killed(workers, tmp_path, caplog):
    with caplog.at_level(logging.WARNING, logger="svcchat_magic.service"):
        for _ in range(7):
            killed_all(tmp_path, 2)

        pids(tmp_path, 2)

    told = [re.search(r"ended with -9; starting another in ([\d.]+) s", each) for each in caplog.messages]
    assert len(told) >= 14
    assert max(float(each[1]) for each in told) <= LONGEST_PAUSE_AFTER_SERVICE


@pytest.mark.case("Z13")
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_workers_that_cannot_start_are_tried_less_and_less_often(tmp_path, caplog):
    started, ended = Workers(1, once_worker, {"folder": str(tmp_path)}), threading.Event()
    (first,) = pids(tmp_path, 1)
    os.kill(first, signal.SIGKILL)  # its mark stays, which keeps the others from starting
    keeping = threading.Thread(target=started.replace_dead_until, args=(ended,))
    with caplog.at_level(logging.WARNING, logger="svcchat_magic.service"):
        keeping.start()
        until(lambda: len(caplog.messages) >= 4)

    ended.set()
    keeping.join()
    started.stop()
    pauses = [float(each.split()[-2]) for each in caplog.messages]
    assert pauses[:4] == [0.1, 0.1, 0.3, 0.7]


def once_worker(line, *, folder):
    """Starts as the first one alone."""
    if any(Path(folder).iterdir()):
        report_failure(line, SettingsError("The account file has a problem."))
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
    assert "ended with 0 (The account file has a problem.); starting another" in caplog.text
    assert f"worker {first} ended with -9; starting another" in caplog.text


CROWDED = """
import os, resource, signal, sys, threading
from pathlib import Path
from svcchat_magic.service.process.workers import Workers
from tests.service.process.test_workers import worker
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

    until(lambda: not started._running[1:] and started._pauses._failed_starts > 2)
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


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="limits are a matter of POSIX")
def test_a_worker_that_the_system_cannot_start_is_tried_again_while_the_others_go_on(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", CROWDED, str(tmp_path)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )

    assert ended.stdout == "tried again True\nreplaced True\n", ended.stderr
    assert "A worker cannot be started: Too many open files. Trying again." in ended.stderr


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
        "import sys; from threading import Event; from svcchat_magic.service.process.workers import Workers\n"
        "from tests.service.process.test_workers import worker\n"
        "if __name__ == '__main__':\n"
        "    Workers(2, worker, {'folder': sys.argv[1]}).replace_dead_until(Event())\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=Path(__file__).parents[3])
    assert len(pids(tmp_path, 2)) == 2

    parent.kill()
    parent.wait()

    pids(tmp_path, 0)


IN_ANOTHERS_FOLDER = f"""
import os
from {Workers.__module__} import Workers
from {worker.__module__} import worker
if __name__ == "__main__":
    started = Workers(1, worker, dict(folder=os.environ["MARKS"]))
    print(started.addresses)
    started.stop()
    print(os.environ.get("PYTHONSAFEPATH"))
"""


@pytest.mark.case("Z03")
def test_a_worker_runs_no_module_of_the_working_folder(tmp_path):
    (tmp_path / "multiprocessing.py").write_text("print('owned')\n", encoding="utf-8")
    (tmp_path / "marks").mkdir()
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "program.py"
    program.write_text(IN_ANOTHERS_FOLDER, encoding="utf-8")
    path = os.pathsep.join(each for each in sys.path if each)

    done = subprocess.run(
        [sys.executable, str(program)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path, "MARKS": str(tmp_path / "marks")},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert done.stdout.split() == ["ready", str(os.environ.get("PYTHONSAFEPATH"))], done.stderr
