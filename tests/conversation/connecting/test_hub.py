import http.client
from urllib.parse import urlsplit

import pytest

from svcchat_magic.conversation.connecting import hub
from svcchat_magic.conversation.connecting.connection import connect
from svcchat_magic.settings import Settings

BASE = "http://127.0.0.1:8123"
PAGE = "embed/chat?sessionId=s"
PREFIX = "/user/ada/"


@pytest.fixture
def on_hub(monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", PREFIX)


@pytest.fixture
def with_proxy(monkeypatch, tmp_path):
    (tmp_path / "jupyter_server_proxy.py").touch()
    monkeypatch.syspath_prepend(tmp_path)


def test_without_a_hub_a_page_stands_at_the_service():
    assert hub.page_address(BASE, PAGE) == (f"{BASE}/{PAGE}", "")


def test_on_a_hub_a_page_stands_behind_the_users_path(on_hub, with_proxy):
    assert hub.page_address(BASE, PAGE) == (f"/user/ada/proxy/8123/{PAGE}", "")


def test_on_a_hub_without_the_proxy_it_is_said_what_is_missing(on_hub, monkeypatch):
    monkeypatch.setattr("sys.path", [])

    assert hub.page_address(BASE, PAGE) == (f"{BASE}/{PAGE}", hub.NEEDS_PROXY)


def test_a_remote_service_stands_where_it_stands(on_hub, with_proxy):
    assert hub.page_address("https://chat.example.com/", PAGE) == (f"https://chat.example.com/{PAGE}", "")


def status(address, host):
    found = urlsplit(address)
    connection = http.client.HTTPConnection(found.hostname, found.port)
    connection.request("GET", "/health/live", headers={"Host": host})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(("is_on_hub", "expected"), [(True, 200), (False, 421)])
def test_the_embedded_service_answers_for_the_hubs_host_on_a_hub_alone(
    is_on_hub, expected, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", PREFIX if is_on_hub else "")
    connection = connect(Settings())
    try:
        assert status(connection.settings.base_url, "hub.example.org") == expected
        assert status(connection.settings.base_url, "localhost") == 200
    finally:
        connection.close()
