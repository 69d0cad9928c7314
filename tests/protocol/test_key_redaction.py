import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.lines import LineReader, Lines
from svcchat_magic.protocol.loaded_rows import LoadedRows, packed, packed_if_fitting
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.protocol.transcript import Note, ToolStep, Transcript
from svcchat_magic.settings import ApiKey
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import chunks, recorded

REDACTION = KeyRedaction(ApiKey(KEY))
NOTHING = KeyRedaction(None)
ESCAPED = "".join(f"\\u{ord(character):04x}" for character in KEY)


def read(parts):
    """The lines of these chunks, as the client would give them out."""
    reader, lines = LineReader(), []
    for part in parts:
        lines += REDACTION.lines(reader.feed(part))

    return lines


@pytest.mark.case("K12")
@pytest.mark.parametrize("said", [KEY, ESCAPED], ids=["plain", "in escapes"])
@given(st.integers(1, 60), st.binary(max_size=40), st.binary(max_size=40))
def test_a_key_is_redacted_however_the_stream_is_cut(said, size, before, after):
    stream = before + b"." + said.encode() + after + b"\n" + recorded("short")

    lines = read(chunks(stream, size))

    assert said.encode() not in b"\n".join(lines)
    assert b"***" in b"\n".join(lines)
    assert lines[-1] == recorded("short").splitlines()[-1]


def test_lines_without_the_key_are_the_same_objects():
    clean, with_key = Lines([b"{}"]), Lines([KEY.encode()])

    assert REDACTION.lines(clean) is clean
    assert NOTHING.lines(with_key) is with_key


@given(st.binary())
def test_without_a_key_a_line_stays_as_it_is(line):
    assert NOTHING.line(line) == line


@pytest.mark.case("K08")
def test_a_key_is_redacted_of_a_text():
    assert REDACTION.text(f"a {KEY} b {KEY}") == "a *** b ***"
    assert NOTHING.text(KEY) == KEY


@pytest.mark.case("K12")
def test_a_transcript_is_cleaned_in_all_that_the_service_worded():
    note = Note(f"so {KEY}", 0.0, 1.0, is_thinking=True)
    clean = Note("so", 0.0, 1.0, is_thinking=True)
    tool = ToolStep(ToolCall(KEY, json.dumps({"query": KEY}), json.dumps({"error": KEY})), 0.0, 1.0)
    waiting = ToolStep(ToolCall("svcSqlApi", "{}"), 0.0, 1.0)
    said = Transcript(steps=(note, clean, tool, waiting), answer=f"It is {KEY}.", error=f"{KEY} is odd")

    found = REDACTION.transcript(said)

    assert KEY not in repr(found)
    assert found.steps[0].text == "so ***"
    assert found.steps[1] is clean
    assert found.steps[2].call == ToolCall("***", '{"query": "***"}', '{"error": "***"}')
    assert found.steps[3] is waiting
    assert (found.answer, found.error) == ("It is ***.", "*** is odd")
    assert NOTHING.transcript(said) is said


@pytest.mark.case("K11")
@pytest.mark.parametrize("name", ["content", "thinking"])
def test_a_key_that_comes_in_pieces_is_seen(name):
    lines = [
        json.dumps({"id": "a", "role": "assistant", "isDelta": True, name: piece}).encode()
        for piece in ("so: ", KEY[:9], KEY[9:], " that")
    ]

    assert REDACTION.is_in_pieces(lines)
    assert not KeyRedaction(ApiKey("another-" + KEY)).is_in_pieces(lines)
    assert not NOTHING.is_in_pieces(lines)


@pytest.mark.case("K12")
def test_loaded_rows_are_cleaned_in_every_packing():
    texts = packed(["a", f"x{KEY}", None], "String")
    numbers = packed([1, 2, 3], "Int64")
    mixed = packed_if_fitting([KEY, 5, {"a": [KEY]}], "Int64")
    columns = (Column(KEY, "String"), Column("n", "Int64"), Column("m", "Int64"))
    result = SqlResult("", "SELECT 1", "", (), (), 3)
    loaded = LoadedRows(result, columns, 3, 3, blocks=((texts, numbers, mixed),))

    found = REDACTION.rows(loaded)

    assert found.rows == (("a", 1, "***"), ("x***", 2, 5), (None, 3, {"a": ["***"]}))
    assert found.columns[0].name == "***"
    assert found.blocks[0][1] is numbers
    assert NOTHING.rows(loaded) is loaded


@pytest.mark.case("K12")
def test_in_a_body_the_key_is_written_over_in_its_place():
    body = bytearray(b"ab" + KEY.encode() * 2 + b"cd")

    REDACTION.body(body)
    NOTHING.body(body)

    assert body == b"ab" + b"*" * 2 * len(KEY) + b"cd"


@pytest.mark.case("K03")
def test_a_redaction_does_not_show_the_key():
    assert KEY not in repr(REDACTION) + repr(vars(REDACTION))
