"""A transcript that would take too much memory is cut, says so, and is the same however its lines come."""

import json

import pytest

from svcchat_magic.conversation.answers.received import Received
from svcchat_magic.protocol.fold import MOST_BUFFERS, Fold
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.text_budget import MOST_CHARACTERS

MILLION = 1_000_000


def said(text: str, *, name: str = "m", is_delta: bool = True) -> bytes:
    message = {"id": name, "role": "assistant", "content": text, "isDelta": is_delta, "graphPath": ["final"]}
    return json.dumps(message).encode() + b"\n"


def received(stream: bytes, step: int) -> Received:
    found, reader = Received(None), LineReader()
    for at in range(0, len(stream), step):
        found.take(reader.feed(stream[at : at + step]), 0.0)

    return found


@pytest.mark.case("S37")
@pytest.mark.parametrize("step", [100_000, 1_300_000, 20_000_000])
def test_words_beyond_the_room_are_cut_at_the_same_letter_however_they_come(step):
    stream = b"".join(said(letter * MILLION) for letter in "abcdefg")

    transcript = received(stream, step).transcript()

    assert transcript.answer == "".join(letter * MILLION for letter in "abcdefg")[:MOST_CHARACTERS]
    assert f"{MOST_CHARACTERS:,} characters" in transcript.warnings[0]


@pytest.mark.parametrize("step", [100_000, 20_000_000])
def test_what_is_replaced_gives_its_room_back(step):
    stream = b"".join(
        said(letter * MILLION, name=str(at % 2), is_delta=False) for at, letter in enumerate("abcdefg")
    )

    transcript = received(stream, step).transcript()

    assert transcript.answer == "f" * MILLION or transcript.answer == "g" * MILLION
    assert transcript.warnings == ()


def test_all_that_came_stands_in_the_lines():
    stream = b"".join(said(letter * MILLION) for letter in "abcdefg")

    kept = received(stream, MILLION)

    assert b"".join(block + b"\n" for block in kept.lines.blocks) == stream


def test_a_tool_result_without_room_is_a_failure_and_not_a_running_call():
    fold = Fold()
    fold.watch_budget()
    result = '{"data": "' + "x" * MOST_CHARACTERS + '"}'

    fold.add(Message(id="t", role="assistant", tool_call=ToolCall("svcSqlApi", "{}", result)))

    (step,) = fold.transcript().steps
    assert "too large" in step.failure.error


def test_steps_beyond_the_most_are_left_out_and_told():
    fold = Fold()
    fold.add_all(Message(id=f"m{at}", role="assistant", content="x") for at in range(MOST_BUFFERS + 5))

    transcript = fold.transcript()

    assert len(transcript.steps) <= MOST_BUFFERS
    assert "20,000 steps" in transcript.warnings[0]
