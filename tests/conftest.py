"""What several rooms' tests stand on: the real service with the demo, and a PostgreSQL server."""

import gc
import os
import signal

import hypothesis
import pytest

from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from tests.postgres import postgres_address, postgres_database  # noqa: F401 - fixtures

# Their failures say what was compared, as those of the tests do.
pytest.register_assert_rewrite("tests.browser.five_minutes", "tests.browser.person")

# No test asserts time, and every run looks at the same examples; to search for others is for the campaigns.
hypothesis.settings.register_profile(
    "same everywhere",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same everywhere")

# Files of many seconds, begun first so that they do not stand at the end with one process idle beside them.
# The documents' examples are typed from what the check of the whole code has left in mypy's cache.
LONGEST_FIRST = (
    "test_binder.py",
    "test_panel.py",
    "test_five_minutes.py",
    "test_style.py",
    "test_narrow_cells.py",
    "test_first_notebook.py",
    "test_embed_page.py",
    "test_campaigns.py",
    "test_left_in_mid_stream.py",
    "test_notebooks.py",
    "test_kernel_generations.py",
    "test_hostile_answer.py",
    "test_embed_hostile.py",
    "test_embed_charts.py",
    "test_page_examples.py",
)
# A front end has races of its own. Where its page did not come to what a test waits for, the test is taken
# once more, and the run's end shows what was seen; what an assertion finds wrong is never asked twice.
ONCE_MORE = pytest.mark.flaky(reruns=1, only_rerun=r"^TimeoutError: (Page|Locator|ElementHandle)\.")
COLLECTOR = (10_000, 10, 10)  # a search is worth its time when there are more new objects than 700
_RANKS = {name: rank for rank, name in enumerate(LONGEST_FIRST)}


def pytest_configure():
    """Undo what every process that a test starts would inherit from the shell.

    One that starts a run in its background has interrupts ignored; one that lets no bytecode be written
    makes each process compile the whole package anew, a quarter of its time.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep the garbage collector from what is collected, all of which stays to the end.

    Its searches for garbage among a million values of 10,000 tests take a third of the collection and a tenth
    of the run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECTOR)
        gc.enable()


def pytest_unconfigure():
    """Let some libraries find what they count at the end as given back."""
    gc.unfreeze()


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: _RANKS.get(item.path.name, len(_RANKS)))
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(ONCE_MORE)


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """The embedded service with the packaged demo, on a free port; chats in a temporary file."""
    running = start_service(ServiceOptions(state=tmp_path_factory.mktemp("service") / "state.sqlite"))
    yield running
    running.stop()
