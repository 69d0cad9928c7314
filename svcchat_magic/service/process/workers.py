"""Several processes that do the same work: started together, replaced when one dies, ended together.

Each holds one end of a line to the parent. A worker ends when its line closes, so that none is left behind
however the parent ends; nothing secret is given to it by an argument or a variable that others could read.
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
STOP_SECONDS = 20.0  # for the work to end in good order; then it is killed
_SAFE_PATH = "PYTHONSAFEPATH"
LOOK_SECONDS = 0.5  # how long a signal may lie before it is seen

Work = Callable[..., None]
log = logging.getLogger("svcchat_magic.service")


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    started_at: float
    is_ready: bool = False  # it has said that it serves


class Workers:
    """The processes: `work(line, **arguments)` says on the line that it is ready, ends when that closes."""

    def __init__(self, count: int, work: Work, arguments: Mapping[str, Any]) -> None:
        self._work = work
        self._arguments = dict(arguments)
        self._count = count
        self._context = multiprocessing.get_context("spawn")
        self._pauses = RestartPauses()
        self._next_start = 0.0
        self._running: list[_Worker] = []
        try:
            self.told = self._ready(self._start())  # alone: it migrates the state, and says what is wrong
            for worker in [self._start() for _ in range(count - 1)]:
                self._ready(worker)
        except BaseException:
            self.stop()
            raise

    def replace_dead_until(self, ended: StopSignal) -> None:
        """Keep the number of workers until then."""
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
        """End every worker, those that do not end within STOP_SECONDS more than the grace by force."""
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
        """End every worker at once, by force."""
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
        """Start one in a dead one's place; where that fails, the others go on and it is tried again."""
        try:
            self._start()
        except ServiceFailed as failure:
            log.warning("%s It is tried again.", failure)
            self._next_start = time.monotonic() + self._pauses.after_failed_start()

    def _ready(self, worker: _Worker) -> Any:
        """What a worker says when it is ready; raises what kept it from starting."""
        if not worker.line.poll(START_SECONDS):
            raise ServiceFailed("A worker did not start in time.", status=500)

        try:
            is_ready, is_setting, told = worker.line.recv()
        except EOFError as cause:
            raise ServiceFailed("A worker ended before it was ready.", status=500) from cause

        if is_ready:
            worker.is_ready = True
            return told

        raise SettingsError(told) if is_setting else ServiceFailed(told, status=500)

    def _bury_dead(self) -> None:
        """Make room for others in place of the dead; those that died together are one death."""
        dead = [each for each in self._running if not each.process.is_alive()]
        if not dead:
            return

        told = {worker.process.pid: _what_kept(worker) for worker in dead}
        now = time.monotonic()
        served = [now - worker.started_at for worker in dead if worker.is_ready]
        pause = self._pauses.after_service(max(served)) if served else self._pauses.after_failed_start()
        for worker in dead:
            pid = worker.process.pid
            how = f"{worker.process.exitcode}{told[pid]}"
            log.warning("worker %s ended with %s: another is started in %.1f s", pid, how, pause)
            worker.line.close()
            self._running.remove(worker)

        self._next_start = now + pause


def tell_ready(line: Connection, told: Any) -> None:
    """Say to the parent that this worker is ready, unless the parent has given it up meanwhile."""
    with suppress(OSError):
        line.send((True, False, told))


def tell_failure(line: Connection, cause: SvcchatError) -> None:
    """Say to the parent what kept this worker from starting."""
    with suppress(OSError):
        line.send((False, isinstance(cause, SettingsError), str(cause)))


@contextmanager
def _without_working_folder() -> Iterator[None]:
    """A process begun here looks for no module in the working folder, whose files may be somebody else's.

    It takes over its parent's own path, but needs some modules before that.
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
    """What kept a worker from starting, in brackets; one that has said that it is ready is marked so."""
    if worker.is_ready:
        return ""

    with suppress(EOFError, OSError):
        if worker.line.poll():
            worker.is_ready, _, told = worker.line.recv()
            return "" if worker.is_ready else f" ({told})"

    return ""
