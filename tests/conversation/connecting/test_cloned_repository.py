"""A repository that was cloned from a stranger names where the key is to go: it goes nowhere before trust."""

import socket
import sqlite3
import sys
from contextlib import closing, suppress

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import SettingsError, SvcchatError
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.setting_sources import read_settings
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Reply, ScriptedOrigin, recorded

KEY = "canary-key-0123456789"
RESULT = SqlResult("", "SELECT 1", "", (), (), 1)
ROUTES = {
    "a question": ("chat_url", CHAT_PATH, lambda talk: talk.ask("Orders")),
    "a read of a chat": ("chat_url", CHAT_PATH, lambda talk: talk.read("chat-1")),
    "an embed session": ("base_url", "/api/v1/embed/generate-session", lambda talk: talk.embed_session()),
    "all rows": ("query_url", "/sql", lambda talk: talk.load_rows(RESULT)),
    "SQL of one's own": ("query_url", "/sql", lambda talk: talk.query("SELECT 1")),
    "the model": ("query_url", "/meta", lambda talk: talk.model()),
}


@pytest.fixture
def own_folder(monkeypatch, tmp_path):
    """The user's own folder, where trust is kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def evil():
    """Whoever made the repository listens here."""
    with closing(ScriptedOrigin()) as origin:
        origin.answer(Reply((recorded("short"),)))
        origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
        yield origin


@pytest.fixture
def clone(tmp_path, own_folder):
    """Write the file of a cloned repository; gives the folder of its notebooks."""
    folder = tmp_path / "clone" / "notebooks"
    folder.mkdir(parents=True)
    (tmp_path / "clone" / ".git").mkdir()

    def write(**values):
        lines = [f'{name} = "{value}"' for name, value in values.items()]
        text = "\n".join(["[tool.svcchat_magic]", *lines, ""])
        (tmp_path / "clone" / "pyproject.toml").write_text(text, encoding="utf-8")
        return folder

    return write


def trust(folder):
    from svcchat_magic.conversation.connecting.trusting import trust_here

    return trust_here(read_settings({}, folder), folder)


def revoke(folder):
    from svcchat_magic.conversation.connecting.trusting import revoke_here

    return revoke_here(folder)


@pytest.mark.case("Z03")
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("secret", ["SVCCHAT_API_KEY", "SVCCHAT_TOKEN"])
def test_a_key_leaves_for_an_address_of_a_file_only_once_it_is_trusted(route, secret, clone, evil, origin):
    setting, path, use = ROUTES[route]
    named = "" if setting == "base_url" else path.replace("/meta", "/sql")
    folder = clone(**{setting: evil.url + named})
    environment = {secret: KEY, "SVCCHAT_CHAT_URL": "" if setting == "chat_url" else origin.chat_url}

    with Conversation(read_settings(environment, folder)) as talk:
        with pytest.raises(
            SettingsError, match=f"sets {setting} to {evil.url}, .* run svcchat trust in that folder"
        ):
            use(talk)

        assert evil.requests == []
        trust(folder)
        with suppress(SvcchatError):  # it answers with nothing that could be read
            use(talk)

    (sent, *_) = evil.of(path)
    assert sent.headers["authorization"].endswith(KEY)


@pytest.mark.case("Z03")
def test_an_address_of_the_environment_or_of_python_needs_no_trust(clone, evil, own_folder):
    folder = clone(chat_url="https://elsewhere.example/stream-chat-state")

    for settings in (
        read_settings({"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": evil.chat_url}, folder),
        read_settings({"SVCCHAT_API_KEY": KEY}, folder, chat_url=evil.chat_url),
        read_settings({"SVCCHAT_API_KEY": KEY}, folder).with_values(chat_url=evil.chat_url),
        read_settings({"SVCCHAT_API_KEY": KEY}, folder, config={"chat_url": evil.chat_url}),
    ):
        with Conversation(settings) as talk:
            assert talk.ask("Orders").is_complete

    assert len(evil.of(CHAT_PATH)) == 4


@pytest.mark.case("Z03")
def test_trust_ends_where_the_file_changes_to_another_origin(clone, evil, origin):
    folder = clone(chat_url=origin.chat_url)
    trust(folder)
    origin.answer(Reply((recorded("short"),)))
    environment = {"SVCCHAT_API_KEY": KEY}
    with Conversation(read_settings(environment, folder)) as talk:
        assert talk.ask("Orders").is_complete

    clone(chat_url=evil.chat_url)  # as another branch of the repository may

    with (
        Conversation(read_settings(environment, folder)) as talk,
        pytest.raises(SettingsError, match="trust"),
    ):
        talk.ask("Orders")

    assert evil.requests == []
    clone(chat_url=origin.chat_url.replace("shop", "other"))
    with Conversation(read_settings(environment, folder)) as talk, pytest.raises(SvcchatError) as refused:
        talk.ask("Orders")  # the same origin: another agent of the same service is asked

    assert "trust" not in str(refused.value)


@pytest.mark.case("Z03")
def test_trust_in_one_folder_is_none_in_another(clone, evil, tmp_path):
    trust(clone(chat_url=evil.chat_url))
    other = tmp_path / "other"
    other.mkdir()
    (other / "pyproject.toml").write_bytes((tmp_path / "clone" / "pyproject.toml").read_bytes())

    with Conversation(read_settings({"SVCCHAT_API_KEY": KEY}, other)) as talk, pytest.raises(SettingsError):
        talk.ask("Orders")

    assert evil.requests == []


@pytest.mark.case("Z03")
def test_trust_that_is_revoked_ends_what_is_open_too(clone, evil):
    folder = clone(chat_url=evil.chat_url)
    trust(folder)
    with Conversation(read_settings({"SVCCHAT_API_KEY": KEY}, folder)) as talk:
        assert talk.ask("Orders").is_complete
        assert evil.url in revoke(folder)

        with pytest.raises(SettingsError, match="trust"):
            talk.ask("Again").raise_unless_complete()

    assert len(evil.of(CHAT_PATH)) == 1


@pytest.mark.case("Z03")
def test_what_stands_in_the_project_itself_is_no_trust(clone, evil, tmp_path, monkeypatch):
    folder = clone(chat_url=evil.chat_url)
    monkeypatch.setenv("XDG_DATA_HOME", "clone")  # a relative one names the working folder's

    trust(folder)

    assert sorted(each.name for each in (tmp_path / "clone").iterdir()) == [
        ".git",
        "notebooks",
        "pyproject.toml",
    ]


@pytest.mark.case("Z03")
def test_a_redirect_of_a_trusted_address_is_not_followed(clone, evil, origin):
    origin.answer(Reply(status=307, headers={"Location": evil.chat_url}))
    folder = clone(chat_url=origin.chat_url)
    trust(folder)

    with Conversation(read_settings({"SVCCHAT_API_KEY": KEY}, folder)) as talk, pytest.raises(SvcchatError):
        talk.ask("Orders").raise_unless_complete()

    assert evil.requests == []


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    "address",
    [
        "https://ai.example@evil.example/stream-chat-state",
        "https://ada:secret-word@ai.example/stream-chat-state",
        "https://ai.example\\\\@evil.example/stream-chat-state",
        "https://bücher.example/stream-chat-state",
        "http://ai.example/stream-chat-state",
    ],
)
def test_an_address_that_could_mislead_is_not_trusted_at_all(clone, address):
    folder = clone(chat_url=address)

    with pytest.raises(SettingsError) as refused:
        trust(folder)

    assert "secret-word" not in str(refused.value)
    with Conversation(read_settings({"SVCCHAT_API_KEY": KEY}, folder)) as talk, pytest.raises(SettingsError):
        talk.ask("Orders")


@pytest.mark.case("Z03")
@pytest.mark.parametrize("kind", ["postgresql+psycopg", "adbc+postgresql"])
def test_a_database_of_a_file_is_not_connected_to_before_trust(clone, kind, origin, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", KEY)  # which a driver finds by itself
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.2)
        port = listening.getsockname()[1]
        folder = clone(query_url=f"{kind}://ada@127.0.0.1:{port}/shop?connect_timeout=1")
        environment = {"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": origin.chat_url}

        with Conversation(read_settings(environment, folder)) as talk:
            with pytest.raises(SettingsError, match="query_url"):
                talk.load_rows(RESULT)

            with pytest.raises(TimeoutError):
                listening.accept()


@pytest.mark.case("Z03")
def test_a_database_file_is_read_once_it_is_trusted(clone, origin, tmp_path):
    with closing(sqlite3.connect(tmp_path / "shop.sqlite")) as database, database:
        database.execute("create table orders as select 7 as count")

    folder = clone(query_url=f"sqlite:///{tmp_path}/shop.sqlite")
    result = SqlResult("", "SELECT count FROM orders", "", (), (), 1)
    environment = {"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": origin.chat_url}
    with Conversation(read_settings(environment, folder)) as talk:
        with pytest.raises(SettingsError, match="query_url"):
            talk.load_rows(result)

        trust(folder)

        assert talk.load_rows(result).count == 1


@pytest.mark.case("Z03")
def test_recordings_need_neither_key_nor_trust(clone, evil, tmp_path):
    recordings = str(tmp_path / "recorded")
    known = {"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": evil.chat_url, "SVCCHAT_RECORDINGS": recordings}
    folder = clone(chat_url=evil.chat_url)
    with Conversation(read_settings(known | {"SVCCHAT_MODE": "auto"}, folder)) as talk:
        talk.ask("Orders").raise_unless_complete()

    for mode in ("replay", "auto"):
        unknown = {"SVCCHAT_RECORDINGS": recordings, "SVCCHAT_MODE": mode}
        with Conversation(read_settings(unknown, folder)) as talk:
            assert talk.ask("Orders").recording

    assert len(evil.of(CHAT_PATH)) == 1


@pytest.mark.case("Z03")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these modes nor these owners")
def test_trust_that_others_could_have_written_is_none(clone, evil, tmp_path):
    folder = clone(chat_url=evil.chat_url)
    trust(folder)
    (kept,) = (tmp_path / "data" / "svcchat" / "trusted").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700

    kept.chmod(0o666)

    with Conversation(read_settings({"SVCCHAT_API_KEY": KEY}, folder)) as talk, pytest.raises(SettingsError):
        talk.ask("Orders")
