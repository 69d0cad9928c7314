"""JupyterLab and Notebook 7 on loopback, one server for both."""

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from tests.waiting import PATIENCE, until

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
START_SECONDS = 5 * PATIENCE


@contextmanager
def lab_server(
    root: Path, environment: dict[str, str], *, theme: str = "Light"
) -> Iterator[tuple[str, str, Path]]:
    """JupyterLab serving `root` on loopback; gives its address, its token and `root`."""
    token = secrets.token_hex(16)
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"),
        *("--ip=127.0.0.1", f"--IdentityProvider.token={token}", f"--notebook-dir={root}"),
        "--ServerApp.jpserver_extensions={'jupyterlab': True, 'notebook': True}",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        f"--JupyterNotebookApp.user_settings_dir={_user_settings(root, theme)}",
        "--KernelManager.transport=ipc",  # as in tests/kernels.py
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        f"--LabApp.user_settings_dir={root / '.lab-settings'}",
    ]
    log = root / "lab.log"
    with log.open("wb") as sink, tempfile.TemporaryDirectory(prefix="lab") as runtime:
        for _ in range(5):  # somebody else may take the free port just before it
            port = _free_port()
            server = subprocess.Popen(
                [*command, f"--port={port}", "--ServerApp.port_retries=0"],
                env={**os.environ, **environment, "JUPYTER_RUNTIME_DIR": runtime},
                stdout=sink,
                stderr=sink,
            )
            if _is_there(f"http://127.0.0.1:{port}/api", server):
                break

        try:
            assert server.poll() is None, log.read_text(encoding="utf-8", errors="replace")
            yield f"http://127.0.0.1:{port}", token, root
        finally:
            server.terminate()
            server.wait(START_SECONDS)


def end_kernels(address: str, token: str) -> None:
    """End the kernels of all notebooks but those that come with the package, which several tests open."""
    sessions = f"{address}/api/sessions"
    for each in json.loads(_asked(sessions, token)):
        if not (NOTEBOOKS / each["path"]).exists():
            _asked(f"{sessions}/{each['id']}", token, "DELETE")


def _asked(address: str, token: str, method: str = "GET") -> bytes:
    request = urllib.request.Request(address, headers={"Authorization": f"token {token}"}, method=method)
    with urllib.request.urlopen(request, timeout=START_SECONDS) as reply:
        return bytes(reply.read())


def _user_settings(root: Path, theme: str) -> Path:
    """User settings with a theme, in which JupyterLab asks nobody for news."""
    folder = root / ".lab-settings"
    plugin = folder / "@jupyterlab" / "apputils-extension"
    plugin.mkdir(parents=True)
    chosen = {
        "notification": {"fetchNews": "false", "checkForUpdates": False},
        "themes": {"theme": f"JupyterLab {theme}"},
    }
    for name, values in chosen.items():
        (plugin / f"{name}.jupyterlab-settings").write_text(json.dumps(values), encoding="utf-8")

    return folder


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_there(address: str, server: "subprocess.Popen[bytes]") -> bool:
    """Whether it answers, once it does or has ended."""

    def is_decided() -> bool:
        try:
            with urllib.request.urlopen(address, timeout=START_SECONDS):
                return True
        except (URLError, OSError):
            return server.poll() is not None

    until(is_decided, START_SECONDS)
    return server.poll() is None
