"""Work on what strangers wrote, in processes that may be killed: long questions, and charts."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from svcchat_magic.service.runs.work_frames import WorkEnded, read_frame, write_frame
from svcchat_magic.service.state.blocking import in_loop, in_thread, result_of

_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP")  # no key is among them


class WorkProcess:
    """A process that does one job after the other and may be killed in the midst of one."""

    def __init__(self, program: str, loop: asyncio.AbstractEventLoop) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = loop
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START + program, json.dumps([each for each in sys.path if each])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # it hears no signal of the terminal
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        in_thread(self._listen, "svcchat-work")

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
        await result_of(in_thread(partial(self._write, found), "svcchat-work"))

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


class WorkProcesses:
    """The processes of one program, started when they are needed and kept for the next job.

    `module` has `work_until_closed`, which does the jobs.
    """

    def __init__(self, module: str) -> None:
        self._program = f"from {module} import work_until_closed; work_until_closed()"
        self._idle: list[WorkProcess] = []
        self._all: set[WorkProcess] = set()
        self._is_closed = False

    @asynccontextmanager
    async def seat(self) -> AsyncIterator[tuple[WorkProcess, Callable[[], None]]]:
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

    async def _next(self) -> WorkProcess:
        while self._idle:
            seat = self._idle.pop()
            if seat.is_alive:
                return seat

            self._all.discard(seat)

        loop = asyncio.get_running_loop()
        starting = in_thread(partial(WorkProcess, self._program, loop), "svcchat-work")
        starting.add_done_callback(self._keep)
        return await result_of(starting)

    def _keep(self, starting: Future[WorkProcess]) -> None:
        if starting.exception() is None:
            self._all.add(seat := starting.result())
            if self._is_closed:
                seat.kill()

    def _spare(self, starting: Future[WorkProcess]) -> None:
        """Keep a process that nobody waits for any more for the next job."""
        if starting.exception() is None:
            self._idle.append(starting.result())
