"""Mark files that `%chat export` wrote: only an unchanged one may be replaced."""

import hashlib
import json
from pathlib import Path
from typing import Any

_NAME = "svcchat_magic"
_SAID = "written by %chat export, "
_LINES = {".py": ("# ", ""), ".md": ("<!-- ", " -->")}


def marked(content: str, ending: str) -> str:
    """The content of a file with this suffix, marked in a notebook's metadata or by a last line."""
    if ending == ".ipynb":
        notebook = json.loads(content)
        notebook["metadata"][_NAME] = {"export": _digest(_sources(notebook))}
        return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"

    before, after = _LINES[ending]
    return f"{content}\n{before}{_SAID}{_digest(content.rstrip())}{after}\n"


def is_unchanged(file: Path) -> bool:
    """Whether the file is as it was written; a notebook may have been run and saved with outputs."""
    try:
        content = file.read_text(encoding="utf-8")
        return _has_mark(content, file.suffix)
    except (OSError, ValueError, KeyError, TypeError):  # not a file of ours
        return False


def _has_mark(content: str, ending: str) -> bool:
    if ending == ".ipynb":
        notebook = json.loads(content)
        return bool(notebook["metadata"][_NAME]["export"] == _digest(_sources(notebook)))

    before, after = _LINES[ending]
    text, _, mark = content.rstrip().rpartition("\n")
    return mark == f"{before}{_SAID}{_digest(text.rstrip())}{after}"


def _sources(notebook: Any) -> str:
    """The cells' sources, without an empty last cell, which running the last one adds."""
    cells = ((cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"])
    return json.dumps([cell for cell in cells if cell[1].strip()])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
