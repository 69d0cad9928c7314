"""The API key in a keyring of the test's own."""

import asyncio
import contextlib
import sys

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.errors
import pytest

from svcchat_magic.client.addresses import chat_address, meta_address, query_address, session_address
from svcchat_magic.client.http_clients import HttpClients
from svcchat_magic.conversation.connecting.connection import connect
from svcchat_magic.conversation.connecting.stored_key import forget_key, store_key, stored_key
from svcchat_magic.conversation.connecting.trusting import trust_here
from svcchat_magic.errors import SettingsError
from svcchat_magic.setting_sources import read_settings
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


class OpenClients(HttpClients):
    """Clients that are closed without a loop around them."""

    def close(self):
        asyncio.run(super().close())


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


@pytest.mark.case("Z03")
def test_a_stored_key_goes_to_no_origin_that_it_was_not_stored_for(use):
    use(MemoryKeyring())
    store_key(ACME, ApiKey(KEY))
    elsewhere = ACME.with_values(base_url="https://evil.example", query_url="https://evil.example/sql")

    connected = connect(elsewhere).settings
    with contextlib.closing(OpenClients(connected)) as clients:
        assert clients.to(chat_address(connected))
        for address in (session_address(connected), query_address(connected), meta_address(connected)):
            with pytest.raises(SettingsError, match=r"not stored for https://evil\.example. .*key --store"):
                clients.to(address)


@pytest.mark.case("Z03")
def test_a_key_is_stored_for_every_address_that_is_set_by_then(use):
    use(MemoryKeyring())
    settings = ACME.with_values(base_url="https://acme.example", query_url="postgresql://db.example/shop")

    assert store_key(settings, ApiKey(KEY)) == ("https://ai.example", "https://acme.example")
    connected = connect(settings).settings

    with contextlib.closing(OpenClients(connected)) as clients:
        assert clients.to(session_address(connected))

    assert forget_key(settings)
    assert stored_key(settings) is None


@pytest.mark.case("Z03")
@pytest.mark.parametrize("other", ["http://ai.example", "https://ai.example:8443", "https://ai.example."])
def test_another_scheme_port_or_host_has_no_stored_key(use, other):
    use(MemoryKeyring())
    store_key(ACME, ApiKey(KEY))

    assert stored_key(ACME.with_values(chat_url=ACME.chat_url.replace("https://ai.example", other))) is None
    same = ACME.chat_url.replace("https://ai.example", "HTTPS://AI.example:443")
    assert stored_key(ACME.with_values(chat_url=same)) == ApiKey(KEY)


@pytest.mark.case("Z03")
def test_a_key_is_neither_read_nor_stored_for_a_file_that_is_not_trusted(use, tmp_path, monkeypatch):
    use(MemoryKeyring())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store_key(ACME, ApiKey(KEY))
    (tmp_path / "pyproject.toml").write_text(f'[tool.svcchat_magic]\nchat_url = "{ACME.chat_url}"\n')
    cloned = read_settings({}, tmp_path)

    assert stored_key(cloned) is None
    for use_it in (connect, lambda settings: store_key(settings, ApiKey(KEY))):
        with pytest.raises(SettingsError, match="svcchat trust"):
            use_it(cloned)

    trust_here(cloned, tmp_path)
    assert connect(cloned).settings.api_key == ApiKey(KEY)


def test_without_a_service_there_is_nothing_to_store_a_key_for(use):
    use(MemoryKeyring())

    with pytest.raises(SettingsError, match="set chat_url first"):
        store_key(Settings(), ApiKey(KEY))


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
