"""A new user's first five minutes, on both front ends: `python -m tests.browser.five_minutes`.

What is typed and clicked is what a person would type and click. Every step leaves a picture in
`.screenshots/five-minutes/{lab,notebook}/`, and the first surprise ends the session: an error in a cell,
a dialog, a request to another host, or a piece that is not there. Run by hand it also draws the pictures of
a session on one sheet, `.github/images/five-minutes-{lab,notebook}.jpg`.

 1. Open an empty notebook.
 2. Load the extension, and let every answer be recorded beside the notebook.
 3. Ask: two charts, their rows, the names of the variables, and two sentences.
 4. Look at the variable: a DataFrame.
 5. Ask on, in three words.
 6. Take a chart over, and change it.
 7. See which chats there are.
 8. See this one again.
 9. Search the data model.
10. Open the panel, and ask in it with the mouse; look at its rows, at its SQL, and take a suggestion.
11. Ask once for each of two people, and see what differs.
12. Export the chat.
13. Point the notebook at another service, and type its key, which nobody sees.
14. Stop it in the middle of an answer, by the button; partial results are kept.
15. Take those cells away, choose replay, restart the kernel and run all cells: the same answers, and no
    service.
16. Open the exported notebook, and run it: the same rows without the agent.
"""

import html
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.process.server import DEMO
from svcchat_magic.service.runs.tools import Workspace
from tests.browser.embed_pictures import IMAGES
from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS, SCREENSHOTS, LabPage
from tests.browser.lab_server import lab_server
from tests.browser.person import CONTENT, Person
from tests.browser.test_first_notebook import HALF_AN_ANSWER
from tests.service.conftest import Clock, ScriptedAnalyst, running_service

PICTURES = SCREENSHOTS / "five-minutes"
BOX = ".svcchat-ask input"
CHIP = ".svcchat-suggestion:enabled"

AUTO = '%load_ext svcchat_magic\n%config AskMagics.mode = "auto"'
PERSONAS = (
    "%%ask by_category << --new --branch per-region --as-user maria --attr region=Europe"
    ' --as-user ken --attr "region=Asia Pacific" --show answer\nRevenue by category in 2024'
)
EDITED = """chart = revenue_by_month.svc.chart()
chart.mark_line(color="#2f9e6e", point=True, strokeWidth=3).properties(
    title="My revenue", width=520, height=220
)"""
GREW = "grew the most for Web"


class FiveMinutes(Person):
    """The session at one front end. `analyst` answers at the other service, and never ends."""

    def __init__(self, lab_page: LabPage, root: Path, analyst: ScriptedAnalyst, service: Any) -> None:
        super().__init__(lab_page, PICTURES / lab_page.front_end)
        self.analyst, self.service = analyst, service
        self.folder = Path(tempfile.mkdtemp(prefix=f"five-minutes-{lab_page.front_end}-", dir=root))

    def run(self) -> None:
        """Take every step."""
        for step in (
            *(self.open, self.load, self.first_question, self.variable, self.follow_up, self.edit),
            *(self.chats, self.history, self.model, self.panel, self.people, self.export),
            *(self.other_service, self.stop, self.replay, self.exported),
        ):
            step()

    def open(self) -> None:
        notebook = self.folder / "first.ipynb"
        notebook.write_text(json.dumps(_EMPTY), encoding="utf-8")
        self.lab.open(f"{self.folder.name}/{notebook.name}")
        self.look("open", 0)

    def load(self) -> None:
        at = self.cell(AUTO)
        self.look("load", at)
        assert self.lab.outputs(at).strip() == ""

    def first_question(self) -> None:
        at = self.cell("%%ask\nRevenue by month last year, and which channel grew the most?")
        self.lab.wait_for_charts(at, 2)
        self.look("first-question", at)
        self.says(at, "Using the built-in demo shop", "✓", "How this was answered", "revenue_by_month", GREW)

    def variable(self) -> None:
        at = self.cell('revenue_by_month.nlargest(3, "revenue")')
        self.look("variable", at)
        self.says(at, "2024-11", "574")

    def follow_up(self) -> None:
        at = self.cell("%%ask\nand by region?")
        self.lab.wait_for_charts(at, 1)
        self.look("follow-up", at)
        self.says(at, "revenue_by_region", "grew the most for Europe")

    def edit(self) -> None:
        at = self.cell(EDITED)
        self.lab.wait_for_charts(at, 1)
        self.look("chart-edited", at)

    def chats(self) -> None:
        at = self.cell("%chat list")
        self.look("chat-list", at)
        self.says(at, "→", "first question", "Revenue by month last year")

    def history(self) -> None:
        at = self.cell("%chat history")
        self.lab.wait_for_charts(at, 3)
        self.look("chat-history", at)
        self.says(at, "Revenue by month last year", "and by region?", GREW)

    def model(self) -> None:
        at = self.cell("%chat model refund")
        self.look("chat-model", at)
        self.says(at, "Refund rate")

    def panel(self) -> None:
        at = self.cell("%chat panel")
        turns = ".svcchat-turn"
        self.page.wait_for_selector(f"{CHIP} >> nth=0")
        self.wait_for_turns(2)
        self.look("panel", at)
        self.page.click(BOX)
        self.page.keyboard.type("orders by channel in 2024")
        self.page.click(".svcchat-ask button:has-text('Send')")
        self.wait_for_turns(3)
        self.look("panel-asked", at, bottom=BOX)
        for tab, words in (("Table", "Marketplace"), ("SQL", "MEASURE(")):
            self.page.click(f"{turns} >> nth=2 >> .lm-TabBar-tab:has-text('{tab}')")
            self.page.wait_for_selector(f"{turns} >> nth=2 >> text={words} >> visible=true")
            self.look(f"panel-{tab.lower()}", at, bottom=BOX)

        self.page.click(f"{CHIP} >> nth=0")
        self.wait_for_turns(4)
        self.look("panel-suggestion", at, bottom=BOX)
        self.lab.wait_until(_IS_WHOLE, arg=at)  # Notebook 7 folds long outputs into a small box
        self.says(at, "orders_by_channel")

    def people(self) -> None:
        at = self.cell(PERSONAS)
        self.look("people", at)
        self.says(at, "maria vs ken", "767,975.34", "224,925.06")

    def export(self) -> None:
        at = self.cell("%chat export revenue.ipynb")
        self.look("export", at)
        self.says(at, "revenue.ipynb contains 6 questions")

    def other_service(self) -> None:
        self.cell(f'%config AskMagics.chat_url = "{self.service.chat_url}"')
        at = self.type("%chat key")
        self.page.keyboard.press("Shift+Enter")
        self.page.wait_for_selector("input.jp-Stdin-input:focus")
        self.page.keyboard.type(self.service.api_key.reveal())
        self.look("key", at)
        self.page.keyboard.press("Enter")
        self.lab.wait(at)
        self.look("key-typed", at)
        assert self.service.api_key.reveal() not in self.page.inner_text("body")

    def stop(self) -> None:
        at = self.type("%%ask\nAmount by kind")
        self.page.keyboard.press("Shift+Enter")
        self.lab.wait_for_text(at, "Half of an answer")
        self.look("streaming", at)
        self.lab.press_stop()
        self.lab.wait(at)
        self.may_fail = at  # an answer that is not whole fails its cell
        self.look("stopped", at)
        self.says(at, "stopped", "Half of an answer", "amount_by_kind · 2 rows")
        assert "Traceback" not in self.lab.outputs(at)
        assert self.analyst.cancelled.wait(60)

    def replay(self) -> None:
        before = self.answers(_QUESTIONS)
        self.delete_from(_OTHER_SERVICE)
        self.lab.set_source(0, AUTO.replace("auto", "replay"))
        self.page.click(_TOOLBAR.format("restart-and-run"))
        self.page.click(".jp-Dialog .jp-mod-accept")
        self.lab.wait_for_text(1, "replayed")
        self.wait_for_all()
        self.look("replayed", 1)
        self.look("replayed-history", 6)
        self.look("replayed-panel", 8)
        self.says(6, "Revenue by month last year", "and by region?", GREW)
        assert self.answers(_QUESTIONS) == before

    def exported(self) -> None:
        self.lab.save()
        self.lab.open(f"{self.folder.name}/revenue.ipynb")
        self.lab.command("notebook:run-all-cells")
        self.wait_for_all()
        self.look("exported", 0)


