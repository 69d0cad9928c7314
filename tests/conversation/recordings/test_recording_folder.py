import os
import stat
import subprocess
import sys
from dataclasses import replace
from threading import Event, Thread

import pytest

from svcchat_magic.conversation.recordings.recording_folder import RecordingFolder
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.errors import RecordingDamaged, RecordingError
from tests.conversation.recordings.test_recording_file import recording

KEY = recording().key


@pytest.fixture
def folder(tmp_path):
    return RecordingFolder(tmp_path / "kept" / "here", max_bytes=100_000)


def test_a_recording_is_found_again(folder):
    file = folder.keep(recording())

    assert folder.find(KEY) == recording()
    assert file == folder.path(KEY)
    assert os.listdir(folder.folder) == [KEY.file_name]


def test_nothing_recorded_is_none_and_creates_nothing(folder):
    assert folder.find(KEY) is None
    assert not folder.folder.parent.exists()


def test_the_newer_recording_replaces_the_older(folder):
    folder.keep(recording())
    folder.keep(recording(chat_id="chat-2"))

    assert folder.find(KEY).chat_id == "chat-2"
    assert len(os.listdir(folder.folder)) == 1


def test_a_recording_that_comes_and_goes_is_found_whole_or_not_at_all(folder):
    file = folder.keep(recording())
    aside = file.with_suffix(".aside")
    ended = Event()

    def move():
        while not ended.is_set():
            os.replace(file, aside)
            os.replace(aside, file)

    moving = Thread(target=move)
    moving.start()
    try:
        found = [folder.find(KEY) for _ in range(3_000)]
    finally:
        ended.set()
        moving.join()

    assert [each for each in found if each not in (None, recording())] == []


@pytest.mark.skipif(os.name != "posix", reason="other systems have other permissions")
def test_others_cannot_read_a_recording(folder):
    file = folder.keep(recording())

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_renamed_to_another_question_is_an_error(folder):
    other = replace(KEY, question="Revenue")
    os.replace(folder.keep(recording()), folder.path(other))

    with pytest.raises(RecordingDamaged, match="does not match its file name"):
        folder.find(other)


def test_a_damaged_file_is_an_error_and_no_miss(folder):
    file = folder.keep(recording())
    file.write_bytes(file.read_bytes()[:-5])

    with pytest.raises(RecordingDamaged, match=rf"{file.name} is damaged at line 4"):
        folder.find(KEY)


def test_a_damaged_file_can_be_recorded_over(folder):
    folder.keep(recording()).write_bytes(b"")
    folder.keep(recording())

    assert folder.find(KEY) == recording()


def test_a_file_that_is_too_large_is_not_read(folder):
    folder.keep(recording([(0.0, b"x" * 100_001)]))

    with pytest.raises(RecordingError, match="max_stream_bytes"):
        folder.find(KEY)


def test_a_pipe_in_place_of_a_file_is_not_waited_for(folder):
    folder.folder.mkdir(parents=True)
    os.mkfifo(folder.path(KEY))

    with pytest.raises(RecordingDamaged, match="not a file"):
        folder.find(KEY)


def test_a_folder_that_cannot_be_made_is_an_error_with_its_reason(tmp_path):
    (tmp_path / "file").write_text("")
    folder = RecordingFolder(tmp_path / "file" / "kept", max_bytes=1)

    with pytest.raises(RecordingError, match="cannot be written"):
        folder.keep(recording())

    assert folder.find(KEY) is None


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside(folder, monkeypatch):
    folder.keep(recording())
    monkeypatch.setattr(os, "fsync", _full)

    with pytest.raises(RecordingError, match="No space left"):
        folder.keep(recording(chat_id="chat-2"))

    assert folder.find(KEY) == recording()
    assert os.listdir(folder.folder) == [KEY.file_name]


def _full(descriptor):
    raise OSError(28, "No space left on device")


WRITER = """
import sys
from pathlib import Path
from svcchat_magic.conversation.recordings.recording_folder import RecordingFolder
from tests.conversation.recordings.test_recording_file import recording

folder = RecordingFolder(Path(sys.argv[1]), max_bytes=10_000_000)
lines = [(float(at), sys.argv[2].encode() * 100) for at in range(200)]
print("ready", flush=True)
sys.stdin.readline()
for _ in range(50):
    folder.keep(recording(lines))
"""


@pytest.mark.long
def test_two_processes_that_record_the_same_question_leave_one_whole_file(tmp_path):
    folder = RecordingFolder(tmp_path, max_bytes=10_000_000)
    writers = [_writer(tmp_path, name) for name in ("one", "two")]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"

    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()

    found = []
    while any(writer.poll() is None for writer in writers):
        found.append(folder.find(KEY))

    for writer in writers:
        writer.communicate()

    last = folder.find(KEY)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert {len(each.arrivals) for each in (*found, last) if each is not None} == {200}
    assert len({line for _, line in last.arrivals}) == 1
    assert os.listdir(tmp_path) == [KEY.file_name]


def _writer(folder, name):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_question_of_any_length_is_kept(folder):
    key = RecordingKey("x" * 20_000, tuple("y" * 1_000 for _ in range(10)))

    folder.keep(recording(key=key))

    assert folder.find(key).key == key
