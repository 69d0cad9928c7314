"""One asyncio loop in a thread of its own, so that asking works the same in scripts, cells and coroutines."""

import asyncio
import concurrent.futures
import os
import threading
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from svcchat_magic.errors import RequestRefused

Result = TypeVar("Result")
Begin = Callable[[], Coroutine[Any, Any, Result]]  # makes the coroutine where it is begun
_CLOSING_SECONDS = 5.0
_CLOSED = "This conversation is closed; open a new one."
_LOOK_SECONDS = 0.1  # some systems deliver Ctrl-C only between waits


class EventLoop:
    """Run coroutines in an own daemon thread, started on first use; the creator closes it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._finalizer: weakref.finalize[..., Any] | None = None
        self._is_closed = False
        self._process = 0

    def start(self, begin: Begin[Result]) -> "concurrent.futures.Future[Result]":
        """Start what `begin()` returns in the loop; raises RequestRefused once the loop is closed.

        A coroutine that was made by the caller would be left over by an interrupt on the way here.
        """
        coroutine = loop = None
        try:
            coroutine = begin()
            with self._lock:  # to the end: what a loop is given after its stop is never done
                return asyncio.run_coroutine_threadsafe(coroutine, loop := self._running())
        except BaseException:  # also an interrupt
            if coroutine is not None and loop is None:  # else the loop may have it already
                coroutine.close()

            raise

    def run(self, begin: Begin[Result], *, meanwhile: Callable[[], None] | None = None) -> Result:
        """The result of what `begin()` returns; an interrupt, at any moment, cancels its task in the loop.

        `meanwhile` is called in this thread, ten times a second and at the end; what it raises cancels too.
        Raises RequestRefused when the loop is closed, also meanwhile.
        """
        held = _Held(begin)
        try:
            future = self.start(held.run)
        except KeyboardInterrupt:
            self.call(held.cancel)  # there may be no future yet, and the task be running all the same
            raise

        try:
            return wait_for(future, meanwhile)
        except concurrent.futures.CancelledError:  # only `close` cancels what is waited for here
            raise RequestRefused(_CLOSED) from None
        except BaseException:  # also an interrupt; where the coroutine raised, there is nothing to cancel
            self.call(held.cancel)
            raise

    def close(self) -> None:
        """Cancel what runs, and end the thread; a second call does nothing."""
        with self._lock:
            self._is_closed = True
            finalizer, self._finalizer = self._finalizer, None

        if finalizer is not None:
            finalizer()

    def call(self, function: Any, *values: Any) -> None:
        """Call a function in the loop, soon; nothing happens once the loop is closed."""
        with self._lock:
            if self._loop is not None and not self._is_closed:
                self._loop.call_soon_threadsafe(function, *values)

    def _running(self) -> asyncio.AbstractEventLoop:
        """The loop, in its thread; called with the lock held."""
        if self._is_closed:
            raise RequestRefused(_CLOSED)

        if self._loop is not None and self._process != os.getpid():  # a fork has the loop, but not its thread
            raise RequestRefused("This conversation belongs to another process; open a new one here.")

        if self._loop is None:
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=_serve, args=(loop,), name="svcchat-conversation", daemon=True)
            self._finalizer = weakref.finalize(self, _end, loop, thread)
            thread.start()
            self._process = os.getpid()
            self._loop = loop  # last: where an interrupt comes before, the next call makes another

        return self._loop


class _Held(Generic[Result]):
    """Work that can be cancelled in its loop whether or not it has begun."""

    def __init__(self, begin: Begin[Result]) -> None:
        self._begin = begin
        self._task: asyncio.Task[Any] | None = None
        self._is_cancelled = False

    async def run(self) -> Result:
        self._task = asyncio.current_task()
        if self._is_cancelled:
            raise asyncio.CancelledError

        return await self._begin()

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._task is not None:
            self._task.cancel()


def wait_for(
    future: "concurrent.futures.Future[Result]", meanwhile: Callable[[], None] | None = None
) -> Result:
    """The future's result, waited for so that Ctrl-C gets through; `meanwhile` is called at each look."""
    is_done = False
    over = over_when_done(future)
    while not is_done:
        is_done = over.acquire(timeout=_LOOK_SECONDS)
        if meanwhile is not None:
            meanwhile()

    return future.result()


def over_when_done(future: "concurrent.futures.Future[Any]") -> threading.Lock:
    """A lock that can be had once the future is done.

    An interrupt may come anywhere in the waits of `threading` and leave a RuntimeError; here it cannot.
    """
    over = threading.Lock()
    over.acquire()
    future.add_done_callback(lambda _: over.release())
    return over


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()

        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _end(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if loop.is_closed():
        return

    if thread.ident is None:  # interrupted before it was started
        loop.close()
        return

    loop.call_soon_threadsafe(loop.stop)
    if thread is not threading.current_thread():
        thread.join(_CLOSING_SECONDS)
