"""Fixtures of the fault tests, imported by the conftest files that use them."""

from collections.abc import Iterator

import pytest

from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import ScriptedOrigin
from tests.waiting import PATIENCE

KEY = "canary-key-0123456789"


@pytest.fixture
def origin() -> Iterator[ScriptedOrigin]:
    server = ScriptedOrigin()
    yield server
    server.close()


@pytest.fixture
def settings(origin: ScriptedOrigin) -> Settings:
    """Settings that lead to the origin; of their deadlines none passes unless a test makes it shorter."""
    waits = {"connect_seconds": PATIENCE, "abort_seconds": PATIENCE}
    return Settings(chat_url=origin.chat_url, base_url=origin.url, api_key=KEY, external_id="ada", **waits)
