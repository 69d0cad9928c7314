"""Conversations that are recorded and replayed: over scripted answers, and over the real service."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import (
    NotAllowed,
    NotFound,
    RecordingDamaged,
    RecordingMissing,
    RequestRefused,
    SettingsError,
)
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Ending, Reply, recorded
from tests.waiting import PATIENCE

SHORT = recorded("short")
LINES = SHORT.splitlines(keepends=True)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recordings"


@pytest.fixture
def auto(settings, folder):
    return replace(settings, mode="auto", recordings=str(folder))


@pytest.fixture
def replaying(folder):
    """Nothing but a folder: no address, no key."""
    return Settings(mode="replay", recordings=str(folder), external_id="ada")


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("a connection was opened")

    for name in ("connect", "connect_ex", "bind", "listen"):
        monkeypatch.setattr(socket.socket, name, refuse)

    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def asked(settings, *questions, **options):
    with Conversation(settings) as conversation:
        return [conversation.ask(question, **options) for question in questions]


def bodies(origin):
    return [request.json() for request in origin.of(CHAT_PATH)]


@pytest.fixture
def shop(service, folder):
    return Settings(
        chat_url=service.chat_url,
        base_url=service.base_url,
        api_key=service.api_key,
        external_id="ada",
        recordings=str(folder),
    )


def test_a_chat_with_the_real_service_is_replayed_without_a_connection(shop, replaying, request):
    questions = ("Revenue by month in 2024", "only the web channel")
    live = asked(replace(shop, record=True), *questions)

    request.getfixturevalue("no_network")
    replayed = asked(replaying, *questions)

    assert [each.lines for each in replayed] == [each.lines for each in live]
    assert [each.transcript for each in replayed] == [each.transcript for each in live]
    assert [each.seconds for each in replayed] == [each.seconds for each in live]
    assert [each.status for each in replayed] == [Status.COMPLETE, Status.COMPLETE]
    assert replayed[1].chat_id == live[0].chat_id
    assert replayed[0].df().equals(live[0].df())
    assert all(Path(each.recording).is_file() for each in replayed)
    assert [each.recording for each in live] == ["", ""]


def test_every_replay_is_the_same_at_either_pace(origin, auto, replaying):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")

    (first,) = asked(replaying, "Orders")
    (second,) = asked(replace(replaying, replay_pace="original"), "Orders")

    assert first == second
    assert first.transcript == second.transcript
    assert first.seconds == second.seconds


def test_mode_auto_asks_what_is_missing_once(origin, auto):
    origin.answer(Reply((SHORT,)))

    (first,) = asked(auto, "Orders")
    (second,) = asked(auto, "Orders")

    assert len(bodies(origin)) == 1
    assert (first.recording, first.text) == ("", second.text)
    assert second.recording


def test_mode_live_records_nothing_unless_told_to(origin, settings, folder):
    origin.answer(Reply((SHORT,)))
    live = replace(settings, recordings=str(folder))

    asked(live, "Orders")
    asked(replace(live, record=True), "Orders", record=False)
    assert not folder.exists()

    asked(live, "Orders", record=True)
    assert len(list(folder.iterdir())) == 1
    assert len(bodies(origin)) == 3


def test_a_miss_in_mode_replay_names_the_question_and_the_folder(replaying, no_network, folder):
    with Conversation(replaying) as conversation, pytest.raises(RecordingMissing) as caught:
        conversation.ask("Orders\nby \x1b[31mmonth " + "x" * 200)

    assert str(caught.value).startswith("The question “Orders by ?[31mmonth xxx")
    assert f"… is not recorded in {folder}. Ask it once in mode auto." in str(caught.value).replace("”", "")
    assert not folder.exists()


def test_a_miss_tells_how_many_questions_went_before(origin, auto, replaying):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")

    with Conversation(replaying) as conversation:
        conversation.ask("Orders")
        with pytest.raises(RecordingMissing, match="asked after 1 other in its chat"):
            conversation.ask("Orders")


@pytest.mark.parametrize(
    "other", [{"external_id": "grace"}, {"branch": "try-it"}, {"internal_id": "ada@example.com"}]
)
def test_the_answer_to_another_user_or_branch_is_not_replayed(origin, auto, replaying, other):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")

    with pytest.raises(RecordingMissing):
        asked(replace(replaying, **other), "Orders")


@pytest.mark.parametrize("options", [{"groups": ["sales"]}, {"attributes": {"region": "EU"}}])
def test_the_answer_under_other_rows_rules_is_not_replayed(origin, auto, replaying, options):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")

    with pytest.raises(RecordingMissing):
        asked(replaying, "Orders", **options)


def test_a_new_question_goes_on_with_the_replayed_chat(origin, auto):
    origin.answer(Reply((SHORT,)), Reply((recorded("follow_up"),)))
    asked(auto, "Orders")

    first, second = asked(auto, "Orders", "And last year?")

    assert first.recording
    assert not second.recording
    assert bodies(origin)[1]["chatId"] == "chat-1"
    assert second.warnings == ()


@pytest.mark.parametrize("status", [403, 404], ids=["another user's", "unknown"])
def test_a_chat_the_service_does_not_give_any_more_is_begun_anew_and_said_so(origin, auto, replaying, status):
    anew = SHORT.replace(b"chat-1", b"chat-2")
    origin.answer(Reply((SHORT,)), Reply(status=status), Reply((anew,)))
    asked(auto, "Orders")

    with Conversation(auto) as conversation:
        conversation.ask("Orders")
        answer = conversation.ask("And last year?")
        assert conversation.chat_id == "chat-2"

    assert [body.get("chatId") for body in bodies(origin)] == [None, "chat-1", None]
    assert answer.status is Status.COMPLETE
    assert answer.warnings == ("This question was asked in a new chat, without the questions before it.",)

    _, replayed = asked(replaying, "Orders", "And last year?")
    assert replayed.transcript == answer.transcript
    assert replayed.chat_id == "chat-2"


@pytest.mark.parametrize(("status", "kind"), [(403, NotAllowed), (404, NotFound)])
def test_a_chat_that_was_live_is_never_begun_anew_in_silence(origin, auto, status, kind):
    origin.answer(Reply((SHORT,)), Reply(status=status))

    with Conversation(auto) as conversation:
        conversation.ask("Orders")
        with pytest.raises(kind, match="--new"):
            conversation.ask("And last year?")

    assert len(bodies(origin)) == 2


def test_a_suspended_answer_that_was_gone_on_with_is_recorded_and_replayed_whole(origin, auto, replaying):
    origin.answer(Reply((recorded("suspended"),)), Reply((SHORT,)))
    with Conversation(auto) as conversation:
        suspended = conversation.ask("Orders")
        answer = conversation.resume_suspended().finish()

    (replayed,) = asked(replaying, "Orders")

    assert (suspended.status, answer.status) == (Status.SUSPENDED, Status.COMPLETE)
    assert replayed.lines == answer.lines
    assert replayed.transcript == answer.transcript


@pytest.mark.parametrize("record", [True, False])
def test_going_on_keeps_to_what_was_said_about_recording(origin, settings, folder, record):
    origin.answer(Reply((recorded("suspended"),)), Reply((SHORT,)))
    live = replace(settings, recordings=str(folder))

    with Conversation(live) as conversation:
        conversation.ask("Orders", record=record)
        conversation.resume_suspended().finish()

    assert folder.exists() is record


def test_the_times_of_what_was_gone_on_with_count_from_there(origin, auto):
    origin.answer(Reply((recorded("suspended"),)), Reply((SHORT,)))
    with Conversation(auto) as conversation:
        conversation.ask("Orders")
        gone_on_with = conversation.position.newest.resumption

    assert gone_on_with.clock() == 0.0


@pytest.mark.parametrize("name", ["aborted", "failed", "suspended"])
def test_an_answer_that_is_not_whole_is_not_recorded(origin, auto, folder, name):
    origin.answer(Reply((recorded(name),)))

    (answer,) = asked(auto, "Orders")

    assert answer.status is not Status.COMPLETE
    assert not folder.exists()


def test_an_answer_that_was_cut_is_not_recorded(origin, auto, folder):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.CUT), Reply((recorded("state_read"),)))

    (answer,) = asked(auto, "Orders")

    assert answer.status is Status.DROPPED
    assert not folder.exists()


def test_an_answer_that_was_stopped_is_not_recorded(origin, auto, folder):
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))

    with Conversation(auto) as conversation:
        turn = conversation.start("Orders")
        while not turn.transcript().answer:
            turn.wait(PATIENCE)

        turn.stop()
        assert turn.finish().status is Status.ABORTED

    assert not folder.exists()


def test_asking_again_records_over_what_was_there(origin, auto):
    origin.answer(Reply((SHORT,)), Reply((SHORT.replace(b"orders", b"parcels"),)))
    asked(auto, "Orders")

    (again,) = asked(auto, "Orders", again=True)
    (replayed,) = asked(auto, "Orders")

    assert len(bodies(origin)) == 2
    assert replayed.recording
    assert replayed.lines == again.lines


def test_nothing_is_asked_again_in_mode_replay(replaying, no_network):
    with Conversation(replaying) as conversation, pytest.raises(RequestRefused, match="auto or live"):
        conversation.ask("Orders", again=True)


@pytest.mark.parametrize("mode", ["auto", "replay"])
def test_a_damaged_recording_is_an_error_until_it_is_recorded_anew(origin, auto, folder, mode):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes().replace(b"chat-1", b"chat-9"))

    with pytest.raises(RecordingDamaged, match="line"):
        asked(replace(auto, mode=mode), "Orders")

    asked(auto, "Orders", again=True)
    assert asked(replace(auto, mode=mode), "Orders")[0].recording


def test_a_mode_that_is_none_is_refused_and_asks_nothing(origin, auto, folder):
    with pytest.raises(SettingsError, match="mode must be one of: live, auto, replay"):
        asked(auto, "Orders", mode="repaly")

    assert not bodies(origin)
    assert not folder.exists()


def test_an_answer_that_cannot_be_recorded_is_given_all_the_same(origin, auto, tmp_path):
    origin.answer(Reply((SHORT,)))
    (tmp_path / "taken").write_text("")

    (answer,) = asked(replace(auto, recordings=str(tmp_path / "taken")), "Orders")

    assert answer.status is Status.COMPLETE
    assert answer.warnings[0].startswith("This answer is not recorded.")


@pytest.mark.case("K06")
@pytest.mark.case("K11")
def test_the_key_stands_in_no_recording(origin, auto, replaying, folder):
    escaped = "".join(f"\\u{ord(each):04x}" for each in KEY)
    whole = SHORT.replace(b"chat-1", f"chat-{KEY}".encode()).replace(b"orders", f"{KEY} {escaped}".encode())
    origin.answer(Reply((whole,)))

    asked(auto, f"Is my key {KEY}?", f"Or {KEY}?", groups=[KEY])

    kept = {file.name: file.read_text() for file in folder.iterdir()}
    assert len(kept) == 2
    assert all("***" in text for text in kept.values())
    assert not [name for name, text in kept.items() if KEY in name or KEY in text or escaped in text]


@pytest.mark.case("K11")
def test_an_answer_that_spells_the_key_out_is_not_recorded(origin, auto, folder):
    pieces = [
        json.dumps({"id": "f0", "role": "assistant", "isDelta": True, "content": piece, "sort": 1}).encode()
        for piece in (KEY[:10], KEY[10:])
    ]
    origin.answer(Reply((b"".join([LINES[0], *(each + b"\n" for each in pieces), *LINES[1:]]),)))

    (answer,) = asked(auto, "Orders")

    assert answer.status is Status.COMPLETE
    assert "not recorded" in " ".join(answer.warnings)
    assert not folder.exists()


def test_a_replay_at_its_original_pace_can_be_stopped(origin, auto, replaying, folder):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")
    _slow_down(folder)

    with Conversation(replace(replaying, replay_pace="original")) as conversation:
        turn = conversation.start("Orders")
        while turn.chat_id is None:
            turn.wait(PATIENCE)

        turn.stop()
        answer = turn.finish()

    assert answer.status is Status.ABORTED
    assert answer.abort_failure == ""


def _slow_down(folder):
    from svcchat_magic.conversation.recordings.recording_file import read_recording
    from svcchat_magic.conversation.recordings.recording_folder import RecordingFolder

    (file,) = folder.iterdir()
    found = read_recording(file.read_bytes(), file.name)
    first, *rest = (line for _, line in found.arrivals)
    slow = replace(found, arrivals=((0.0, first), *((3_600.0, line) for line in rest)))
    RecordingFolder(folder, max_bytes=1_000_000).keep(slow)


def test_messages_of_a_replay_can_be_followed_from_a_coroutine(origin, auto, replaying):
    origin.answer(Reply((SHORT,)))
    asked(auto, "Orders")

    async def ids():
        with Conversation(replaying) as conversation:
            return [message.id async for message in conversation.stream("Orders")]

    assert asyncio.run(ids()) == ["__cutoff__", "u1", "t1", "t1", "f1", "f1", "f1", "__state__"]


REPLAY = """
import sys

