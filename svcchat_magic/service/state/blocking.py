"""Run blocking work in daemon threads, so that it delays neither the event loop nor the exit.

`concurrent.futures` joins its threads when the interpreter ends; one long query would then keep a
kernel from closing.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

Result = TypeVar("Result")
_Job = tuple[Callable[[], Any], Future[Any]]


class WorkerThread:
    """One daemon thread that runs its jobs in order."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Result]) -> Future[Result]:
        """Queue a job; the future receives its result or error."""
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return future

    def finish(self) -> None:
        """End the thread after the queued jobs, without waiting for it."""
        self._jobs.put(None)

    def stop(self, seconds: float | None = None) -> bool:
        """End the thread after the queued jobs and wait for it; return whether it ended in time."""
        self.finish()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            _do(*entry)


def in_thread(job: Callable[[], Result], name: str) -> Future[Result]:
    """Start a job in its own daemon thread."""
    future: Future[Result] = Future()
    threading.Thread(target=_do, args=(job, future), name=name, daemon=True).start()
    return future


async def result_of(future: Future[Result]) -> Result:
    """Wait for the result of a job; cancelling the waiting task does not cancel the job."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    future.add_done_callback(lambda _: in_loop(loop, partial(_set_done, done)))
    await done  # directly: asyncio.wrap_future would take one more iteration of a busy loop
    return future.result()


def in_loop(loop: asyncio.AbstractEventLoop, job: Callable[[], object]) -> None:
    """Call a function in an event loop, from any thread; does nothing if the loop is closed."""
    with suppress(RuntimeError):  # the loop is closed, so nothing waits
        loop.call_soon_threadsafe(job)


def _set_done(done: "asyncio.Future[None]") -> None:
    if not done.done():  # its waiter was cancelled
        done.set_result(None)


def _do(job: Callable[[], Any], future: Future[Any]) -> None:
    try:
        value = job()
    except BaseException as cause:  # any error belongs to the caller that waits for the job
        future.set_exception(cause)
        return

    future.set_result(value)
