"""JupyterLab as Binder starts it: a server under a path prefix, a kernel over its websocket, their memory."""

import json
import os
import secrets
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any
from urllib.error import URLError

import psutil
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session
from websocket import WebSocket, WebSocketTimeoutException, create_connection

from tests.notebook.lab_kernel import LabKernel
from tests.waiting import until

START_SECONDS = 300
ANSWER_SECONDS = 300
PREFIX = "/user/visitor/"
SAMPLE_SECONDS = 0.1


class BinderServer:
    """A running server: its pages, its API, and the kernels of its notebooks."""

    def __init__(self, port: int, token: str) -> None:
        self._place = f"127.0.0.1:{port}{PREFIX}"
        self._said = {"Authorization": f"token {token}"}

    def is_there(self) -> bool:
        """Whether it answers; it writes down its port a moment before it listens there."""
        try:
            return bool(self._call("api"))
        except URLError as error:
            if isinstance(error.reason, ConnectionRefusedError):
                return False

            raise

    def get(self, path: str) -> str:
        """A page, or a reply of the API; raises HTTPError for any status but 2xx."""
        return self._call(path)

    @contextmanager
    def kernel_of(self, notebook: str) -> Iterator[LabKernel]:
        """The kernel that the page of a notebook would start."""
        wanted = {"path": notebook, "name": notebook, "type": "notebook", "kernel": {"name": "python3"}}
        session = json.loads(self._call("api/sessions", wanted))
        address = f"ws://{self._place}api/kernels/{session['kernel']['id']}/channels"
        socket = create_connection(address, header=self._said, timeout=ANSWER_SECONDS)
        try:
            yield LabKernel(_SocketClient(socket))
        finally:
            socket.close()

    def shut_down(self) -> None:
        """Ask it to end, its kernels too."""
        self._call("api/shutdown", {})

    def _call(self, path: str, body: dict[str, Any] | None = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self._place}{path}", data, self._said)
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as response:
            return str(response.read(), "utf-8")


class _SocketClient:
    """As much of jupyter_client's client as a LabKernel uses, over the websocket that a page has."""

    def __init__(self, socket: WebSocket) -> None:
        self.session = Session(key=b"")
        self.shell_channel = self
        self._socket = socket

    def send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps({**message, "channel": "shell"}, default=json_default))

    def get_iopub_msg(self, timeout: float) -> dict[str, Any]:
        """The next message of that channel; `timeout` is the connection's own, which cuts no frame in two."""
        while True:
            try:
                message = json.loads(self._socket.recv())
            except WebSocketTimeoutException:
                raise Empty from None

            if message["channel"] == "iopub":
                return dict(message)


class PeakMemory:
    """The most bytes that a process and all it started held at once, each shared page counted once."""

    def __init__(self, root: int) -> None:
        self.bytes = 0
        self._root = psutil.Process(root)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(SAMPLE_SECONDS):
            tree = (self._root, *self._root.children(recursive=True))
            self.bytes = max(self.bytes, sum(map(_proportional_bytes, tree)))


def _proportional_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except psutil.NoSuchProcess:  # it ended since it was listed
        return 0


@contextmanager
def binder_server(environment: Path, folder: Path) -> Iterator[tuple[BinderServer, PeakMemory]]:
    """JupyterLab of an environment, in a folder, with the address and the freedom that Binder gives it."""
    token = secrets.token_hex(16)
    command = (
        *(str(environment / "bin" / "jupyter"), "lab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--ServerApp.base_url={PREFIX}", "--ServerApp.port_retries=500"),
    )
    said = folder / "server.log"
    told = {**binder_environment(environment, folder), "JUPYTER_TOKEN": token}
    with said.open("wb") as log, subprocess.Popen(command, cwd=folder, env=told, stderr=log) as process:
        try:
            port = _port_of(process, Path(told["JUPYTER_RUNTIME_DIR"]), said)
            server = BinderServer(port, token)
            until(lambda: process.poll() is not None or server.is_there(), START_SECONDS)
            with PeakMemory(process.pid) as memory:
                yield server, memory

            server.shut_down()
            process.wait(ANSWER_SECONDS)
        finally:
            process.kill()


def binder_environment(environment: Path, folder: Path) -> dict[str, str]:
    """The variables of a container that has this environment and nothing of this machine's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    home = {name: str(folder / ".home") for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR")}
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**kept, **home, "PATH": path, "JUPYTER_RUNTIME_DIR": str(folder / ".runtime")}


_OURS = ("SVCCHAT_", "JUPYTER", "PYTHON", "VIRTUAL_ENV")


def _port_of(process: subprocess.Popen[bytes], runtime: Path, log: Path) -> int:
    """The port that the server chose and writes down."""
    told = runtime / f"jpserver-{process.pid}.json"

    def found() -> int | None:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        with suppress(FileNotFoundError, json.JSONDecodeError):  # not there yet, or not yet whole
            return int(json.loads(told.read_text(encoding="utf-8"))["port"])

        return None

    return until(found, START_SECONDS)
