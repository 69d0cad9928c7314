"""Where a user's own files are kept, and what happens to a user who has no home."""

import sys
from pathlib import Path

import pytest

from svcchat_magic.conversation.chat_index import ChatIndex
from svcchat_magic.conversation.connecting.trusting import trust_here
from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.setting_sources import read_settings
from svcchat_magic.settings import Settings
from svcchat_magic.trusted_origins import check_trust, trust_text
from svcchat_magic.user_folder import user_folder


@pytest.fixture
def no_home(monkeypatch):
    """As in a container whose user is a number only."""
    pwd = pytest.importorskip("pwd", reason="Windows has a home for every user")

    def unknown(number):
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)


@pytest.mark.skipif(sys.platform != "linux", reason="each system has a folder of its own")
@pytest.mark.parametrize(
    ("named", "folder"),
    [(None, "/home/ada/.local/share"), ("/data", "/data"), ("relative", "/home/ada/.local/share")],
)
def test_files_are_kept_where_the_system_keeps_such_data(monkeypatch, named, folder):
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if named:
        monkeypatch.setenv("XDG_DATA_HOME", named)

    assert user_folder() == Path(folder) / "svcchat"


def test_the_folder_that_is_set_needs_no_home(no_home, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert user_folder() == tmp_path / "svcchat"


def test_without_a_home_a_sentence_says_what_to_set(no_home):
    with pytest.raises(SettingsError, match="no home folder; set HOME"):
        user_folder()


def test_without_a_home_a_question_is_answered_and_its_chat_not_kept(no_home):
    by_token = Settings(chat_url="https://ai.example/stream-chat-state", token="token-0123456789")
    store, notice = open_store(None)
    store.close()
    note = ChatIndex(Settings()).note("chat-1", "Orders by channel")

    assert notice.startswith("This user has no home folder")
    assert "in memory" in notice
    assert note.startswith("This user has no home folder")
    assert ChatIndex(by_token).note("chat-1", "Orders").startswith("This user has no home folder")


@pytest.mark.long
@pytest.mark.case("Z03")
def test_without_a_home_no_address_of_a_file_is_trusted(no_home, tmp_path):
    text = '[tool.svcchat_magic]\nchat_url = "https://ai.example/stream-chat-state"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    settings = read_settings({"SVCCHAT_API_KEY": "key-0123456789"}, tmp_path)

    assert trust_text(settings, "chat_url").endswith("not trusted; run svcchat trust or %chat trust")
    with pytest.raises(SettingsError, match="not trusted"):
        check_trust(settings, "chat_url")

    with pytest.raises(SettingsError, match="no home folder"):
        trust_here(settings, tmp_path)
