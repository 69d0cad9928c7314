"""One server of JupyterLab and Notebook, and one Chromium, for all browser tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS, LabPage
from tests.browser.lab_server import lab_server

# The real service around an analyst that a test writes, as the service's own tests use it.
from tests.service.conftest import clock, start, workspace  # noqa: F401 - fixtures

LabServer = tuple[str, str, Path]  # address, token, folder
NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """Both front ends over a copy of the notebooks; its kernels see none of this machine's own settings."""
    if not CHROMIUM.exists() and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed: apt-get install chromium")

    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, root, dirs_exist_ok=True)
    home = {
        name: str(root / ".home" / name.lower())
        for name in ("HOME", "XDG_DATA_HOME", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")
    }
    for folder in home.values():
        Path(folder).mkdir(parents=True)

    with lab_server(root, home) as server:
        yield server


@pytest.fixture(scope="module")
def browser(lab: LabServer) -> Iterator[object]:
    """Chromium, for one file only: its driver keeps an event loop running in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    """Chromium alone, for pages that need no JupyterLab."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists() and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed: apt-get install chromium")

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        yield started
        started.close()


@pytest.fixture
def lab_page(request: pytest.FixtureRequest, lab: LabServer, browser) -> Iterator[LabPage]:
    """A page of its own with no cookies and no memory, in JupyterLab or in the front end asked for."""
    context = browser.new_context(viewport={"width": 1180, "height": 1400})
    yield LabPage(context.new_page(), *lab, getattr(request, "param", "lab"))
    context.close()
