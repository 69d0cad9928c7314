import pytest

from tests.analyst import demo


@pytest.fixture(scope="session", autouse=True)
def _engine_is_closed_at_the_end():
    yield
    demo.engine().close()
    demo.tools.cache_clear()
    demo.engine.cache_clear()
