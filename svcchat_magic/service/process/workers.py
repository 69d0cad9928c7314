"""Several processes that do the same work: started together, replaced when one dies, stopped together.

Each worker has a pipe to the parent and stops when the pipe closes, so none is left behind however the parent
ends. Secrets are never passed in an argument or an environment variable that others could read.
"""

import logging
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from svcchat_magic.errors import ServiceFailed, SettingsError, SvcchatError
from svcchat_magic.service.process.restart_pauses import RestartPauses
from svcchat_magic.service.process.stop_signal import StopSignal

START_SECONDS = 120.0
STOP_SECONDS = 20.0  # for a clean stop; then the worker is killed
_SAFE_PATH = "PYTHONSAFEPATH"
LOOK_SECONDS = 0.5  # the longest delay before a signal is noticed

Work = Callable[..., None]
log = logging.getLogger("svcchat_magic.service")


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    started_at: float
    is_ready: bool = False  # it has reported that it is serving


class Workers:
    """The processes. Each runs `work(line, **arguments)`, which reports on the pipe that it is ready."""

    def __init__(self, count: int, work: Work, arguments: Mapping[str, Any]) -> None:
        self._work = work
        self._arguments = dict(arguments)
        self._count = count
        self._context = multiprocessing.get_context("spawn")
        self._pauses = RestartPauses()
        self._next_start = 0.0
        self._running: list[_Worker] = []
        try:
            self.addresses = self._ready(self._start())  # alone: it migrates the state and reports problems
            for worker in [self._start() for _ in range(count - 1)]:
                self._ready(worker)
        except BaseException:
            self.stop()
            raise

    def replace_dead_until(self, ended: StopSignal) -> None:
        """Replace dead workers until `ended` is set."""
        while not ended.is_set():
            self._bury_dead()
            is_missing = len(self._running) < self._count
            pause = self._next_start - time.monotonic() if is_missing else LOOK_SECONDS
            if pause <= 0:
                self._start_another()
            elif self._running:
                wait([each.process.sentinel for each in self._running], min(pause, LOOK_SECONDS))
            else:
                ended.wait(min(pause, LOOK_SECONDS))

    def stop(self, grace_seconds: float = 0.0) -> None:
        """Stop every worker; kill those still running STOP_SECONDS after the grace period."""
        for worker in self._running:
            worker.line.close()

        until = time.monotonic() + STOP_SECONDS + grace_seconds
        for worker in self._running:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

        self._running.clear()

    def kill(self) -> None:
        """Kill every worker at once."""
        for worker in self._running:
            worker.process.kill()

    def _start(self) -> _Worker:
        with ExitStack() as opened:
            try:
                ours, theirs = (opened.enter_context(end) for end in self._context.Pipe())
                process = self._context.Process(
                    target=self._work,
                    args=(theirs,),
                    kwargs=self._arguments,
                    name="svcchat-worker",
                    daemon=True,
                )
                with _without_working_folder():
                    process.start()

            except OSError as cause:
                raise ServiceFailed(f"A worker cannot be started: {cause.strerror}.", status=500) from cause

            opened.pop_all()

        theirs.close()
        self._running.append(_Worker(process, ours, time.monotonic()))
        return self._running[-1]

    def _start_another(self) -> None:
        """Start a replacement; if that fails, the others continue and it is tried again."""
        try:
            self._start()
        except ServiceFailed as failure:
            log.warning("%s Trying again.", failure)
            self._next_start = time.monotonic() + self._pauses.after_failed_start()

    def _ready(self, worker: _Worker) -> Any:
        """Wait for a worker's addresses; raises the error that kept it from starting."""
        if not worker.line.poll(START_SECONDS):
            raise ServiceFailed("A worker did not start in time.", status=500)

        try:
            is_ready, is_setting, report = worker.line.recv()
        except EOFError as cause:
            raise ServiceFailed("A worker ended before it was ready.", status=500) from cause

        if is_ready:
            worker.is_ready = True
            return report

        raise SettingsError(report) if is_setting else ServiceFailed(report, status=500)

    def _bury_dead(self) -> None:
        """Remove dead workers; those that died together count as one death."""
        dead = [each for each in self._running if not each.process.is_alive()]
        if not dead:
            return

        reasons = {worker.process.pid: _what_kept(worker) for worker in dead}
        now = time.monotonic()
        served = [now - worker.started_at for worker in dead if worker.is_ready]
        pause = self._pauses.after_service(max(served)) if served else self._pauses.after_failed_start()
        for worker in dead:
            pid = worker.process.pid
            how = f"{worker.process.exitcode}{reasons[pid]}"
            log.warning("worker %s ended with %s; starting another in %.1f s", pid, how, pause)
            worker.line.close()
            self._running.remove(worker)

        self._next_start = now + pause


def report_ready(line: Connection, addresses: Any) -> None:
    """Report to the parent that this worker is ready, unless the parent has given up on it."""
    with suppress(OSError):  # the parent has closed its end
        line.send((True, False, addresses))


def report_failure(line: Connection, cause: SvcchatError) -> None:
    """Report to the parent why this worker could not start."""
    with suppress(OSError):  # as above
        line.send((False, isinstance(cause, SettingsError), str(cause)))


@contextmanager
def _without_working_folder() -> Iterator[None]:
    """Start a process that imports nothing from the working folder, whose files may belong to someone else.

    The process adopts its parent's path, but imports some modules before that.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _what_kept(worker: _Worker) -> str:
    """Why a worker could not start, in parentheses, or empty; marks a worker that has reported ready."""
    if worker.is_ready:
        return ""

    with suppress(EOFError, OSError):  # it ended without a report
        if worker.line.poll():
            worker.is_ready, _, report = worker.line.recv()
            return "" if worker.is_ready else f" ({report})"

    return ""
