"""Every notebook runs from top to bottom in a kernel of its own, as it stands."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
SECONDS_PER_CELL = 120


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    for name in ("XDG_DATA_HOME", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))

    for name in ("SVCCHAT_CHAT_URL", "SVCCHAT_API_KEY", "SVCCHAT_NOW"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file, tmp_path, own_home):
    notebook = nbformat.read(file, as_version=4)

    NotebookClient(
        notebook, timeout=SECONDS_PER_CELL, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()

    asked = [cell for cell in notebook.cells if cell.source.startswith("%%ask")]
    assert asked
    for cell in asked:
        shown = "".join(output.data.get("text/html", "") for output in cell.outputs if "data" in output)
        assert "✓ complete" in shown


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_stored_with_its_outputs_and_nothing_of_this_machine(file):
    text = file.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    ran = [cell for cell in notebook.cells if cell.cell_type == "code" and "%load_ext" not in cell.source]

    assert all(cell.outputs for cell in ran)
    assert str(Path.home()) not in text
    assert "Api-Key" not in text
