"""Where the analyst works: threads for short questions, a few processes for long ones."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from queue import SimpleQueue
from typing import Any

from svcchat_magic.analyst.analyst import Analyst
from svcchat_magic.service.runs.analyst_work import Job, WorkEnded, read_frame, work, write_frame
from svcchat_magic.service.state.blocking import in_loop, in_thread, result_of

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from svcchat_magic.service.runs.analyst_work import work_until_closed; work_until_closed()"
)
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP")  # no key is among them


class ThreadSeat:
    """An analyst in a thread of its own; dismissed, it ends when it next needs a query."""

    def __init__(self, job: Job, analyst: Analyst) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._outbox: SimpleQueue[Any] = SimpleQueue()
        loop, inbox = asyncio.get_running_loop(), self.inbox

        def tell(value: object) -> None:
            in_loop(loop, partial(inbox.put_nowait, value))

        in_thread(partial(work, job, analyst, tell, self._outbox.get), "svcchat-analyst")

    async def give(self, found: object) -> None:
        """Answer what it needed."""
        self._outbox.put(found)

    def dismiss(self) -> None:
        """Nobody waits for it any more."""
        self._outbox.put(None)


class ProcessSeat:
    """An analyst in a process, which does one job after the other and may be killed in the midst of one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = loop
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _PROGRAM, json.dumps([each for each in sys.path if each])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # it hears no signal of the terminal
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        in_thread(self._listen, "svcchat-analyst")

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be given a job."""
        return self._process.poll() is None

    async def give(self, found: object) -> None:
        """Send it a job, or what it needed; one that is gone says so in the inbox."""
        await result_of(in_thread(partial(self._write, found), "svcchat-analyst"))

    def kill(self) -> None:
        """End it now."""
        self._process.kill()

    def _write(self, value: object) -> None:
        assert self._process.stdin is not None, "it was opened as a pipe"
        with suppress(OSError, ValueError):  # ValueError: closed meanwhile
            write_frame(self._process.stdin, value)

    def _listen(self) -> None:
        process = self._process
        assert process.stdout is not None, "it was opened as a pipe"
        assert process.stdin is not None, "it was opened as a pipe"
        with suppress(OSError, EOFError):
            while (said := read_frame(process.stdout)) is not None:
                in_loop(self._loop, partial(self.inbox.put_nowait, said))

        in_loop(self._loop, partial(self.inbox.put_nowait, WorkEnded("its process ended")))
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(OSError):  # what it was sent last, and did not take
            process.stdin.close()


class ProcessSeats:
    """The processes of a service, started when they are needed and kept for the next question."""

    def __init__(self) -> None:
        self._idle: list[ProcessSeat] = []
        self._all: set[ProcessSeat] = set()
        self._is_closed = False

    @asynccontextmanager
    async def seat(self) -> AsyncIterator[tuple[ProcessSeat, Callable[[], None]]]:
        """A process, and what tells that it has ended its job; one that has not is killed."""
        seat = await self._next()
        ended: list[bool] = []
        try:
            yield seat, lambda: ended.append(True)
        finally:
            if ended and seat.is_alive and not self._is_closed:
                self._idle.append(seat)
            else:
                self._all.discard(seat)
                seat.kill()

    def close(self) -> None:
        """End them all, those at work too."""
        self._is_closed = True
        for seat in tuple(self._all):
            seat.kill()

    async def _next(self) -> ProcessSeat:
        while self._idle:
            seat = self._idle.pop()
            if seat.is_alive:
                return seat

            self._all.discard(seat)

        loop = asyncio.get_running_loop()
        starting = in_thread(partial(ProcessSeat, loop), "svcchat-analyst")
        starting.add_done_callback(self._keep)
        return await result_of(starting)

    def _keep(self, starting: Future[ProcessSeat]) -> None:
        if starting.exception() is None:
            self._all.add(seat := starting.result())
            if self._is_closed:
                seat.kill()
