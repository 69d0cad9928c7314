"""Processes for work on untrusted input, which may be killed: long questions and charts."""

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
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP")  # none of these is secret


class WorkProcess:
    """A process that does one job at a time and may be killed during one."""

    def __init__(self, program: str, loop: asyncio.AbstractEventLoop) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = loop
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START + program, json.dumps([each for each in sys.path if each])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # signals of the terminal do not reach it
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        in_thread(self._listen, "svcchat-work")

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can take a job."""
        return self._process.poll() is None

    async def give(self, found: object) -> None:
        """Send it a job or the result of a query; if the process has ended, the inbox receives that."""
        await result_of(in_thread(partial(self._write, found), "svcchat-work"))

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def _write(self, value: object) -> None:
        assert self._process.stdin is not None, "it was opened as a pipe"
        with suppress(OSError, ValueError):  # ValueError: already closed
            write_frame(self._process.stdin, value)

    def _listen(self) -> None:
        process = self._process
        assert process.stdout is not None, "it was opened as a pipe"
        assert process.stdin is not None, "it was opened as a pipe"
        with suppress(OSError, EOFError):  # the process ended, which is handled below
            while (said := read_frame(process.stdout)) is not None:
                in_loop(self._loop, partial(self.inbox.put_nowait, said))

        in_loop(self._loop, partial(self.inbox.put_nowait, WorkEnded("its process ended")))
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(OSError):  # its last input, which it did not read
            process.stdin.close()


class WorkProcesses:
    """Processes that run one program, started on demand and reused for the next job.

    `module` contains `work_until_closed`, which does the jobs.
    """

    def __init__(self, module: str) -> None:
        self._program = f"from {module} import work_until_closed; work_until_closed()"
        self._idle: list[WorkProcess] = []
        self._all: set[WorkProcess] = set()
        self._is_closed = False

    @asynccontextmanager
    async def seat(self) -> AsyncIterator[tuple[WorkProcess, Callable[[], None]]]:
        """A process, and a function to call when its job is done; otherwise the process is killed."""
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
        """Kill all processes, including busy ones."""
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
        """Keep an unused process for the next job."""
        if starting.exception() is None:
            self._idle.append(starting.result())
