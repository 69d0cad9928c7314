from collections import defaultdict
from pathlib import Path

import pytest

from tests.analyst import demo

MANY, EVERY = 3, 8  # of a test with more questions than this one in eight is asked in every run
HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)  # before what is long is left out
def pytest_collection_modifyitems(items):
    """Let every run ask some questions of each rule; those of the long tier ask all of them."""
    of_one_rule = defaultdict(list)
    for item in items:
        is_ours = item.path.is_relative_to(HERE) and item.get_closest_marker("parametrize") is not None
        if is_ours and item.get_closest_marker("case") is None:
            of_one_rule[item.path, item.function].append(item)

    for asked in of_one_rule.values():
        for at, item in enumerate(asked if len(asked) > MANY else ()):
            if at % EVERY:
                item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session", autouse=True)
def _engine_is_closed_at_the_end():
    yield
    demo.engine().close()
    demo.tools.cache_clear()
    demo.engine.cache_clear()
