"""A notebook open in JupyterLab or Notebook 7, in Chromium, as a test uses it."""

import json
import secrets
from pathlib import Path

from playwright.sync_api import Dialog, Page, Request

from tests.waiting import PATIENCE

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREENSHOTS = Path(__file__).parent.parent.parent / ".screenshots"
VIEWPORT = {"width": 1180, "height": 1400}
CELL_MILLISECONDS = 2_000 * PATIENCE
LOOK_MILLISECONDS = 50  # between two looks; to look at every frame makes the page draw every frame

_CELL = "window.jupyterapp.shell.currentWidget.content.widgets[{index}]"
_DONE = "({cell}.model.executionState === 'idle' && {cell}.model.executionCount !== null)"

CHART = ".vega-embed svg"
DRAWN = ".role-mark path, .role-mark text, .role-mark line"  # what stands for rows, not for axes

_STRANGE = (
    "script, img, svg, iframe, style, form, button, object, embed, math, input, link, meta, base,"
    " [onload], [onerror], [id], [class]"
)


class LabPage:
    """One notebook open in JupyterLab or Notebook; cells are numbered from 0, markdown cells included."""

    def __init__(self, page: Page, server: str, token: str, root: Path, front_end: str = "lab") -> None:
        self.page = page
        self.front_end = front_end
        self._root = root
        self.requests: list[str] = []
        self.dialogs: list[str] = []
        self.server = server
        self._token = token
        page.set_default_timeout(CELL_MILLISECONDS)
        page.on("request", self._note_request)
        page.on("dialog", self._meet)

    def in_another_page(self) -> "LabPage":
        """The same reader's next page."""
        page = self.page.context.new_page()
        return LabPage(page, self.server, self._token, self._root, self.front_end)

    def open(self, notebook: str, *, at_work: bool = False) -> None:
        """Open a notebook and wait for its kernel, unless that is at work.

        The first is opened in a workspace of its own, a later one beside it where the front end can do that.
        """
        if self.front_end == "lab" and self.page.evaluate("() => 'jupyterapp' in window"):
            self._open_beside(notebook)
        else:
            workspace = f"lab/workspaces/{secrets.token_hex(4)}/tree"
            place = workspace if self.front_end == "lab" else "notebooks"
            self.page.goto(f"{self.server}/{place}/{notebook}?token={self._token}")

        if at_work:
            self._wait_for_notebook()
        else:
            self.wait_for_kernel()

    def _open_beside(self, notebook: str) -> None:
        self.command("docmanager:open", path=notebook)
        self.wait_until("path => window.jupyterapp.shell.currentWidget?.context?.path === path", arg=notebook)

    def open_alone(self, notebook: str) -> str:
        """Open a copy of a notebook with no outputs, and so trusted once run; gives the copy's name.

        Its kernel is its own: nothing else has used it.
        """
        name = f"{secrets.token_hex(4)}-{notebook}"
        copy = json.loads((self._root / notebook).read_text(encoding="utf-8"))
        for cell in copy["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None

        (self._root / name).write_text(json.dumps(copy), encoding="utf-8")
        self.open(name)
        return name

    def wait_until(self, condition: str, arg: object = None) -> None:
        """Wait until a condition, in JavaScript, holds in the page."""
        self.page.wait_for_function(condition, arg=arg, polling=LOOK_MILLISECONDS)

    def wait_for_kernel(self) -> None:
        """Wait until the notebook is there and its kernel idle."""
        self._wait_for_notebook("kernel?.status === 'idle'")

    def _wait_for_notebook(self, and_so: str = "kernel") -> None:
        """Wait until cells are there and a kernel; one that is at work tells the page nothing yet.

        A page that is loaded anew opens the notebook twice, as its workspace has it and by its address. Were
        it left between the two, the second would open the notebook into the next test.
        """
        self.wait_until(
            "() => { const panel = window.jupyterapp?.shell.currentWidget;"
            " const kernel = panel?.sessionContext?.session?.kernel;"
            f" return Boolean(panel?.content?.widgets?.length > 0 && {and_so})"
            " && !document.querySelector('.jp-mod-restoring'); }",
        )

    def touch(self, index: int) -> None:
        """Click a cell, as a reader does: a page that nobody touched asks nothing when it is left."""
        cell = self.page.evaluate_handle(f"() => {_CELL.format(index=index)}.node").as_element()
        assert cell is not None
        cell.click()

    def save(self) -> None:
        """Save the notebook."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")

    def set_source(self, index: int, source: str) -> None:
        """Type over a cell."""
        self.page.evaluate(
            f"source => {_CELL.format(index=index)}.model.sharedModel.setSource(source)", source
        )

    def start(self, index: int) -> None:
        """Run a cell without waiting for it."""
        self.page.evaluate(
            "index => { const content = window.jupyterapp.shell.currentWidget.content;"
            " content.activeCellIndex = index; content.deselectAll();"
            " void window.jupyterapp.commands.execute('notebook:run-cell'); }",
            index,
        )

    def wait(self, index: int) -> None:
        """Wait until a cell that was started is done."""
        self.wait_until(f"() => {_DONE.format(cell=_CELL.format(index=index))}")

    def is_done(self, index: int) -> bool:
        """Whether a cell that was started is done."""
        return bool(self.page.evaluate(f"() => {_DONE.format(cell=_CELL.format(index=index))}"))

    def run(self, index: int) -> None:
        """Run a cell and wait for it."""
        self.start(index)
        self.wait(index)

    def outputs(self, index: int) -> str:
        """The visible text of a cell's outputs."""
        return str(self.page.evaluate(f"() => {_CELL.format(index=index)}.outputArea.node.innerText"))

    def wait_for_text(self, index: int, text: str) -> None:
        """Wait until a cell's outputs show a text."""
        self.wait_until(
            f"text => {_CELL.format(index=index)}.outputArea.node.innerText.includes(text)",
            arg=text,
        )

    def wait_for_charts(self, index: int, count: int) -> None:
        """Wait until a cell shows that many charts with something drawn in them."""
        self.wait_until(
            f"count => [...{_CELL.format(index=index)}.outputArea.node.querySelectorAll('{CHART}')]"
            f".filter(chart => chart.querySelector('{DRAWN}')).length === count",
            arg=count,
        )

    def command(self, name: str, **arguments: object) -> None:
        """Run one of JupyterLab's commands, such as `notebook:interrupt-kernel`."""
        self.page.evaluate(
            "([name, given]) => void window.jupyterapp.commands.execute(name, given)", [name, arguments]
        )

    def change_theme(self, name: str) -> None:
        """Choose `Light` or `Dark`, which the server keeps for every page after this one."""
        self.command("apputils:change-theme", theme=f"JupyterLab {name}")
        self.wait_until(
            "light => document.body.dataset.jpThemeLight === light", arg=str(name == "Light").lower()
        )

    def pixels_beyond_the_page(self, index: int) -> int:
        """How much of the widest output stands beyond its place and would be scrolled to."""
        found: int = self.page.evaluate(
            f"() => Math.max(...[...{_CELL.format(index=index)}.outputArea.node"
            ".querySelectorAll('.jp-OutputArea-output')].map(each => each.scrollWidth - each.clientWidth))"
        )
        return found

    def scroll_to(self, index: int) -> None:
        """Bring a cell to the top of the page."""
        self.page.evaluate(f"() => {_CELL.format(index=index)}.node.scrollIntoView()")

    def open_details(self) -> None:
        """Unfold everything that is folded."""
        self.page.evaluate(
            "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"
        )

    def strangers(self, index: int) -> dict[str, object]:
        """What stands in a cell's outputs that an answer may not bring, and which links it has."""
        found: dict[str, object] = self.page.evaluate(
            f"() => {{ const node = {_CELL.format(index=index)}.outputArea.node;"
            " const inside = what => [...node.querySelectorAll('.jp-RenderedHTMLCommon')]"
            ".flatMap(html => [...html.querySelectorAll(what)]);"
            " return {"
            f" tags: inside('{_STRANGE}').map(each => each.outerHTML.slice(0, 80)),"
            " links: [...new Set(inside('a[href]').map(link => link.href))],"
            " typeset: node.querySelectorAll('mjx-container, .MathJax').length,"
            " stolen: 'stolen' in window }; }"
        )
        return found

    def save_and_reopen_without_trust(self, notebook: str) -> None:
        """Save, and open a copy that JupyterLab has never seen and so does not trust."""
        self.save()
        copy = json.loads((self._root / notebook).read_text(encoding="utf-8"))
        copy["metadata"]["copied"] = True  # another content has another signature
        (self._root / f"copy-of-{notebook}").write_text(json.dumps(copy), encoding="utf-8")
        self.open(f"copy-of-{notebook}")
        trusted = self.page.evaluate(
            "() => [...window.jupyterapp.shell.currentWidget.content.widgets]"
            ".filter(cell => cell.model.outputs?.length).map(cell => cell.model.trusted)"
        )
        if any(trusted) or not trusted:
            raise AssertionError("the copy is trusted, so it shows nothing about untrusted notebooks")

    def reload(self) -> None:
        """Load the page anew as a reader does, whether the kernel is at work or not."""
        self.page.reload()
        self._wait_for_notebook()

    def leave(self) -> None:
        """Close the notebooks unsaved and put the window as it was, for the next test's notebook.

        JupyterLab stays loaded. Notebook is loaded for every notebook, but from code that the page's process
        has compiled: either takes less than most tests, a new page longer.
        """
        if self.front_end == "lab":
            self.page.evaluate(
                "() => { const {shell} = window.jupyterapp; shell.expandLeft();"
                " for (const each of [...shell.widgets('main')]) { each.dispose(); } }"
            )
        else:
            self.page.goto("about:blank")

        self.page.set_viewport_size(VIEWPORT)
        self.page.remove_listener("request", self._note_request)
        self.page.remove_listener("dialog", self._meet)

    def close(self) -> None:
        """Close the page as a reader does; the kernel lives on."""
        with self.page.expect_event("close"):
            self.page.close(run_before_unload=True)

    def press_stop(self) -> None:
        """Click the toolbar's button that interrupts the kernel."""
        self.page.click(".jp-NotebookPanel-toolbar [data-jp-item-name='interrupt'] :is(jp-button, button)")

    def press_i_twice(self) -> None:
        """Interrupt the kernel by the keyboard, as in a cell that is not being written in."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activate()")
        self._wait_for_the_keys()
        self.page.keyboard.press("Escape")
        self._wait_for_the_keys("&& content.mode === 'command'")
        self.page.keyboard.press("i")
        self.page.keyboard.press("i")

    def _wait_for_the_keys(self, and_so: str = "") -> None:
        """Wait until what is pressed goes to the notebook, which JupyterLab sees to with its next frame."""
        self.wait_until(
            "() => { const {content} = window.jupyterapp.shell.currentWidget;"
            f" return content.node.contains(document.activeElement) {and_so}; }}"
        )

    def picture(self, index: int, file: Path) -> None:
        """Keep a picture of one cell, source and outputs, without the frame around it."""
        self.page.evaluate("() => document.activeElement.blur()")
        box = self.page.evaluate(
            f"() => {{ const cell = {_CELL.format(index=index)}.node;"
            " const code = cell.querySelector('.jp-InputArea-editor').getBoundingClientRect();"
            " const whole = cell.getBoundingClientRect();"
            " return {x: code.x - 2, y: whole.y, width: code.width + 4, height: whole.height}; }"
        )
        self.page.screenshot(path=file, clip=box)

    def screenshot(self, name: str) -> None:
        """Keep a picture of the page for a person to look at."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}-{self.front_end}.png")

    def foreign_requests(self) -> list[str]:
        """Requests that would leave this machine."""
        local = (self.server, self.server.replace("http", "ws"), "data:", "blob:")
        return [url for url in self.requests if not url.startswith(local)]

    def _note_request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _meet(self, dialog: Dialog) -> None:
        """Refuse what a page asks; but one that is left with changes asks by itself, and is left."""
        if dialog.type == "beforeunload":
            dialog.accept()
            return

        self.dialogs.append(dialog.message)
        dialog.dismiss()
