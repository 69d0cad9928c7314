"""Films a question in a cell for the README: `python -m tests.browser.readme_animation`."""

import base64
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.animated_image import Frame, animated, seconds
from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS, LabPage
from tests.browser.lab_server import lab_server
from tests.browser.readme_pictures import IMAGES

QUESTION = "%%ask\nTop 5 products by revenue last year"
WARM = "%load_ext svcchat_magic\n%ask --quiet Orders\n%chat new"  # the first question starts the service
NOTEBOOK = "film.ipynb"
WIDTH, HEIGHT, SCALE, QUALITY = 640, 660, 1.5, 82
LETTERS, LETTER_MILLISECONDS = 2, 90  # in each picture of the typing
BEGIN_MILLISECONDS, MOST_MILLISECONDS, END_MILLISECONDS = 600, 400, 3_000
FILM = "question"


class Film:
    """Takes pictures of one part of a page."""

    def __init__(self, lab: LabPage, cell: int) -> None:
        self._lab, self._cell = lab, cell
        self._session = lab.page.context.new_cdp_session(lab.page)
        self._frames: list[Frame] = []
        self._taken = time.monotonic()

    def take(self, milliseconds: int = 0) -> None:
        """Take a picture; without a time it is shown as long as the page took for the next one."""
        now = time.monotonic()
        if self._frames and not self._frames[-1].milliseconds:
            passed = int((now - self._taken) * 1000)
            self._frames[-1] = Frame(self._frames[-1].webp, min(passed, MOST_MILLISECONDS))

        given = {"format": "webp", "quality": QUALITY, "clip": self._clip()}
        taken: Any = self._session.send("Page.captureScreenshot", given)
        self._frames.append(Frame(base64.b64decode(taken["data"]), milliseconds))
        self._taken = now

    def save(self, file: Path) -> None:
        """Write the pictures as one image."""
        file.write_bytes(animated(self._frames, (int(WIDTH * SCALE), int(HEIGHT * SCALE))))

    def _clip(self) -> dict[str, float]:
        place = self._lab.page.evaluate(
            "index => { const {content} = window.jupyterapp.shell.currentWidget;"
            " const cell = content.widgets[index].node.getBoundingClientRect();"
            " const code = content.widgets[index].node.querySelector('.jp-InputArea-editor')"
            ".getBoundingClientRect(); return {x: code.x - 2, y: cell.y}; }",
            self._cell,
        )
        return {**place, "width": WIDTH, "height": HEIGHT, "scale": SCALE}


def film(lab: LabPage, cell: int) -> Film:
    """The question typed into the cell, and its answer until it is whole."""
    lab.scroll_to(cell)
    lab.touch(cell)
    taken = Film(lab, cell)
    taken.take(BEGIN_MILLISECONDS)
    for at in range(0, len(QUESTION), LETTERS):
        lab.page.keyboard.type(QUESTION[at : at + LETTERS])
        taken.take(LETTER_MILLISECONDS)

    lab.start(cell)
    while not lab.is_done(cell):
        taken.take()

    lab.wait_for_charts(cell, 1)
    taken.take(END_MILLISECONDS)
    return taken


def main() -> None:
    for theme in ("Light", "Dark"):
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            root = Path(folder)
            (root / NOTEBOOK).write_text(json.dumps(_notebook(WARM, "")))
            with lab_server(root, {"XDG_DATA_HOME": str(root / ".data")}, theme=theme) as server:
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
                lab = LabPage(chromium.new_page(viewport={"width": 840, "height": 1400}), *server)
                lab.open(NOTEBOOK)
                lab.page.add_style_tag(content=".jp-cell-toolbar { display: none !important }")
                lab.command("application:toggle-left-area")
                lab.run(0)
                file = IMAGES / f"{FILM}-{theme.lower()}.webp"
                film(lab, 1).save(file)
                print(f"{theme}: {seconds(file.read_bytes()):.1f} s")
                chromium.close()


def _notebook(*sources: str) -> dict[str, object]:
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{at}",
            "metadata": {},
            "source": source,
            "outputs": [],
            "execution_count": None,
        }
        for at, source in enumerate(sources)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    main()
