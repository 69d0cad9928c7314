"""Chats and recordings of a token belong to its user, and to no other."""

import base64
import json
import sys

import pytest

from svcchat_magic.conversation.chat_index import ChatIndex
from svcchat_magic.conversation.connecting.token_user import hashed_user, user_of
from svcchat_magic.conversation.connecting.who_asks import credential_text, user_text
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.credentials import UserToken
from svcchat_magic.errors import RecordingMissing, RequestRefused
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import CHAT_PATH, Reply, recorded


def token_of(subject, expiry=1, **claims):
    """A token of JSON, as a service could have signed it."""
    parts = ({"alg": "none"}, {"sub": subject, "exp": expiry, **claims}, {"signature": expiry})
    encoded = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts)
    return UserToken(".".join(encoded))


ADA, RENEWED, BEN = token_of("ada@example.com"), token_of("ada@example.com", 2), token_of("ben@example.com")


@pytest.fixture
def by(origin, tmp_path, monkeypatch):
    """Settings that record, with this token."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    origin.answer(Reply((recorded("short"),)))
    folder = str(tmp_path / "recorded")

    def settings(token, mode="auto"):
        return Settings(chat_url=origin.chat_url, token=token, mode=mode, recordings=folder)

    return settings


def ask(settings):
    with Conversation(settings) as talk:
        return talk.ask("Orders by channel")


def test_a_user_is_the_tokens_subject_and_else_the_token():
    assert user_of(ADA) == user_of(RENEWED) != user_of(BEN)
    assert user_of(token_of("ada", iss="one")) != user_of(token_of("ada", iss="other"))
    opaque = [UserToken(f"opaque-token-{number}") for number in range(2)]
    assert len({user_of(each) for each in opaque}) == 2
    assert "opaque" not in user_of(opaque[0])


@pytest.mark.parametrize(
    "text", ["aaaaaaaa.bbbb.cccc", "aaaaaaaa.e30.cccc", "aaaaaaaa.W10.cccc", "a.b.c.d.e.f.g"]
)
def test_what_names_no_subject_is_told_apart_all_the_same(text):
    assert user_of(UserToken(text)).startswith("token:")


def test_the_digest_of_a_user_needs_the_secret_of_whoever_made_it(tmp_path):
    mine, other = tmp_path / "mine", tmp_path / "other"

    assert hashed_user(ADA, mine) == hashed_user(RENEWED, mine) != hashed_user(BEN, mine)
    assert hashed_user(ADA, mine) != hashed_user(ADA, other)
    if sys.platform != "win32":
        assert mine.stat().st_mode & 0o777 == 0o600


def test_a_recording_is_found_by_its_user_with_a_renewed_token_and_by_no_other(by, origin):
    assert not ask(by(ADA)).recording

    assert ask(by(RENEWED)).recording
    assert not ask(by(BEN)).recording
    assert len(origin.of(CHAT_PATH)) == 2


def test_a_recording_holds_neither_token_nor_user(by, tmp_path):
    ask(by(ADA))

    (file,) = (tmp_path / "recorded").iterdir()
    header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert (header["session"], len(header["token_user"])) == ({}, 32)
    assert "ada@" not in file.read_text(encoding="utf-8")
    assert ADA.reveal() not in file.read_text(encoding="utf-8")


def test_a_replay_needs_no_token_as_long_as_one_user_is_recorded(by, origin):
    ask(by(ADA))
    assert ask(by(None, "replay")).recording

    ask(by(BEN))
    with pytest.raises(RecordingMissing, match="recorded for several users"):
        ask(by(None, "replay"))

    assert ask(by(BEN, "replay")).recording
    assert len(origin.of(CHAT_PATH)) == 2


def test_another_users_token_does_not_replay_what_is_recorded(by):
    ask(by(ADA))

    with pytest.raises(RecordingMissing):
        ask(by(BEN, "replay"))


def test_a_key_finds_no_recording_of_a_token(by):
    ask(by(ADA))

    with pytest.raises(RecordingMissing):
        ask(by(None, "replay").with_values(api_key="key-0123456789"))


def test_recordings_of_a_key_keep_their_names():
    without = RecordingKey("Orders", session='{"externalId":"ada"}')

    assert "token_user" not in without.as_json()
    assert without.file_name == "orders-619256ddc6425c75bc01.ndjson"


@pytest.mark.parametrize(
    "options",
    [
        {"external_id": "ben"},
        {"attributes": {"region": "EU"}},
        {"groups": ["sales"]},
        {"session": {"externalId": "ben"}},
    ],
)
def test_nobody_else_can_be_asked_as_with_a_token(by, origin, options):
    with Conversation(by(ADA)) as talk, pytest.raises(RequestRefused, match="unset SVCCHAT_TOKEN"):
        talk.ask("Orders", **options)

    assert origin.requests == []


def test_the_list_of_chats_is_the_tokens_users(by, tmp_path):
    file = tmp_path / "chats.sqlite"
    ChatIndex(by(ADA), file=file).note("chat-1", "Orders")

    assert [chat.chat_id for chat in ChatIndex(by(RENEWED), file=file).chats()] == ["chat-1"]
    assert ChatIndex(by(BEN), file=file).chats() == ()
    assert b"ada@" not in file.read_bytes()


def test_which_of_key_and_token_is_sent_is_said(by):
    both = by(ADA).with_values(api_key="key-0123456789")

    assert credential_text(both) == (
        "user's token in the header Authorization, given by %chat key or from Python; the API key is not sent"
    )
    assert user_text(both) == "the token's own"
    assert credential_text(both.with_values(token=None)).startswith("API key")
    assert user_text(both.with_values(token=None)) == "notebook"
    assert credential_text(Settings(token=ADA)) == "none: the embedded service needs no key"
    assert user_text(Settings(token=ADA)) == "notebook"
