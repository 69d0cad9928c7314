"""A real kernel, driven as a front end drives it: outputs belong to the cell that asked."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient

from tests.kernels import FileKernelManager
from tests.waiting import PATIENCE

SECONDS = 2 * PATIENCE  # a kernel starts slowly
SLEEP_SECONDS = 1.0


@dataclass
class Shown:
    """The outputs of one run of a cell; `displays` hold the newest state of each display, by arrival."""

    displays: list[dict[str, Any]] = field(default_factory=list)
    metadata: list[dict[str, Any]] = field(default_factory=list)
    text: str = ""
    error: str = ""
    is_idle: bool = False
    largest: int = 0  # characters of the largest display message
    sent: int = 0  # characters of all display messages

    @property
    def html(self) -> str:
        return "\n".join(each.get("text/html", "") for each in self.displays)

    def weigh(self, content: dict[str, Any]) -> None:
        """Count a display message."""
        size = len(str(content["data"]))
        self.largest = max(self.largest, size)
        self.sent += size


class LabKernel:
    """Runs cells and sorts what comes back by the cell it belongs to."""

    def __init__(
        self,
        client: BlockingKernelClient,
        interrupt: Callable[[], None] = lambda: None,
        *,
        oversleeps: bool = False,
    ) -> None:
        self.client = client
        self.interrupt = interrupt
        self._oversleeps = oversleeps
        self._connections: list[Any] = []
        self.shown: dict[str, Shown] = {}
        self.widgets: dict[str, dict[str, Any]] = {}  # the state of each, as a page knows it
        self.focused = ""  # the widget that the kernel put the cursor into last
        self._places: dict[str, tuple[Shown, int]] = {}
        self._subshell: dict[str, str] = {}

    def start(self, source: str, cell: str = "") -> Shown:
        """Send a cell; `cell` is its id, none for a headless run."""
        content = {
            "code": source,
            "silent": False,
            "store_history": True,
            "user_expressions": {},
            "allow_stdin": False,
            "stop_on_error": False,
        }
        message = self.client.session.msg(
            "execute_request", content, metadata={"cellId": cell} if cell else {}
        )
        self.client.shell_channel.send(message)
        shown = self.shown[message["header"]["msg_id"]] = Shown()
        return shown

    def run(self, source: str, cell: str = "", seconds: float = SECONDS) -> Shown:
        """Send a cell and wait until the kernel is done with it."""
        shown = self.start(source, cell)
        self.read_until(lambda: shown.is_idle, seconds)
        return shown

    def read_until(self, is_there: Callable[[], bool], seconds: float = SECONDS) -> None:
        """Take messages until something is so; fails when it never is."""
        began = woken = time.monotonic()
        while not is_there():
            now = time.monotonic()
            assert now < began + seconds, "it did not happen"
            if self._oversleeps and now > woken + SLEEP_SECONDS:
                woken = now
                self._connections.append(self.client.connect_shell())

            try:
                self._take(self.client.get_iopub_msg(timeout=0.2))
            except Empty:
                continue

    def open_subshell(self) -> bool:
        """Send what widgets do beside the cells from now on, as a page does; False where that cannot be."""
        if "kernel subshells" not in self._control("kernel_info_request").get("supported_features", ()):
            return False

        self._subshell = {"subshell_id": self._control("create_subshell_request")["subshell_id"]}
        return True

    def close(self) -> None:
        """Close what was opened to wake the kernel up."""
        for connection in self._connections:
            connection.close()

    def _control(self, request: str) -> dict[str, Any]:
        """What the kernel answers on the channel that waits for no cell."""
        message = self.client.session.msg(request, {})
        self.client.control_channel.send(message)
        reply = self.client.get_control_msg(timeout=SECONDS)
        while reply["parent_header"].get("msg_id") != message["header"]["msg_id"]:
            reply = self.client.get_control_msg(timeout=SECONDS)

        return dict(reply["content"])

    def widget(self, description: str) -> str:
        """The newest widget of that description that is still there."""
        found = [name for name, state in self.widgets.items() if state.get("description") == description]
        assert found, f"no widget is called {description}"
        return found[-1]

    def type(self, description: str, text: str | int) -> None:
        """Change a text box or a switch, or choose the number of an entry of a list."""
        key = "index" if type(text) is int else "value"
        self._change(self.widget(description), key, text)

    def press(self, description: str, event: str = "click") -> None:
        """Click a button, or press Enter in a text box (`submit`)."""
        self._tell(self.widget(description), {"method": "custom", "content": {"event": event}})

    def _follow_links(self, source: str) -> None:
        """Change what the page itself links to a widget's value, and tell the kernel."""
        value = self.widgets.get(source, {}).get("value")
        for state in [*self.widgets.values()]:
            if state.get("source") == [f"IPY_MODEL_{source}", "value"]:
                target = state["target"][0].removeprefix("IPY_MODEL_")
                if self.widgets[target]["value"] != value:
                    self._change(target, "value", value)

    def _change(self, widget: str, key: str, value: Any) -> None:
        self._tell(widget, {"method": "update", "state": {key: value}, "buffer_paths": []})

    def _tell(self, widget: str, data: dict[str, Any]) -> None:
        message = self.client.session.msg("comm_msg", {"comm_id": widget, "data": data})
        message["header"].update(self._subshell)
        self.client.shell_channel.send(message)

    def _take(self, message: dict[str, Any]) -> None:
        shown = self.shown.get(message["parent_header"].get("msg_id", ""))
        kind, content = message["msg_type"], message["content"]
        if kind == "comm_open":
            self.widgets[content["comm_id"]] = dict(content["data"].get("state", {}))
        elif kind == "comm_close":
            self.widgets.pop(content["comm_id"], None)
        elif kind == "comm_msg" and content["data"].get("method") in ("update", "echo_update"):
            self.widgets.get(content["comm_id"], {}).update(content["data"]["state"])
            if content["data"]["method"] == "update":
                self._follow_links(content["comm_id"])
        elif kind == "comm_msg" and content["data"].get("content") == {"do": "focus"}:
            self.focused = content["comm_id"]

        if kind == "update_display_data":
            shown, at = self._places[content["transient"]["display_id"]]
            shown.displays[at], shown.metadata[at] = content["data"], content["metadata"]
            shown.weigh(content)
        elif shown is None:
            return
        elif kind == "display_data":
            shown.displays.append(content["data"])
            shown.metadata.append(content["metadata"])
            shown.weigh(content)
            if display_id := content.get("transient", {}).get("display_id"):
                self._places[display_id] = (shown, len(shown.displays) - 1)
        elif kind == "stream":
            shown.text += content["text"]
        elif kind == "error":
            shown.error = f"{content['ename']}: {content['evalue']}"
        elif kind == "status":
            shown.is_idle = content["execution_state"] == "idle"


@contextmanager
def lab_kernel(folder: Any, *, oversleeps: bool = False, **environment: str) -> Iterator[LabKernel]:
    """A kernel with the extension loaded, its files in `folder`.

    One that oversleeps (ipykernel 7.0 to 7.3) may not see a request that comes while it sends a reply, until
    somebody connects anew: while something is waited for, that is what is done.
    """
    told = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR")}
    manager = FileKernelManager(kernel_name="python3")
    manager.start_kernel(env={**os.environ, **told, **environment}, cwd=str(folder))
    client = manager.blocking_client()
    client.start_channels()
    client.wait_for_ready(SECONDS)
    kernel = LabKernel(client, manager.interrupt_kernel, oversleeps=oversleeps)
    try:
        assert not kernel.run("%load_ext svcchat_magic").error
        yield kernel
    finally:
        kernel.close()
        client.stop_channels()
        manager.shutdown_kernel(now=True)
