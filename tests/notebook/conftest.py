"""A real IPython shell with the extension loaded, and what a cell showed in it."""

import atexit
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

from tests.faults.fixtures import KEY, origin, settings  # noqa: F401 - fixtures
from tests.faults.scripted_origin import ScriptedOrigin


@dataclass
class Cell:
    """What one cell left behind; `error` is the exception that failed it."""

    error: BaseException | None
    text: str
    bundles: list[dict[str, Any]] = field(default_factory=list)

    @property
    def html(self) -> str:
        return "\n".join(bundle.get("text/html", "") for bundle in self.bundles)

    @property
    def charts(self) -> list[dict[str, Any]]:
        kind = "application/vnd.vegalite.v5+json"
        return [bundle[kind] for bundle in self.bundles if kind in bundle]


class Notebook:
    """Runs cells in a real shell, one after the other."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell

    def run(self, source: str) -> Cell:
        with capture_output() as captured:
            result = self.shell.run_cell(source, store_history=True)

        error = result.error_before_exec or result.error_in_exec
        text = captured.stdout + captured.stderr
        return Cell(error, text, [output.data for output in captured.outputs])

    def __getitem__(self, name: str) -> Any:
        return self.shell.user_ns[name]

    def __contains__(self, name: str) -> bool:
        return name in self.shell.user_ns


@pytest.fixture
def usual_handler():
    """Python's own handler of interrupts, which must be there again at the end."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def own_folders(tmp_path, monkeypatch):
    """A current folder and a home of its own: nothing of this machine's settings is seen or written."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))

    for name in ("SVCCHAT_CHAT_URL", "SVCCHAT_API_KEY", "SVCCHAT_EXTERNAL_ID", "SVCCHAT_NOW"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bare_notebook(own_folders) -> Iterator[Notebook]:
    """A shell without the extension; it ends with the test, not with hundreds of others at the run's end."""
    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    yield Notebook(shell)
    shell.run_cell("%unload_ext svcchat_magic")
    InteractiveShell.clear_instance()
    atexit.unregister(shell.atexit_operations)


@pytest.fixture
def notebook(bare_notebook: Notebook) -> Notebook:
    """A shell in which the embedded service answers."""
    bare_notebook.run("%load_ext svcchat_magic")
    return bare_notebook


@pytest.fixture
def served_notebook(notebook: Notebook, service, monkeypatch) -> Notebook:
    """A shell that talks to the service all tests share, as it would to a remote one."""
    monkeypatch.setenv("SVCCHAT_CHAT_URL", service.chat_url)
    monkeypatch.setenv("SVCCHAT_API_KEY", service.api_key.reveal())
    return notebook


@pytest.fixture
def unused_port() -> Iterator[int]:
    """A port of this machine that nothing listens on, and nobody takes meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


@pytest.fixture
def scripted_notebook(
    notebook: Notebook,
    origin: ScriptedOrigin,  # noqa: F811 - the fixture
    monkeypatch,
) -> Notebook:
    """A shell that talks to an origin which plays what the test gives it."""
    monkeypatch.setenv("SVCCHAT_CHAT_URL", origin.chat_url)
    monkeypatch.setenv("SVCCHAT_API_KEY", KEY)
    return notebook
