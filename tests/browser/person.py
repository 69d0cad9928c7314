"""A person at a notebook: types cells, runs them, and notices everything that should not be there."""

import re
import shutil
from pathlib import Path

from tests.browser.lab_page import LabPage

CONTENT = "window.jupyterapp.shell.currentWidget.content"
_LAST_EDITOR = ".jp-Notebook .jp-CodeCell .jp-InputArea-editor >> nth=-1"
_UNSTEADY = re.compile(r"^Using the built-in demo shop.*\n|replayed · ", re.MULTILINE)


class Person:
    """What one does, and looks at; `pictures` is emptied first. The cell `may_fail`, no other."""

    def __init__(self, lab_page: LabPage, pictures: Path) -> None:
        self.lab = lab_page
        self.page = lab_page.page
        self.pictures = pictures
        self.may_fail = -1
        self._looks = 0
        shutil.rmtree(pictures, ignore_errors=True)
        pictures.mkdir(parents=True)

    def type(self, source: str) -> int:
        """Write into the last cell, which is empty; gives its number."""
        self.page.click(_LAST_EDITOR)
        self.page.keyboard.insert_text(source)
        return int(self.page.evaluate(f"() => {CONTENT}.activeCellIndex"))

    def cell(self, source: str) -> int:
        """Write a cell and run it, which makes the next one; gives its number."""
        at = self.type(source)
        self.page.keyboard.press("Shift+Enter")
        self.lab.wait(at)
        return at

    def says(self, at: int, *words: str) -> None:
        """Wait until a cell's outputs have all of these."""
        for word in words:
            self.lab.wait_for_text(at, word)

    def look(self, name: str, at: int, *, bottom: str = "") -> None:
        """Keep a picture, from the cell's top or with `bottom` at its end; nothing may be wrong by now."""
        self.lab.scroll_to(at)
        if bottom:
            self.page.locator(bottom).scroll_into_view_if_needed()

        self._looks += 1
        self.page.screenshot(path=self.pictures / f"{self._looks:02}-{name}.png")
        failed = self.page.evaluate(
            f"may => {CONTENT}.widgets.flatMap((cell, at) => at === may ? []"
            " : cell.model.sharedModel.toJSON().outputs ?? [])"
            ".filter(each => each.output_type === 'error' || each.name === 'stderr')"
            ".map(each => each.evalue ?? each.text)",
            self.may_fail,
        )
        surprises = [*failed, *self.lab.dialogs, *self.lab.foreign_requests()]
        assert not surprises, f"at {name}: {surprises}"

    def wait_for_turns(self, count: int) -> None:
        """Wait until the panel shows so many turns, and takes the next question."""
        self.lab.wait_until(
            "count => document.querySelectorAll('.svcchat-turn').length === count"
            " && [...document.querySelectorAll('.svcchat-ask button')]"
            ".some(each => each.innerText === 'Send' && !each.disabled)",
            arg=count,
        )

    def wait_for_all(self) -> None:
        """Wait until every cell that holds code has run."""
        self.lab.wait_until(
            f"() => {CONTENT}.widgets.every(cell => cell.model.type !== 'code'"
            " || !cell.model.sharedModel.getSource().trim()"
            " || (cell.model.executionState === 'idle' && cell.model.executionCount !== null))"
        )

    def delete_from(self, at: int) -> None:
        """Take a cell and all below it away."""
        self.page.evaluate(
            "async at => { const content = window.jupyterapp.shell.currentWidget.content;"
            " while (content.widgets.length > at) { content.activeCellIndex = content.widgets.length - 1;"
            " await window.jupyterapp.commands.execute('notebook:delete-cell'); } }",
            at,
        )
        self.may_fail = -1

    def answers(self, count: int) -> list[str]:
        """What the first cells with questions say as text, without who was asked."""
        outputs = self.page.evaluate(
            f"() => {CONTENT}.widgets.filter(cell => cell.model.sharedModel.getSource().startsWith('%%ask'))"
            f".slice(0, {count}).map(cell => cell.model.sharedModel.toJSON().outputs"
            ".map(each => [each.data?.['text/plain'] ?? each.text].flat().join('')).join('\\n'))"
        )
        return [_UNSTEADY.sub("", each) for each in outputs]
