"""What several rooms' tests stand on: the real service with the demo, and a PostgreSQL server."""

import hypothesis
import pytest

from svcchat_magic.service.server import start_service
from tests.postgres import postgres_address, postgres_database  # noqa: F401 - fixtures

# No test asserts time, and every run looks at the same examples; to search for others is for the campaigns.
hypothesis.settings.register_profile(
    "same everywhere",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same everywhere")


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """The embedded service with the packaged demo, on a free port; chats in a temporary file."""
    running = start_service(state=tmp_path_factory.mktemp("service") / "state.sqlite")
    yield running
    running.stop()
