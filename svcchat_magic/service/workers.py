"""Several processes that do the same work: started together, replaced when one dies, ended together.

Each holds one end of a line to the parent. A worker ends when its line closes, so that none is left behind
however the parent ends; nothing secret is given to it by an argument or a variable that others could read.
"""

import logging
import multiprocessing
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from svcchat_magic.errors import ServiceFailed, SettingsError, SvcchatError
from svcchat_magic.service.ended import Ended

START_SECONDS = 120.0
STOP_SECONDS = 20.0  # for the work to end in good order; then it is killed
LOOK_SECONDS = 0.5  # how long a signal may lie before it is seen
STEADY_SECONDS = 10.0  # a worker that lives so long has started well
LONGEST_PAUSE = 10.0  # before a worker that keeps dying is started again

Work = Callable[..., None]
log = logging.getLogger("svcchat_magic.service")


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    started_at: float


class Workers:
    """The processes: `work(line, **arguments)` says on the line that it is ready, ends when that closes."""

    def __init__(self, count: int, work: Work, arguments: Mapping[str, Any]) -> None:
        self._work = work
        self._arguments = dict(arguments)
        self._count = count
        self._context = multiprocessing.get_context("spawn")
        self._early_deaths = 0
        self._next_start = 0.0
        self._running: list[_Worker] = []
        try:
            self.told = self._ready(self._start())  # alone: it migrates the state, and says what is wrong
            for worker in [self._start() for _ in range(count - 1)]:
                self._ready(worker)
        except BaseException:
            self.stop()
            raise

    def replace_dead_until(self, ended: Ended) -> None:
        """Keep the number of workers until then."""
        while not ended.is_set():
            for worker in [each for each in self._running if not each.process.is_alive()]:
                self._bury(worker)

            pause = self._next_start - time.monotonic()
            if len(self._running) < self._count and pause <= 0:
                self._start_another()
            elif self._running:
                wait([each.process.sentinel for each in self._running], LOOK_SECONDS)
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
            self._put_off(is_early=True)

    def _ready(self, worker: _Worker) -> Any:
        """What a worker says when it is ready; raises what kept it from starting."""
        if not worker.line.poll(START_SECONDS):
            raise ServiceFailed("A worker did not start in time.", status=500)

        try:
            is_ready, is_setting, told = worker.line.recv()
        except EOFError as cause:
            raise ServiceFailed("A worker ended before it was ready.", status=500) from cause

        if is_ready:
            return told

        raise SettingsError(told) if is_setting else ServiceFailed(told, status=500)

    def _bury(self, dead: _Worker) -> None:
        """Make room for another one, which waits where this one died young."""
        log.warning(
            "worker %s ended with %s%s: another is started",
            dead.process.pid,
            dead.process.exitcode,
            _what_kept(dead.line),
        )
        dead.line.close()
        self._running.remove(dead)
        self._put_off(is_early=time.monotonic() - dead.started_at < STEADY_SECONDS)

    def _put_off(self, *, is_early: bool) -> None:
        """Let the next start wait the longer the more of them failed one after the other."""
        self._early_deaths = self._early_deaths + 1 if is_early else 0
        pause = min(LONGEST_PAUSE, 0.1 * (2 ** min(self._early_deaths, 10) - 1))
        self._next_start = time.monotonic() + pause


def tell_ready(line: Connection, told: Any) -> None:
    """Say to the parent that this worker is ready, unless the parent has given it up meanwhile."""
    with suppress(OSError):
        line.send((True, False, told))


def tell_failure(line: Connection, cause: SvcchatError) -> None:
    """Say to the parent what kept this worker from starting."""
    with suppress(OSError):
        line.send((False, isinstance(cause, SettingsError), str(cause)))


def _what_kept(line: Connection) -> str:
    """What kept a worker from starting, in brackets, where it has said so and nobody has read it."""
    with suppress(EOFError, OSError):
        if line.poll():
            is_ready, _, told = line.recv()
            return "" if is_ready else f" ({told})"

    return ""
