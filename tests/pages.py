"""The documents as tests read them: pages, fences and tables."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = tuple(sorted((ROOT / "docs").glob("*.md")))

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Fence(NamedTuple):
    """One block of code: `ipython` is a cell of a notebook; without a language it is lines of a shell."""

    language: str
    text: str

    @property
    def is_cell(self) -> bool:
        return self.language == "ipython"

    @property
    def is_shell(self) -> bool:
        return not self.language


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def page(name: str) -> str:
    return text_of(ROOT / "docs" / name)


def fences(text: str) -> list[Fence]:
    return [Fence(*found) for found in _FENCE.findall(text)]


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the rows of the one table whose heading begins so."""
    (table,) = re.findall(rf"^\| {re.escape(heading)}.*\n\|[-|]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    return [_cells(row) for row in table.splitlines()]


def _cells(row: str) -> list[str]:
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
