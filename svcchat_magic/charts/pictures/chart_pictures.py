"""Charts as PNG, drawn one at a time by a reused process with limits, which is killed if it hangs."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, Timer
from typing import Any, BinaryIO, NamedTuple

from svcchat_magic.charts.pictures import picture_process
from svcchat_magic.charts.pictures.picture_process import LENGTH
from svcchat_magic.charts.pictures.system_fonts import system_font_directories
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.errors import ChartRefused

DRAW_SECONDS = 10.0  # including the start of the process
IDLE_SECONDS = 300.0  # then the process, about 90 MB, is ended
MOST_BYTES = 1_000_000

# The environment of the process; none of these contains the API key.
ENVIRONMENT = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("PYTHONHOME", "PYTHONPATH", "PYTHONUSERBASE", "FONTCONFIG_PATH", "FONTCONFIG_FILE"),
    *("SYSTEMROOT", "WINDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
)
# The renderer fetches image marks regardless of its settings. No rebuilt chart has one; if one had, it would
# be fetched from a port that does not exist.
_NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"), "http://127.0.0.1:0")
# A pool of threads would reserve a good part of the memory that the process may have.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
TOO_MUCH = "drawing it took too long or too much memory"
_CLOSED = "nothing is drawn any more"
_FIRST = {"$schema": SCHEMA, "mark": "bar", "data": {"values": [{}]}}


def can_draw_pictures() -> bool:
    """Whether the renderer is installed; it is part of the extra `[png]`."""
    return find_spec("vl_convert") is not None


class ChartPictures:
    """Draws specifications made by `rebuild_spec`. Thread-safe, and no call waits for the drawing.

    A drawing that takes longer than `seconds` ends the process; the next one gets a new process.
    """

    def __init__(self, seconds: float = DRAW_SECONDS, idle_seconds: float = IDLE_SECONDS) -> None:
        self._seconds = seconds
        self._idle_seconds = idle_seconds
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._is_closed = False
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the drawing process, if there is one."""
        process = self._process
        return process.pid if process is not None else None

    def warm_up(self) -> None:
        """Start the process and draw once, so that the first chart does not wait for it."""
        if self._process is None:
            self.draw(_FIRST)

    def draw(self, spec: Mapping[str, Any]) -> "Future[bytes]":
        """Draw a chart as PNG; the future fails with ChartRefused if that is not possible."""
        order = _Order(spec, Future())
        with self._lock:
            if self._is_closed:
                order.picture.set_exception(ChartRefused(_CLOSED))
                return order.picture

            if self._thread is None:
                self._thread = Thread(target=self._work, name="svcchat-pictures", daemon=True)
                self._thread.start()

            self._orders.put(order)

        return order.picture

    def close(self) -> None:
        """End the process for good, even during a drawing."""
        with self._lock:
            self._is_closed = True

        if self._thread is None:
            return

        self._orders.put(None)
        if (process := self._process) is not None:
            process.kill()

        self._thread.join()

    def _work(self) -> None:
        """Draw until closed; end the process when it has been idle for long."""
        while True:
            try:
                order = self._orders.get(timeout=self._idle_seconds if self._process else None)
            except Empty:
                self._end_process()
                continue

            if order is None:
                self._end_process()
                return

            try:
                order.picture.set_result(self._drawn(_written(order.spec)))
            except ChartRefused as refusal:
                order.picture.set_exception(refusal)

    def _drawn(self, spec: bytes) -> bytes:
        if self._is_closed:
            raise ChartRefused(_CLOSED)  # queued before it was closed

        try:
            return self._asked(spec)
        except OSError as cause:  # it could not start, or it ended before it had read everything
            self._end_process()
            raise ChartRefused(TOO_MUCH) from cause

    def _asked(self, spec: bytes) -> bytes:
        if self._process is not None and self._process.poll() is not None:
            self._end_process()  # the system ended it while it was idle

        process = self._process = self._process or self._started()
        if self._is_closed:
            raise ChartRefused(_CLOSED)  # by a caller that checked before the process existed

        with _killed_after(self._seconds, process) as is_killed:
            source, sink = _pipes(process)
            sink.write(LENGTH.pack(len(spec)) + spec)
            sink.flush()
            head = source.read(LENGTH.size)
            png = source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None

        if png is None or is_killed.is_set():  # perhaps after this picture
            self._end_process()

        if png is None:
            raise ChartRefused(TOO_MUCH)

        if not png:
            raise ChartRefused("it cannot be drawn as a picture")

        if len(png) > MOST_BYTES:
            raise ChartRefused(f"it would be larger than {MOST_BYTES // 1_000:,} KB")

        return png

    def _started(self) -> "subprocess.Popen[bytes]":
        drawing = Path(picture_process.__file__)
        fonts = [str(directory) for directory in system_font_directories()]
        # The renderer has its own fonts in memory but would prefer the system's copies, and map those
        # again for every letter, a third of the drawing time. So it gets the system's fonts later.
        without_fonts = {"FONTCONFIG_FILE": str(drawing.with_name("no_fonts.conf"))} if fonts else {}
        return subprocess.Popen(
            [sys.executable, "-P", str(drawing), str(self._seconds), *fonts],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt reaches the kernel's whole process group
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
            | without_fonts
            | _NO_NETWORK
            | _ONE_THREAD,
        )

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in _pipes(process):
                _closed(pipe)

            process.wait()


class _Order(NamedTuple):
    spec: Mapping[str, Any]
    picture: "Future[bytes]"


@contextmanager
def _killed_after(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[Event]:
    """Kill the process after a time limit; the yielded event shows whether it was killed."""
    is_killed = Event()

    def kill() -> None:
        is_killed.set()
        process.kill()

    limit = Timer(seconds, kill)
    limit.start()
    try:
        yield is_killed
    finally:
        limit.cancel()
        limit.join()


def _written(spec: Mapping[str, Any]) -> bytes:
    """The specification as JSON, which fails for some specifications that a user has edited."""
    try:
        return json.dumps(spec, allow_nan=False).encode()
    except (TypeError, ValueError) as cause:
        raise ChartRefused("its values cannot be written as JSON") from cause


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[BinaryIO, BinaryIO]:
    """The process's output and input."""
    if process.stdout is None or process.stdin is None:
        raise OSError("the process has no pipes")

    return process.stdout, process.stdin  # type: ignore[return-value]  # both are buffered binary files


def _closed(pipe: BinaryIO) -> None:
    """Close a pipe whose other end may be closed, with unwritten data in its buffer."""
    try:
        pipe.close()
    except BrokenPipeError:
        return
