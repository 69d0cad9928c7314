"""Servers of the messages shape: what they send beside text and calls, and how they fail."""

import json

import pytest

from tests.analyst.language_model.asking import BY_CHANNEL, answer, asked, outcome, results, thoughts
from tests.analyst.language_model.scripted_endpoint import Says, Sends, scripted_endpoint

NAME, ARGUMENTS = BY_CHANNEL
TRUE = "Revenue was highest in Web."


def event(kind, **fields) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def block(at, about, *deltas) -> bytes:
    pieces = (event("content_block_delta", index=at, delta=each) for each in deltas)
    start = event("content_block_start", index=at, content_block=about)
    return start + b"".join(pieces) + event("content_block_stop", index=at)


def stop(reason) -> bytes:
    ended = event("message_delta", delta={"stop_reason": reason}, usage={"output_tokens": 9})
    return ended + event("message_stop")


def text(said, at=0) -> bytes:
    return block(at, {"type": "text", "text": ""}, {"type": "text_delta", "text": said})


CALL = {"type": "tool_use", "id": "toolu_1", "name": NAME, "input": {}}
WRITTEN = {"type": "input_json_delta", "partial_json": json.dumps(ARGUMENTS)}
CALLS = {
    "pings between": event("ping") + block(0, CALL, WRITTEN) + event("ping") + stop("tool_use"),
    "thinking before": block(
        0,
        {"type": "thinking", "thinking": "", "signature": ""},
        {"type": "thinking_delta", "thinking": "By channel."},
        {"type": "signature_delta", "signature": "x" * 40},
    )
    + block(1, CALL, WRITTEN)
    + stop("tool_use"),
    "hidden thinking before": block(0, {"type": "redacted_thinking", "data": "x" * 40})
    + block(1, CALL, WRITTEN)
    + stop("tool_use"),
    "its input at once": block(0, {**CALL, "input": ARGUMENTS}) + stop("tool_use"),
    "blocks nobody knows": block(0, {"type": "server_tool_use", "id": "s", "name": "web", "input": {}})
    + block(1, CALL, {"type": "input_json_delta", "partial_json": ""}, WRITTEN, {"type": "new_delta"})
    + stop("tool_use"),
    "an empty message behind": block(0, CALL, WRITTEN)
    + stop("tool_use")
    + event("message_delta", delta=None, usage=None),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_is_understood_whatever_is_sent_beside_it(call):
    with scripted_endpoint(Sends((call,)), Says(TRUE)) as endpoint:
        events = asked(endpoint, llm_kind="anthropic")

    assert len(results(events)) == 1
    assert outcome(events) == "answered"
    assert answer(events).strip() == TRUE


def test_what_it_thinks_is_shown_and_not_sent_back():
    with scripted_endpoint(Sends((CALLS["thinking before"],)), Says(TRUE)) as endpoint:
        events = asked(endpoint, llm_kind="anthropic")

    assert "By channel." in thoughts(events)
    assert [each["type"] for each in endpoint.asked[1]["messages"][1]["content"]] == ["tool_use"]


def test_a_whole_message_in_place_of_a_stream_is_taken():
    whole = {"type": "message", "role": "assistant", "usage": {"input_tokens": 5, "output_tokens": 2}}
    call = {**whole, "content": [{**CALL, "input": ARGUMENTS}], "stop_reason": "tool_use"}
    told = {**whole, "content": [{"type": "text", "text": TRUE}], "stop_reason": "end_turn"}
    bodies = [Sends((json.dumps(each).encode(),), "application/json") for each in (call, told)]
    with scripted_endpoint(*bodies) as endpoint:
        events = asked(endpoint, llm_kind="anthropic")

    assert len(results(events)) == 1
    assert answer(events).strip() == TRUE


FAILURES = {
    "overloaded in the stream": (
        text("I look") + event("error", error={"type": "overloaded_error", "message": "Overloaded"}),
        "is too busy: Overloaded",
    ),
    "failed in the stream": (
        event("error", error={"type": "api_error", "message": "Internal server error"}),
        "failed: Internal server error",
    ),
    "cut": (text("Let me"), "was cut"),
    "its limit": (text("Let me") + stop("max_tokens"), "was cut at"),
    "no more room": (text("Let me") + stop("model_context_window_exceeded"), "was cut at"),
    "refused": (text("I will not.") + stop("refusal"), "refused to answer"),
    "nothing": (stop("end_turn"), "said nothing"),
}


@pytest.mark.parametrize(("sent", "said"), FAILURES.values(), ids=FAILURES)
def test_what_is_no_answer_ends_with_a_sentence(sent, said):
    with scripted_endpoint(Sends((sent,))) as endpoint:
        events = asked(endpoint, llm_kind="anthropic")

    assert outcome(events) == "refused"
    assert said in answer(events)


def test_a_pause_ends_the_turn_with_what_was_said():
    with scripted_endpoint(Sends((text("Which year?") + stop("pause_turn"),))) as endpoint:
        events = asked(endpoint, llm_kind="anthropic")

    assert answer(events).strip() == "Which year?"
