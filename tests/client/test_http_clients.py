"""What the environment says of proxies and certificates, where it cannot be used."""

import sys

import httpx
import pytest

from svcchat_magic.client import http_clients
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import Settings
from tests.client.asking import asked
from tests.faults.fixtures import KEY

SETTINGS = Settings(
    chat_url="https://ai.example/api/v1/public/acme/agents/shop/chat/stream-chat-state", api_key=KEY
)


@pytest.fixture
def proxied(monkeypatch):
    """Ask by way of this proxy."""

    def ask(proxy):
        monkeypatch.setenv("HTTPS_PROXY", proxy)
        monkeypatch.setenv("https_proxy", proxy)
        return asked(SETTINGS).error

    return ask


def test_a_socks_proxy_without_its_package_is_told_with_what_to_install(proxied, monkeypatch):
    monkeypatch.setitem(sys.modules, "socksio", None)

    error = proxied("socks5://127.0.0.1:9")

    assert type(error) is SettingsError
    assert 'pip install "httpx[socks]"' in str(error)


@pytest.mark.parametrize("proxy", ["non://ada:secret-word@sense", "http://ada:secret-word@sense:port"])
def test_a_proxy_that_is_none_is_told_by_its_variable_and_never_by_its_password(proxied, proxy):
    error = proxied(proxy)

    assert type(error) is SettingsError
    assert "HTTPS_PROXY" in str(error)
    assert "secret-word" not in str(error)
    assert error.__cause__ is error.__context__ is None


def test_certificates_that_are_not_there_are_told_by_the_variable_that_names_them(monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    http_clients._tls.cache_clear()

    error = asked(SETTINGS).error

    assert type(error) is SettingsError
    assert "SSL_CERT_FILE" in str(error)


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    "other",
    [
        "http://ai.example/x",
        "https://ai.example:8443/x",
        "https://evil.example/x",
        "https://ai.example.evil.example/x",
        "https://ai.example./x",
    ],
)
def test_a_request_to_another_origin_gets_no_key_whoever_made_it(other):
    auth = http_clients._Authorization(SETTINGS.api_key, "Authorization", "https://ai.example")
    ours, theirs = httpx.Request("POST", "https://AI.example:443/y"), httpx.Request("POST", other)

    next(auth.auth_flow(ours))
    with pytest.raises(SettingsError, match="another address"):
        next(auth.auth_flow(theirs))

    assert ours.headers["authorization"] == f"Api-Key {KEY}"
    assert "authorization" not in theirs.headers
