"""Certified queries: `certified/*.md` beside the model, each a question with its SQL.

The first heading is the question, list items are other ways to ask it, other text is a description, and the
one block of code is the SQL.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from svcchat_magic.semantic.model.certified import CertifiedQuery

CERTIFIED_FOLDER = "certified"
MOST_CHARACTERS = 20_000
_BLOCK = re.compile(r"^```[^\n`]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*[-*+][ \t]+(.+?)[ \t]*$", re.MULTILINE)


def certified_files(folder: Path, overlay: Path | None = None) -> tuple[Path, ...]:
    """The files by name, sorted; those of `overlay` stand in for the same names."""
    found: dict[str, Path] = {}
    for each in (folder, overlay):
        place = each / CERTIFIED_FOLDER if each else None
        if place is not None and place.is_dir():
            found |= {path.name: path for path in place.glob("*.md")}

    return tuple(found[name] for name in sorted(found))


def read_certified(files: tuple[Path, ...]) -> tuple[tuple[CertifiedQuery, ...], tuple[str, ...]]:
    """The queries, and a sentence for each file that is none."""
    queries, problems = [], []
    for path in files:
        found = _read(path)
        if isinstance(found, CertifiedQuery):
            queries.append(found)
        else:
            problems.append(f"{CERTIFIED_FOLDER}/{path.name}: {found}")

    return tuple(queries), tuple(problems)


def _read(path: Path) -> CertifiedQuery | str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return "cannot be read as UTF-8 text"

    blocks = _BLOCK.findall(text)
    words = _BLOCK.sub("", text)
    heading = _HEADING.search(words)
    if len(text) > MOST_CHARACTERS:
        return f"has more than {MOST_CHARACTERS:,} characters"

    if heading is None:
        return "has no question: begin with a heading, such as # Revenue by month"

    if len(blocks) != 1 or not blocks[0].strip():
        return "must have exactly one block of code with the SQL"

    return CertifiedQuery(
        path.stem, heading[1], tuple(_ITEM.findall(words)), " ".join(_described(words)), blocks[0].strip()
    )


def _described(words: str) -> Iterator[str]:
    for line in words.splitlines():
        is_other = _HEADING.match(line) or _ITEM.match(line) or line.rstrip().endswith(":")
        if line.strip() and not is_other:
            yield line.strip()