FORBIDDEN = {"socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen"}

def watch(event, arguments):
    if event in FORBIDDEN:
        raise SystemExit(f"{event} {arguments}")

sys.addaudithook(watch)

from svcchat_magic import Conversation

with Conversation() as conversation:
    print(conversation.ask("Orders").text)
    print([name for name in ("httpx", "starlette", "duckdb") if name in sys.modules])
"""


def test_a_new_process_replays_with_no_key_no_service_and_no_network(origin, auto, folder):
    origin.answer(Reply((SHORT,)))
    (answer,) = asked(auto, "Orders")
    given = {"SVCCHAT_MODE": "replay", "SVCCHAT_RECORDINGS": str(folder), "SVCCHAT_EXTERNAL_ID": "ada"}
    environment = {name: text for name, text in os.environ.items() if not name.startswith("SVCCHAT_")}

    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        env=environment | given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{answer.text}\n[]\n"


def test_a_resumed_chat_is_not_taken_for_a_new_one(origin, auto, replaying):
    origin.answer(Reply((SHORT,)))
    with Conversation(auto) as conversation:
        conversation.resume("chat-1")
        conversation.ask("Orders")

    with pytest.raises(RecordingMissing):
        asked(replaying, "Orders")

    with Conversation(replaying) as conversation:
        conversation.resume("chat-1")
        assert conversation.ask("Orders").recording


def test_a_question_asked_again_in_its_place_is_replayed_and_adds_no_turn(origin, auto):
    for _ in range(3):
        origin.answer(Reply((SHORT,)))

    with Conversation(auto) as conversation:
        conversation.ask("Orders")
        conversation.ask("Revenue")
        again = conversation.ask("Orders", earlier=())
        conversation.ask("Refunds")

    assert again.recording
    assert len(bodies(origin)) == 3
    assert conversation.questions == ("Orders", "Revenue", "Refunds")


def test_a_notebook_edited_in_the_middle_is_found_whole_when_it_runs_from_the_top(origin, auto, replaying):
    for _ in range(3):
        origin.answer(Reply((SHORT,)))

    with Conversation(auto) as conversation:
        conversation.ask("Orders")
        conversation.ask("Revenu")
        conversation.ask("Revenue", earlier=("Orders",))

    assert all(answer.recording for answer in asked(replaying, "Orders", "Revenue"))


def test_mode_and_branch_can_be_given_with_a_question(origin, settings, folder):
    origin.answer(Reply((SHORT,)))
    live = replace(settings, recordings=str(folder))

    with Conversation(live) as conversation:
        conversation.ask("Orders", branch="next", record=True)
        again = conversation.ask("Orders", branch="next", mode="replay", new=True)

    assert again.recording
    assert bodies(origin)[0]["activeBranchName"] == "next"
