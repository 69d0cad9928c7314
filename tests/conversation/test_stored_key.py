"""The API key in a keyring of the test's own."""

import sys

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.errors
import pytest

from svcchat_magic.conversation.connection import connect
from svcchat_magic.conversation.stored_key import forget_key, store_key, stored_key
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import ApiKey, Settings

KEY = "canary-0123456789"
ACME = Settings(chat_url="https://ai.example/api/v1/public/acme/agents/shop/chat/stream-chat-state")
OTHER = Settings(chat_url="https://other.example/api/v1/public/acme/agents/shop/chat/stream-chat-state")


class MemoryKeyring(keyring.backend.KeyringBackend):
    """Keeps passwords for as long as the test lives."""

    priority = 1

    def __init__(self, is_locked: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.is_locked = is_locked

    def get_password(self, service, username):
        self._open()
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self._open()
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError

    def _open(self):
        if self.is_locked:
            raise keyring.errors.KeyringLocked("locked")


@pytest.fixture
def use():
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def test_a_stored_key_is_used_for_its_own_service_alone(use):
    use(MemoryKeyring())

    store_key(ACME, ApiKey(KEY))

    assert stored_key(ACME) == ApiKey(KEY)
    assert connect(ACME).settings.api_key == ApiKey(KEY)
    assert stored_key(OTHER) is None


def test_a_forgotten_key_is_gone(use):
    use(MemoryKeyring())
    store_key(ACME, ApiKey(KEY))

    assert forget_key(ACME)
    assert stored_key(ACME) is None
    assert not forget_key(ACME)


def test_without_a_real_keyring_nothing_is_stored_and_the_environment_is_named(use):
    use(keyring.backends.fail.Keyring())

    assert stored_key(ACME) is None
    with pytest.raises(SettingsError, match="SVCCHAT_API_KEY"):
        store_key(ACME, ApiKey(KEY))


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)

    assert stored_key(ACME) is None
    with pytest.raises(SettingsError, match=r'pip install "svcchat-magic\[keyring\]".*SVCCHAT_API_KEY'):
        store_key(ACME, ApiKey(KEY))


def test_a_locked_keyring_gives_no_key_and_says_so_without_it(use):
    use(MemoryKeyring(is_locked=True))

    assert stored_key(ACME) is None
    with pytest.raises(SettingsError) as failed:
        store_key(ACME, ApiKey(KEY))

    assert KEY not in str(failed.value)
    assert failed.value.__context__ is None


def test_the_environment_goes_before_the_keyring(use):
    use(MemoryKeyring())
    store_key(ACME, ApiKey(KEY))

    assert connect(ACME.with_values(api_key=ApiKey("given-0123456789"))).settings.api_key == ApiKey(
        "given-0123456789"
    )
