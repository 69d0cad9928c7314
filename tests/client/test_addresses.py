import pytest

from svcchat_magic.client.addresses import (
    abort_address,
    agent_in,
    chat_address,
    meta_address,
    session_address,
)
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import Settings

CHAT = "https://ai.example.com/api/v1/public/acme/agents/shop/chat/stream-chat-state"


@pytest.mark.rule("2.1:cloudRegion")
@pytest.mark.rule("1:abortUrl")
def test_the_abort_address_is_the_chat_address_with_its_last_part_replaced():
    address = abort_address(Settings(chat_url=CHAT))

    assert address.url == "https://ai.example.com/api/v1/public/acme/agents/shop/chat/abort"


@pytest.mark.rule("4.3")
def test_sessions_are_made_on_the_account_host():
    address = session_address(Settings(base_url="https://acme.example.com/"))

    assert address.url == "https://acme.example.com/api/v1/embed/generate-session"


def test_a_session_without_an_account_host_says_what_to_set():
    with pytest.raises(SettingsError, match="SVCCHAT_BASE_URL"):
        session_address(Settings())


@pytest.mark.case("S32")
@pytest.mark.parametrize(
    "host", ["ai.example.com", "10.0.0.1", "127.0.0.1.example.com", "localhost.example.com"]
)
def test_plain_http_to_another_machine_needs_a_setting(host):
    url = f"http://{host}/stream-chat-state"

    with pytest.raises(SettingsError, match="https://"):
        chat_address(Settings(chat_url=url))

    assert chat_address(Settings(chat_url=url, allow_http=True)).host == host


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "svc.localhost", "LOCALHOST"]
)
def test_plain_http_to_this_machine_is_fine(host):
    address = chat_address(Settings(chat_url=f"http://{host}:8080/stream-chat-state"))

    assert address.is_loopback


@pytest.mark.parametrize(
    "url",
    [
        "https://ai.example.com/chat",
        "https://ai.example.com/stream-chat-state?x=1",
        "https://ai.example.com/stream-chat-state#x",
        "https://user:secret-word@ai.example.com/stream-chat-state",
        "https://@ai.example.com/stream-chat-state",
        "https://ai.example.com\\@evil/stream-chat-state",
        "https://ai.exa mple.com/stream-chat-state",
        "https://ai.example.com:0/stream-chat-state",
        "https://ai.example.com:99999/stream-chat-state",
        "https:///stream-chat-state",
        "https://a..b/stream-chat-state",
        f"https://{'a' * 64}.com/stream-chat-state",
        "https://[::1/stream-chat-state",
        "ftp://ai.example.com/stream-chat-state",
        "ai.example.com/stream-chat-state",
        "https://ünicode.example/stream-chat-state",
        "",
    ],
)
def test_an_address_that_cannot_be_used_is_a_settings_error(url):
    with pytest.raises(SettingsError) as caught:
        chat_address(Settings(chat_url=url))

    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "agent"),
    [
        ("https://ai.example.com/api/v1/public/shop/agents/analyst/chat/stream-chat-state", "analyst"),
        ("https://ai.example.com/api/v1/public/agents/agents/a%2Eb/chat/stream-chat-state ", "a.b"),
        ("https://ai.example.com/deployments/5/chat/stream-chat-state", ""),
        ("", ""),
    ],
)
def test_a_chat_address_names_its_agent(url, agent):
    assert agent_in(url) == agent


def test_the_model_is_described_beside_the_query_api():
    address = meta_address(Settings(query_url="https://ai.example.com/api/v1/public/acme/sql"))

    assert address.url == "https://ai.example.com/api/v1/public/acme/meta"


@pytest.mark.parametrize("url", ["", "https://ai.example.com/load", "postgresql://x/sql", "ftp://x/sql"])
def test_no_address_of_a_model_is_guessed(url):
    with pytest.raises(SettingsError, match="/sql"):
        meta_address(Settings(query_url=url))


def test_the_models_address_is_held_to_the_rules_of_all():
    with pytest.raises(SettingsError, match="https"):
        meta_address(Settings(query_url="http://ai.example.com/acme/sql"))
