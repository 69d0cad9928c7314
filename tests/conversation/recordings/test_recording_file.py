import hashlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.conversation.recordings.recording_file import Recording, read_recording, write_recording
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.errors import RecordingDamaged

NAME = "orders-1.ndjson"
times = st.lists(st.floats(0, 600), max_size=20).map(sorted)


def recording(arrivals=((0.1, b'{"id": "__cutoff__"}'), (0.2, b"\xff\xfe")), **values):
    given = {"key": RecordingKey("Orders", session='{"externalId":"ada"}'), "chat_id": "chat-1"}
    given |= {"asked_at": "2025-01-10T12:00:00+00:00", "package_version": "1", "seconds": 0.5}
    return Recording(arrivals=tuple(arrivals), **(given | values))


def with_line(number, change):
    """The file with one line's object changed, and its end marker made to fit."""
    lines = [json.loads(line) for line in write_recording(recording()).splitlines()]
    changed = change if isinstance(change, bytes) else json.dumps(lines[number - 1] | change).encode()
    body = [changed if at == number - 1 else json.dumps(line).encode() for at, line in enumerate(lines[:-1])]
    before = b"\n".join([*body, b""])
    end = lines[-1] | {"sha256": hashlib.sha256(before).hexdigest()}
    return before + json.dumps(end).encode() + b"\n"


@given(
    times.flatmap(lambda found: st.tuples(*(st.tuples(st.just(at), st.binary()) for at in found))), st.text()
)
def test_any_bytes_come_back_with_their_times(arrivals, question):
    question = question.encode("utf-8", "replace").decode()
    written = recording(arrivals, key=RecordingKey(question, ("before",), resumed="chat-0"))

    assert read_recording(write_recording(written), NAME) == written


def test_the_file_is_readable_and_documented():
    first, *arrivals, end = map(json.loads, write_recording(recording()).splitlines())

    assert (first["format"], first["question"], first["status"]) == (1, "Orders", "complete")
    assert first["session"] == {"externalId": "ada"}
    assert arrivals == [{"t": 0.1, "line": '{"id": "__cutoff__"}'}, {"t": 0.2, "base64": "//4="}]
    assert (end["end"], end["lines"], end["seconds"]) == (True, 2, 0.5)


def test_line_ends_may_be_changed_by_a_version_control():
    content = write_recording(recording()).replace(b"\n", b"\r\n")

    assert read_recording(content, NAME) == recording()


def test_a_line_separator_within_a_line_ends_no_line():
    found = recording([(0.0, "a\u2028b\u0085c\x0cd".encode())])

    assert read_recording(write_recording(found), NAME) == found


def test_every_cut_is_an_error_with_file_and_line():
    content = write_recording(recording())

    for at in range(len(content)):
        with pytest.raises(RecordingDamaged, match=r"orders-1\.ndjson is damaged at line [1-5]: "):
            read_recording(content[:at], NAME)


def test_every_changed_byte_is_an_error():
    content = write_recording(recording())
    header_and_lines = content[: content.rindex(b"\n", 0, -1)]

    for at in range(len(header_and_lines)):
        if (changed := bytes([content[at] ^ 1])) != b"\r":
            with pytest.raises(RecordingDamaged, match="line"):
                read_recording(content[:at] + changed + content[at + 1 :], NAME)


def test_a_line_that_is_missing_or_doubled_is_an_error():
    lines = write_recording(recording()).splitlines(keepends=True)

    for changed in ([*lines[:1], *lines[2:]], [*lines[:2], *lines[1:]], [*lines, lines[-1]]):
        with pytest.raises(RecordingDamaged, match="lines are missing or too many"):
            read_recording(b"".join(changed), NAME)


@pytest.mark.parametrize("rest", [b"x", b"{}", b"\n", b"{}\n", b'{"end": true}\n'])
def test_anything_after_the_end_is_an_error(rest):
    with pytest.raises(RecordingDamaged, match="line 5"):
        read_recording(write_recording(recording()) + rest, NAME)


@pytest.mark.parametrize(
    ("number", "change", "why"),
    [
        (1, b"[]", "not a JSON object"),
        (1, b"{", "not JSON"),
        (1, b"\xff", "not JSON"),
        (1, b"[" * 100_000, "not JSON"),
        (1, {"format": 2}, "its format is not 1"),
        (1, {"status": "aborted"}, "not complete"),
        (1, {"chat_id": 1}, "must be text"),
        (1, {"asked_at": None}, "must be text"),
        (1, {"question": 1}, "must be text"),
        (2, {"t": None}, "no usable time"),
        (2, {"t": True}, "no usable time"),
        (2, {"t": -1}, "no usable time"),
        (2, {"t": 10**400}, "no usable time"),
        (2, {"line": 1}, "neither line nor base64"),
        (2, b'{"t": NaN, "line": ""}', "not JSON"),
        (2, {"line": "\ud800"}, "cannot be read"),
        (3, {"t": 0.05}, "earlier than the line above"),
        (3, {"base64": "?"}, "cannot be read"),
    ],
)
def test_a_line_that_is_none_of_the_format_is_named(number, change, why):
    with pytest.raises(RecordingDamaged, match=f"line {number}: .*{why}"):
        read_recording(with_line(number, change), NAME)


@pytest.mark.parametrize("seconds", [None, "1", -1, math.inf])
def test_an_end_without_a_time_is_an_error(seconds):
    lines = write_recording(recording()).splitlines(keepends=True)
    end = json.dumps(json.loads(lines[-1]) | {"seconds": seconds}).encode() + b"\n"

    with pytest.raises(RecordingDamaged, match="line 4"):
        read_recording(b"".join(lines[:-1]) + end, NAME)
