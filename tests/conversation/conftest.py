import pytest

from svcchat_magic.conversation.answers import chat_reading
from svcchat_magic.conversation.connecting import event_loop
from svcchat_magic.conversation.turns import turn_run
from tests.faults.fixtures import origin, settings
from tests.waiting import PATIENCE

__all__ = ["origin", "patient", "settings"]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine no wait for a service ends early; a test whose wait must end makes it short."""
    monkeypatch.setattr(turn_run, "USAGE_SECONDS", PATIENCE)
    monkeypatch.setattr(turn_run, "REATTACH_SECONDS", PATIENCE)
    monkeypatch.setattr(chat_reading, "READ_SECONDS", PATIENCE)
    monkeypatch.setattr(event_loop, "_CLOSING_SECONDS", PATIENCE)
