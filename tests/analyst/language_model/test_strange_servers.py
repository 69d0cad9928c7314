"""Servers that speak the chat-completions shape in their own way; each must be understood, or end typed."""

import json

import pytest

from svcchat_magic.analyst.language_model.endpoint import Budget
from tests.analyst.language_model.asking import BY_CHANNEL, answer, asked, outcome, results, thoughts
from tests.analyst.language_model.scripted_endpoint import Refuses, Says, Sends, scripted_endpoint


def event(delta, reason=None, **fields) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return b"data: " + json.dumps({"choices": [choice], **fields}).encode() + b"\n\n"


NAME, ARGUMENTS = BY_CHANNEL
TRUE = "Revenue was highest in Web."
GOOD = {"name": NAME, "arguments": json.dumps(ARGUMENTS)}
WRITTEN = json.dumps({"name": NAME, "arguments": ARGUMENTS})
CALLED = event({}, "tool_calls")
DONE = b"data: [DONE]\n\n"


def called(**call) -> bytes:
    return event({"tool_calls": [call]})


def says(text: str) -> Sends:
    return Sends((event({"content": text}), event({}, "stop"), DONE))


CALLS = {
    "no id": (called(index=0, function=GOOD), CALLED, DONE),
    "an object for arguments": (
        called(index=0, id="a", function={"name": NAME, "arguments": ARGUMENTS}),
        CALLED,
    ),
    "arguments quoted twice": (
        called(index=0, id="a", function={"name": NAME, "arguments": json.dumps(json.dumps(ARGUMENTS))}),
        CALLED,
    ),
    "arguments in a fence": (
        called(
            index=0, id="a", function={"name": NAME, "arguments": f"```json\n{json.dumps(ARGUMENTS)}\n```"}
        ),
        CALLED,
    ),
    "content null": (
        event({"role": "assistant", "content": None, "tool_calls": None}),
        called(index=0, id="a", function=GOOD),
        event({"content": None}, "tool_calls"),
    ),
    "no index": (
        called(id="a", function={"name": "svcMeta", "arguments": '{"words": "revenue"}'}),
        called(id="b", function=GOOD),
        event({}, "stop"),
    ),
    "the older function_call": (
        event({"function_call": {"name": NAME, "arguments": ""}}),
        event({"function_call": {"arguments": json.dumps(ARGUMENTS)}}),
        event({}, "function_call"),
    ),
    "stop as the reason": (
        called(index=0, id="a", function=GOOD),
        event({}, "stop"),
        DONE,
    ),
    "no reason": (called(index=0, id="a", function=GOOD), DONE),
    "no DONE": (called(index=0, id="a", function=GOOD), event({}, "stop")),
    "tags": (event({"content": f"<tool_call>\n{WRITTEN}\n</tool_call>"}), event({}, "stop")),
    "tags behind words": (
        event({"content": "Let me look. <tool_"}),
        event({"content": f"call>{WRITTEN}</tool_call>"}),
        event({}, "stop"),
    ),
    "a function tag": (
        event({"content": f"<function={NAME}>{json.dumps(ARGUMENTS)}</function>"}),
        event({}, "stop"),
    ),
    "a list behind a mark": (
        event({"content": f"[TOOL_CALLS] [{WRITTEN}]"}),
        event({}, "stop"),
    ),
    "JSON in a fence": (
        event({"content": f"```json\n{json.dumps({'name': NAME, 'parameters': ARGUMENTS})}\n```"}),
        event({}, "stop"),
    ),
    "nothing but JSON": (
        event(
            {"content": json.dumps({"type": "function", "function": {"name": NAME, "arguments": ARGUMENTS}})}
        ),
        event({}, "stop"),
    ),
    "one byte at a time": tuple(bytes((each,)) for each in called(index=0, id="a", function=GOOD) + CALLED),
    "CRLF and comments": (
        b": hello\r\nevent: x\r\nid: 7\r\n\r\n"
        + called(index=0, id="a", function=GOOD).replace(b"\n", b"\r\n")
        + b": ping\r\n\r\n"
        + CALLED.replace(b"\n", b"\r\n"),
    ),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_is_understood_however_it_is_sent(call):
    with scripted_endpoint(Sends(call), says(TRUE)) as endpoint:
        events = asked(endpoint)

    assert len(results(events)) == 1
    assert outcome(events) == "answered"
    assert answer(events).strip() == TRUE


ANSWERS = {
    "no usage": says(TRUE),
    "no reason": Sends((event({"content": TRUE}), DONE)),
    "in parts": Sends((event({"content": [{"type": "text", "text": TRUE}]}, "stop"),)),
    "thinking in tags": Sends(
        (event({"content": "<thi"}), event({"content": f"nk>Web made 77?</think>{TRUE}"}), event({}, "stop"))
    ),
    "a tag that is closed only": Sends((event({"content": f"</think>{TRUE}"}, "stop"),)),
    "reasoning beside": Sends(
        (event({"reasoning_content": "Web made 77?"}), event({"content": TRUE}, "stop"))
    ),
    "reasoning by the other name": Sends((event({"reasoning": "Hm."}), event({"content": TRUE}, "stop"))),
    "a usage of text": Sends((event({"content": TRUE}, "stop", usage={"prompt_tokens": "many"}),)),
    "an end of its own name": Sends((event({"content": TRUE}, "eos"),)),
    "one JSON over many lines": Sends(
        (
            json.dumps(
                {"choices": [{"message": {"content": TRUE}, "finish_reason": "stop"}]}, indent=2
            ).encode(),
        ),
        "application/json; charset=utf-8",
    ),
    "a stream that is called JSON": Sends((event({"content": TRUE}, "stop"),), "application/json"),
}


@pytest.mark.parametrize("told", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_understood_however_it_is_sent(told):
    with scripted_endpoint(Says("", (BY_CHANNEL,)), told) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "answered"
    assert answer(events).strip() == TRUE


def test_thoughts_in_tags_are_thoughts():
    text = f"<think>Web made 77 in all.</think>{TRUE}"
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(text, piece=1)) as endpoint:
        events = asked(endpoint)

    assert "Web made 77 in all." in thoughts(events)
    assert answer(events).strip() == TRUE


FAILURES = {
    "an error with 200": (
        Sends((b'{"error": {"message": "out of memory"}}',), "application/json"),
        "out of memory",
    ),
    "an error as text": (Sends((b'data: {"error": "overloaded"}\n\n',)), "overloaded"),
    "cut without an end": (Sends((event({"content": "Revenue was"}),)), "was cut"),
    "nothing at all": (Sends(()), "was cut"),
    "an empty answer": (Sends((event({"content": ""}, "stop"), DONE)), "said nothing"),
    "no choices": (Sends((b'data: {"choices": []}\n\n', DONE)), "said nothing"),
    "null for choices": (Sends((b'data: {"choices": null}\n\n',)), "was cut"),
    "a number for an event": (Sends((b"data: 5\n\n", event({}, "stop"))), "said nothing"),
    "busy": (Refuses(429, "slow down", "0"), "too busy"),
    "overloaded": (Refuses(529, "overloaded", "0"), "too busy"),
    "too long": (Refuses(400, "This model's maximum context length is 8192 tokens."), "too long"),
    "cut at its limit": (Says("I think that", stops="length"), "was cut at"),
    "deep JSON": (Sends((b"data: " + b"[" * 50_000 + b"\n\n",)), "no stream of its kind"),
}


@pytest.mark.parametrize(("response", "said"), FAILURES.values(), ids=FAILURES)
def test_what_is_no_answer_ends_with_a_sentence(response, said):
    with scripted_endpoint(response) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "refused"
    assert said in answer(events)


def test_a_call_of_another_tool_in_the_text_is_text():
    with scripted_endpoint(Says('{"name": "rm", "arguments": {"path": "/"}}')) as endpoint:
        events = asked(endpoint)

    assert results(events) == []
    assert outcome(events) == "refused"


def test_a_server_that_counts_no_tokens_is_held_to_the_budget_too():
    call = Sends(
        (
            called(index=0, id="a", function={"name": "svcMeta", "arguments": '{"words": "revenue"}'}),
            event({}, "stop"),
        )
    )
    with scripted_endpoint(call) as endpoint:
        events = asked(endpoint, budget=Budget(tokens=5_000))

    assert "more than 5,000 tokens" in answer(events)
    assert len(endpoint.asked) < Budget().steps
