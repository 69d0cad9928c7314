"""Draws the README's pictures from the first notebook: `python -m tests.browser.readme_pictures`."""

import json
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS, LabPage
from tests.browser.lab_server import lab_server

ROOT = Path(__file__).parent.parent.parent
NOTEBOOK = "01-first-question.ipynb"
IMAGES = ROOT / ".github" / "images"
PICTURES = {"first-question": "grew the most", "named-result": "top 5"}  # a picture's name, words of its cell


def main() -> None:
    cells = json.loads((ROOT / "notebooks" / NOTEBOOK).read_text(encoding="utf-8"))["cells"]
    code = [at for at, cell in enumerate(cells) if cell["cell_type"] == "code"]
    wanted = {
        at: name for name, words in PICTURES.items() for at in code if words in "".join(cells[at]["source"])
    }
    IMAGES.mkdir(exist_ok=True)
    for theme in ("Light", "Dark"):
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            root = Path(folder)
            shutil.copytree(ROOT / "notebooks", root, dirs_exist_ok=True)
            with lab_server(root, {"XDG_DATA_HOME": str(root / ".data")}, theme=theme) as server:
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
                page = chromium.new_page(viewport={"width": 840, "height": 1900}, device_scale_factor=2)
                lab = LabPage(page, *server)
                lab.open(NOTEBOOK)
                page.add_style_tag(content=".jp-cell-toolbar { display: none !important }")
                lab.command("application:toggle-left-area")
                for at in code[: code.index(max(wanted)) + 1]:
                    lab.run(at)
                    if at in wanted:
                        lab.wait_for_charts(at, 2 if wanted[at] == "first-question" else 1)
                        lab.scroll_to(at)
                        lab.picture(at, IMAGES / f"{wanted[at]}-{theme.lower()}.png")

                chromium.close()


if __name__ == "__main__":
    main()
