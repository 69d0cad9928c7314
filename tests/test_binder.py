"""Binder: what it builds, in a fresh environment, and the first notebook there, as a visitor runs it."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.binder_server import binder_environment, binder_server
from tests.waiting import until

pytestmark = pytest.mark.long  # installs the package and JupyterLab into a new environment

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"
NOTEBOOK = "notebooks/01-first-question.ipynb"
ADDRESS = f"lab/tree/{NOTEBOOK}"
CHART = "application/vnd.vegalite.v5+json"
MOST_BYTES = 1_000_000_000
CELL_SECONDS = 300
ONE_MORE = "%%ask --new\nOrders by channel in 2024"
NEWS = "@jupyterlab/apputils-extension:announcements"


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> Path:
    """What repo2docker makes of `binder/`: the requirements, from the top of the repository; postBuild."""
    known = run(sys.executable, "-m", "pip", "index", "versions", "jupyterlab", "--retries", "1")
    if known.returncode and not os.environ.get("CI"):
        pytest.skip(f"pip reaches no index: {known.stderr.strip()[-200:]}")

    folder = tmp_path_factory.mktemp("binder-environment")
    venv.create(folder, symlinks=True)
    # Compiling all that is installed takes as long as installing it; what runs here compiles itself.
    install = (sys.executable, "-m", "pip", "--python", str(folder), "install", "-q", "--no-compile")
    installed = run(*install, "-r", str(BINDER / "requirements.txt"))
    assert installed.returncode == 0, installed.stderr

    built = run(str(BINDER / "postBuild"), env=binder_environment(folder, folder))
    assert built.returncode == 0, built.stderr
    return folder


def test_the_first_notebook_answers_on_binder_in_less_than_a_gigabyte(
    environment, tmp_path, record_testsuite_property
):
    """Kernel, embedded service, JupyterLab and what draws the pictures, all together."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    with binder_server(environment, tmp_path) as (server, memory):
        page = server.get(ADDRESS)
        cells = json.loads(server.get(f"api/contents/{NOTEBOOK}"))["content"]["cells"]
        with server.kernel_of(NOTEBOOK) as kernel:
            code = [cell for cell in cells if cell["cell_type"] == "code"]
            shown = [kernel.run(cell["source"], cell["id"], CELL_SECONDS) for cell in code]
            rows = kernel.run("print(len(revenue_by_month), len(best), _ask.status)").text
            home = kernel.run("import svcchat_magic; print(svcchat_magic.__file__)").text
            until(lambda: any(map(has_picture, charts_of(kernel.run(ONE_MORE)))), CELL_SECONDS)

    record_testsuite_property("binder_peak_bytes", memory.bytes)
    print(f"kernel, service and server together: at most {memory.bytes / 1e6:,.0f} MB")
    assert [each.error for each in shown] == [""] * len(code)
    assert rows == "12 5 complete\n"
    charts = [chart for each in shown for chart in charts_of(each)]
    assert len(charts) == charts_in(cells) > 0
    # A busy machine draws some not in time, and says so.
    assert all(has_picture(each) or "no_picture" in each[1] for each in charts)
    assert home.startswith(str(environment))
    assert NEWS in re.search(r'"disabledExtensions": (\[.*?\])', page)[1]
    assert 50_000_000 < memory.bytes < MOST_BYTES


def test_the_notes_name_the_address_that_opens_the_first_notebook():
    notes = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")

    assert f"?urlpath={ADDRESS}" in notes
    assert (ROOT / NOTEBOOK).is_file()


def charts_of(shown) -> list[tuple[dict, dict]]:
    """The charts of a cell, by MIME type, and their metadata."""
    return [each for each in zip(shown.displays, shown.metadata, strict=True) if CHART in each[0]]


def has_picture(chart) -> bool:
    return "image/png" in chart[0]


def charts_in(cells) -> int:
    return sum(CHART in output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))


def run(*command: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
