"""Loaded into a kernel: interrupts `%%ask` at a chosen moment between its first and its last line."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections import Counter
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

from IPython.core.getipython import get_ipython

import svcchat_magic
from svcchat_magic.notebook.magics.extension import registered
from tests.traced_lines import leaves_a_with

PACKAGE = str(Path(svcchat_magic.__file__).parent)
DESCRIPTORS = Path("/proc/self/fd")
SETTLING_SECONDS = 12.0  # a connection that is kept alive is let go after a while


class InterruptedCells:
    """Stands around the magic; `after_seconds` or `after_lines` says when the next cell is interrupted."""

    def __init__(self) -> None:
        self._shell = get_ipython()
        self._magics = registered(self._shell)
        self._lock = threading.Lock()
        self._is_inside = False
        self._timer: threading.Timer | None = None
        self._lines_left = 0
        self.lines = 0
        self.struck: float | None = None
        self.place = ""
        magic = self._shell.magics_manager.magics["cell"]["ask"]
        self._shell.magics_manager.magics["cell"]["ask"] = wraps(magic)(
            lambda line, cell: self._run(magic, line, cell)
        )

    def after_seconds(self, seconds: float) -> None:
        """Strike as the toolbar does: a signal, at any moment."""
        self._timer, self._lines_left = threading.Timer(seconds, self._strike_if_inside), 0

    def after_lines(self, lines: int) -> None:
        """Strike when so many lines of the package were run by the main thread; 0 counts them all."""
        self._timer, self._lines_left = None, lines or sys.maxsize

    def told(self) -> dict[str, Any]:
        """What the cell before left behind."""
        chats = self._magics.kernel.chats
        turn = next(iter(chats._conversations.values()))._position.newest
        answer = self._shell.user_ns.get("_ask")
        came = turn.transcript().results
        kept = answer.transcript.results if answer and answer.question == turn.question else ()
        frames = [value for value in self._shell.user_ns.values() if type(value).__name__ == "DataFrame"]
        return {
            "lines": self.lines,
            "struck": self.struck,
            "place": self.place,
            "question": turn.question,
            "chat_is_known": turn.chat_id is not None,
            "abort_failure": turn.abort_failure,
            "came": [result.uuid for result in came],
            "kept": [result.uuid for result in kept],
            "bound": [frame.svc.uuid for frame in frames],
            "status": str(answer.status) if kept or (answer and answer.question == turn.question) else "",
        }

    def standing(self, before: dict[str, int]) -> dict[str, int]:
        """Threads, tasks and descriptors, once there are no more than before or it is no use waiting.

        Without a `before` the fewest of some moments: the kernel opens its history's file now and then.
        """
        if not before:
            moments = [self._standing_after(0.02) for _ in range(10)]
            return {what: min(each[what] for each in moments) for what in moments[0]}

        until = time.monotonic() + SETTLING_SECONDS
        found = self._standing()
        while any(found[what] > before[what] for what in found) and time.monotonic() <= until:
            found = self._standing_after(0.02)

        return found

    def _standing_after(self, seconds: float) -> dict[str, int]:
        time.sleep(seconds)
        return self._standing()

    def _standing(self) -> dict[str, int]:
        chats = self._magics.kernel.chats._conversations.values()
        loops = [each._loop._loop for each in chats if each._loop._loop is not None]
        tasks = sum(len(asyncio.all_tasks(loop)) for loop in loops)
        names = Counter(thread.name.partition("-")[0] for thread in threading.enumerate())
        return {
            "tasks": tasks,
            "threads": sum(names.values()),
            "descriptors": len(list(DESCRIPTORS.iterdir())) if DESCRIPTORS.is_dir() else 0,
        }

    def _run(self, magic: Any, line: str, cell: str) -> Any:
        self.struck, self.place, self.lines, self._is_inside = None, "", 0, True
        if self._timer is not None:
            self._timer.start()
        elif self._lines_left:
            sys.settrace(self._trace)

        try:
            return magic(line, cell)
        except BaseException as error:
            self.place = _place_of(error)
            raise
        finally:
            sys.settrace(None)
            if self._timer is not None:
                self._timer.cancel()

            with self._lock:
                self._is_inside = False

    def _strike_if_inside(self) -> None:
        with self._lock:
            if self._is_inside:
                self._strike()

    def _strike(self) -> None:
        self.struck = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None

        if event == "line" and not leaves_a_with(frame):
            self.lines += 1
            if self.lines == self._lines_left:
                sys.settrace(None)
                self._strike()

        return self._trace


def _place_of(error: BaseException) -> str:
    """Where the interrupt met the package."""
    while error.__context__ is not None:
        error = error.__context__

    found, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(PACKAGE):
            found = f"{name.removeprefix(PACKAGE)}:{trace.tb_lineno}"

        trace = trace.tb_next

    return found
