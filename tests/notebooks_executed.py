"""Runs the notebooks and stores them with their outputs: `python -m tests.notebooks_executed [NAME ...]`.

A notebook whose outputs tell the same as the stored ones but for ids, times and the picture's bytes stays as
it is, so that a run in which nothing changed changes no file. Else all of it is stored anew: outputs of two
runs beside each other name chats that never were one.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.kernels import AsyncFileKernelManager

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SECONDS_PER_CELL = 600  # the limit of a run that hangs, on a machine that has other work too
PICTURE = "image/png"
VOLATILE = (
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "ID"),
    (re.compile(r"(chat (<span[^>]*>)?)[0-9a-f]{6}\b"), r"\1ID"),
    (re.compile(r"\d+\.\d(?=(\\u2009| )s\b)"), "SECONDS"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+.:\d]*Z?"), "TIME"),
)


def notebooks(names: Sequence[str] = ()) -> list[Path]:
    """The notebooks whose file names begin with any of `names`; all without."""
    return [file for file in sorted(NOTEBOOKS.glob("*.ipynb")) if file.name.startswith(tuple(names) or "")]


def executed(file: Path, folder: Path) -> NotebookNode:
    """The notebook, run from top to bottom with `folder` as its current one and its home."""
    notebook = nbformat.read(file, as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        startup_timeout=SECONDS_PER_CELL,
        resources=resources,
        record_timing=False,
        coalesce_streams=True,
        kernel_name="python3",
        kernel_manager_class=AsyncFileKernelManager,
    )
    client.execute(env=environment(folder))
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def environment(folder: Path) -> dict[str, str]:
    """The environment of this process without settings of ours, and with a home of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SVCCHAT_")}
    home = {name: str(folder / ".home") for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR")}
    return {**kept, **home}


def told(cell: NotebookNode) -> list[str]:
    """What the outputs of a cell say, printed text in one piece however it came."""
    outputs = list[NotebookNode]()
    for output in cell.get("outputs", []):
        before = outputs[-1] if outputs else {}
        if output.output_type == "stream" and before.get("name") == output.name:
            outputs[-1] = NotebookNode({**before, "text": before["text"] + output.text})
        else:
            outputs.append(output)

    return [_told(output) for output in outputs if not _is_empty(output)]


def _is_empty(output: NotebookNode) -> bool:
    """Whether an output only held the place of what a slow machine left out."""
    said = [value for kind, value in output.get("data", {}).items() if kind != PICTURE]
    is_shown = output.output_type == "display_data"
    return is_shown and all(each == "" for each in said) and not output.get("metadata", {})


def _told(output: NotebookNode) -> str:
    """What an output says, without ids, times, the version, and the pictures, which a slow machine omits."""
    data = {kind: value for kind, value in output.get("data", {}).items() if kind != PICTURE}
    origin = sorted(output.get("metadata", {}).get("svcchat_magic", ()))
    said = {name: value for name, value in output.items() if name not in ("metadata", "execution_count")}
    text = json.dumps(said | {"data": data, "origin": origin}, sort_keys=True)
    for pattern, word in VOLATILE:
        text = pattern.sub(word, text)

    return text


def store(file: Path) -> bool:
    """Run and write one notebook; whether anything of it changed."""
    before = file.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        notebook = executed(file, Path(folder))

    stored = nbformat.reads(before, as_version=4)
    if [told(cell) for cell in stored.cells] == [told(cell) for cell in notebook.cells]:
        return False

    text = nbformat.writes(notebook) + "\n"
    file.write_text(text, encoding="utf-8")
    return True


def main() -> None:
    for file in notebooks(sys.argv[1:]):
        change = "stored anew" if store(file) else "as it was"
        print(f"{file.name}: {change}, {file.stat().st_size / 1_000:,.0f} kB")


if __name__ == "__main__":
    main()