def main() -> None:
    for front_end in ("lab", "notebook"):
        with (
            tempfile.TemporaryDirectory() as folder,
            sync_playwright() as playwright,
            _slow_service() as slow,
        ):
            home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR"), folder)
            with lab_server(Path(folder), home) as server:
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
                page = chromium.new_page(viewport={"width": 1180, "height": 1400})
                began = time.monotonic()
                FiveMinutes(LabPage(page, *server, front_end), Path(folder), *slow).run()
                print(f"{front_end}: no surprise in {time.monotonic() - began:.0f} s; see {PICTURES}")
                draw_sheet(chromium, PICTURES / front_end, IMAGES / f"five-minutes-{front_end}.jpg")
                chromium.close()


def draw_sheet(chromium: Browser, pictures: Path, into: Path) -> None:
    """All pictures of a folder side by side, each under its name."""
    sheet = pictures / "sheet.html"
    figures = (
        f'<figure><figcaption>{html.escape(each.stem)}</figcaption><img src="{each.name}"></figure>'
        for each in sorted(pictures.glob("*.png"))
    )
    sheet.write_text(_SHEET + "".join(figures), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1540, "height": 100})
    page.goto(sheet.as_uri(), wait_until="load")
    page.screenshot(path=into, full_page=True, type="jpeg", quality=80)
    page.close()


@contextmanager
def _slow_service() -> Iterator[tuple[ScriptedAnalyst, Any]]:
    analyst, engine = ScriptedAnalyst(HALF_AN_ANSWER), DuckDBEngine.open(DEMO / "data")
    service = running_service(Workspace(load_model(DEMO / "model"), engine), Clock(), analyst)
    try:
        yield analyst, service
    finally:
        service.stop()
        engine.close()


_SHEET = """<!doctype html><meta charset="utf-8"><style>
body { margin: 10px; display: grid; grid-template-columns: repeat(5, 1fr); gap: 10px; background: #ddd }
figure { margin: 0; font: 13px sans-serif }
img { width: 100%; margin-top: 3px }
</style>"""
_TOOLBAR = ".jp-NotebookPanel-toolbar [data-jp-item-name='{}'] :is(jp-button, button)"
_IS_WHOLE = (
    f"at => {{ const node = {CONTENT}.widgets[at].outputArea.node;"
    " return node.scrollHeight <= node.clientHeight + 1; }"
)
_OTHER_SERVICE = 11  # the first of the cells that only this machine's visit to it needs
_QUESTIONS = 3  # of the notebook as it is handed on
_PYTHON = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
_EMPTY = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": _PYTHON,
    "cells": [
        {
            "cell_type": "code",
            "id": "first",
            "metadata": {},
            "source": [],
            "outputs": [],
            "execution_count": None,
        }
    ],
}


if __name__ == "__main__":
    main()
