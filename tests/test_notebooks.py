"""Every notebook runs as a scheduler runs it, from top to bottom, and is stored and converted as it ran."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter, MarkdownExporter

from tests.notebooks_executed import PICTURE, SECONDS_PER_CELL, environment, executed, notebooks, told

LARGEST_BYTES = 500_000
TAKEN = "Address already in use"  # a port, which a kernel then says, and ends
NOTEBOOKS = notebooks()
CHAT = re.compile(r"\bchat ([0-9a-f]{6})\b")
WHOLE_CHAT = re.compile(r"\bchat +([0-9a-f]{6})[0-9a-f]{2}-")
CHART = "application/vnd.vegalite.v5+json"

IN_EVERY_RUN = ("04",)  # a notebook that runs again; the first one is run in a browser
each_notebook = pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            file, marks=[] if file.stem.startswith(IN_EVERY_RUN) else [pytest.mark.long], id=file.stem
        )
        for file in NOTEBOOKS
    ],
)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """What papermill makes of a notebook, run once for all tests of this file."""
    done = dict[Path, Path]()

    def run(file):
        if file not in done:
            folder = tmp_path_factory.mktemp(file.stem)
            arguments = ("-k", "python3", "--start-timeout", SECONDS_PER_CELL, "--no-progress-bar")
            run_module("papermill", *arguments, file, folder / "ran.ipynb", folder=folder)
            done[file] = folder / "ran.ipynb"

        return done[file]

    return run


@pytest.mark.long
@each_notebook
def test_a_notebook_runs_under_papermill_and_is_stored_with_what_it_gives(file, ran):
    notebook = nbformat.read(ran(file), as_version=4)

    stored = nbformat.read(file, as_version=4)
    assert [told(cell) for cell in notebook.cells] == [told(cell) for cell in stored.cells], (
        f"what it says has changed; look at it, then: python -m tests.notebooks_executed {file.stem}"
    )


@pytest.mark.long
@each_notebook
def test_what_papermill_ran_is_converted_to_a_page_that_asks_no_widgets_of_another_host(file, ran):
    page, _ = HTMLExporter().from_filename(ran(file))

    assert "✓ complete" in page
    assert "widget-state" not in page
    assert "html-manager" not in page


@pytest.mark.long
@each_notebook
def test_what_papermill_ran_is_converted_to_markdown(file, ran):
    text, _ = MarkdownExporter().from_filename(ran(file))

    assert "✓ complete" in text
    assert "widget" not in text


@each_notebook
def test_what_is_stored_is_whole_small_and_of_no_machine(file):
    text = file.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    charts = [output for output in outputs if CHART in output.get("data", {})]

    assert len(text.encode()) < LARGEST_BYTES
    assert [output for output in outputs if output.output_type == "error"] == []
    assert charts
    assert all(set(output.data) == {CHART, PICTURE, "text/plain"} for output in charts)
    assert "widget" not in text
    assert not re.search(r"/(home|root|tmp|Users)/|Api-Key|SVCCHAT_API_KEY", text)
    assert not any(re.search("<(script|style|iframe|img|svg)", html) for html in our_html(outputs))


@each_notebook
def test_what_is_stored_is_of_one_run(file):
    notebook = nbformat.read(file, as_version=4)
    shown = [line for cell in notebook.cells for output in told_texts(cell) for line in output.splitlines()]
    asked = {chat for line in shown if "replayed" not in line for chat in CHAT.findall(line)}
    mentioned = {chat for line in shown for chat in (*CHAT.findall(line), *WHOLE_CHAT.findall(line))}

    assert asked
    assert mentioned == asked


@each_notebook
def test_it_opens_with_what_its_reader_will_be_able_to_do(file):
    first = nbformat.read(file, as_version=4).cells[0]

    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert "you " in first.source


@each_notebook
def test_it_is_converted_to_a_page_as_it_is_stored(file):
    page, _ = HTMLExporter().from_filename(file)

    assert "✓ complete" in page
    assert "data:image/png" in page


@each_notebook
def test_it_is_converted_to_markdown_as_it_is_stored(file):
    text, resources = MarkdownExporter().from_filename(file)

    assert "✓ complete" in text
    assert [name for name in resources["outputs"] if name.endswith(".png")]


@pytest.mark.long
def test_papermill_stops_at_a_cell_that_fails(tmp_path):
    broken = tmp_path / "broken.ipynb"
    notebook = nbformat.read(NOTEBOOKS[0], as_version=4)
    notebook.cells = [
        *notebook.cells[:2],
        nbformat.v4.new_code_cell("%%ask --timeout 0.000001\nRevenue by month"),
    ]
    notebook.cells.append(nbformat.v4.new_code_cell("print('went on')"))
    nbformat.write(notebook, broken)

    failed = run_module("papermill", broken, tmp_path / "failed.ipynb", folder=tmp_path, fails=True)

    assert "DeadlineExceeded" in failed
    assert "went on" not in str(nbformat.read(tmp_path / "failed.ipynb", as_version=4).cells[-1].outputs)


@pytest.mark.long
def test_an_answer_that_is_not_whole_stops_a_headless_run(tmp_path):
    file = tmp_path / "stopped.ipynb"
    notebook = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell("%load_ext svcchat_magic"),
            nbformat.v4.new_code_cell("%%ask --timeout 0.000001\nRevenue by month"),
        ]
    )
    nbformat.write(notebook, file)

    with pytest.raises(CellExecutionError, match="DeadlineExceeded"):
        executed(file, tmp_path)


def told_texts(cell):
    outputs = cell.get("outputs", [])
    return [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]


def our_html(outputs):
    ours = [output for output in outputs if "svcchat_magic" in output.get("metadata", {})]
    return [output.data.get("text/html", "") for output in ours]


def run_module(name: str, *arguments: object, folder: Path, fails: bool = False) -> str:
    """What a module says; run once more where its kernel's port was taken (see tests/kernels.py)."""
    done = _run(name, *arguments, folder=folder)
    if TAKEN in done.stderr:
        done = _run(name, *arguments, folder=folder)

    assert bool(done.returncode) == fails, done.stderr
    return done.stdout + done.stderr


def _run(name: str, *arguments: object, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", name, *map(str, arguments)],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=3 * SECONDS_PER_CELL,
        check=False,
    )
