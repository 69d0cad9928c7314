"""One server of JupyterLab and Notebook, and one Chromium, for all browser tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.bound import bounded
from tests.browser.embedded_chat import VIEWPORT as EMBEDDED_VIEWPORT
from tests.browser.embedded_chat import EmbeddedChat, watched_page
from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS, VIEWPORT, LabPage
from tests.browser.lab_server import NOTEBOOKS, end_kernels, lab_server

# The real service around an analyst that a test writes, as the service's own tests use it.
from tests.service.conftest import clock, start, workspace  # noqa: F401 - fixtures

FAILED = pytest.StashKey[bool]()

LabServer = tuple[str, str, Path]  # address, token, folder
Contexts = dict[str, Any]  # of Chromium, by front end


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note a failed try, also of a test that is taken once more: its page is not used again."""
    report = yield
    item.stash[FAILED] = report.failed if call.when == "setup" else item.stash[FAILED] or report.failed
    return report


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    """No test waits for ever for a page that does not answer."""
    with bounded():
        yield


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


@pytest.fixture(scope="module")
def contexts(browser) -> Iterator[Contexts]:
    """For each front end one with no cookies and no memory, which keeps what a file's tests load."""
    made = {front_end: browser.new_context(viewport=VIEWPORT) for front_end in ("lab", "notebook")}
    yield made
    for each in made.values():
        each.close()


@pytest.fixture
def lab_page(request: pytest.FixtureRequest, lab: LabServer, contexts: Contexts) -> Iterator[LabPage]:
    """A page of the front end asked for, without notebooks; a file has one, until one of its tests fails."""
    front_end = getattr(request, "param", "lab")
    context = contexts[front_end]
    opened = LabPage(context.pages[0] if context.pages else context.new_page(), *lab, front_end)
    yield opened
    if opened.page.is_closed() or request.node.stash[FAILED]:
        for each in context.pages:
            each.close()
    else:
        opened.leave()

    end_kernels(*lab[:2])


@pytest.fixture
def fresh_page(request: pytest.FixtureRequest, lab: LabServer, browser) -> Iterator[LabPage]:
    """A page of its own that has loaded nothing, for a test that begins where a new user begins."""
    context = browser.new_context(viewport=VIEWPORT)
    opened = LabPage(context.new_page(), *lab, getattr(request, "param", "lab"))
    yield opened
    end_kernels(*lab[:2])
    context.close()


@pytest.fixture(scope="module")
def embedding(chromium) -> Iterator[Any]:
    """A context with no cookies and no memory, which keeps what a file's tests load of the chat page."""
    context = chromium.new_context(viewport=EMBEDDED_VIEWPORT)
    yield context
    context.close()


@pytest.fixture
def chat(request: pytest.FixtureRequest, embedding) -> Iterator[EmbeddedChat]:
    """The page that shows the embedded chat, not yet open; a file has one, until one of its tests fails."""
    page = embedding.pages[0] if embedding.pages else watched_page(embedding)
    opened = EmbeddedChat(page)
    yield opened
    if request.node.stash[FAILED]:
        page.close()
    else:
        opened.leave()
