"""Blocking work in daemon threads, so that the event loop keeps streaming and nothing holds up an exit.

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
    """One daemon thread that does its jobs in the order they were given."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Result]) -> Future[Result]:
        """Queue a job; its result or error arrives in the future."""
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return future

    def finish(self) -> None:
        """Let the queued jobs finish, then end the thread; does not wait for it."""
        self._jobs.put(None)

    def stop(self, seconds: float | None = None) -> bool:
        """The same, and wait for it, at most so long; whether it has ended."""
        self.finish()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            _do(*entry)


def in_thread(job: Callable[[], Result], name: str) -> Future[Result]:
    """Start a job in a daemon thread of its own."""
    future: Future[Result] = Future()
    threading.Thread(target=_do, args=(job, future), name=name, daemon=True).start()
    return future


async def result_of(future: Future[Result]) -> Result:
    """The result of a job; when the waiting task is cancelled the job itself is not."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    future.add_done_callback(lambda _: in_loop(loop, partial(_set_done, done)))
    await done  # directly: with asyncio's own way a waiter comes one turn of a busy loop later
    return future.result()


def in_loop(loop: asyncio.AbstractEventLoop, job: Callable[[], object]) -> None:
    """Have an event loop do something, from any thread; nothing where it is closed already."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(job)


def _set_done(done: "asyncio.Future[None]") -> None:
    if not done.done():  # its waiter was cancelled
        done.set_result(None)


def _do(job: Callable[[], Any], future: Future[Any]) -> None:
    try:
        value = job()
    except BaseException as cause:  # whatever it was, it belongs to whoever waits for the job
        future.set_exception(cause)
        return

    future.set_result(value)
