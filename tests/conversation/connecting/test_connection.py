import os

import pytest

from svcchat_magic.conversation.connecting.connection import connect
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import Settings
from tests.waiting import threads_of_ours, until


@pytest.fixture
def own_data_folder(monkeypatch, tmp_path):
    """The embedded service keeps its chats in the user's data folder, which is not the tests' to touch."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_a_remote_service_is_used_as_the_settings_say(settings):
    connection = connect(settings)

    assert connection.settings == settings
    assert connection.notice == ""
    connection.close()


def test_an_address_without_a_key_says_what_to_set():
    with pytest.raises(SettingsError, match="SVCCHAT_API_KEY"):
        connect(Settings(chat_url="https://ai.example.com/stream-chat-state"))


def test_without_an_address_the_embedded_service_answers(own_data_folder):
    connection = connect(Settings(now="2024-06-01", external_id="ada"))

    assert connection.settings.chat_url.startswith("http://127.0.0.1:")
    assert connection.settings.api_key is not None
    assert connection.settings.external_id == "ada"
    assert connection.notice == 'Using the built-in demo shop ("today" is 1 Jun 2024).'
    connection.close()


@pytest.mark.skipif(
    not os.path.isdir("/proc/self/fd"), reason="counts descriptors where the system shows them"
)
def test_a_closed_connection_leaves_nothing_running(own_data_folder):
    connect(Settings()).close()  # what the first start leaves loaded is not counted
    threads, descriptors = threads_of_ours(), len(os.listdir("/proc/self/fd"))

    connection = connect(Settings())
    while_open = threads_of_ours() - threads
    connection.close()
    connection.close()

    assert while_open
    until(lambda: threads_of_ours() <= threads)
    until(lambda: len(os.listdir("/proc/self/fd")) <= descriptors)
