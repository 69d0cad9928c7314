"""Servers that speak the chat-completions shape in their own way; each must be understood, or end typed."""

import asyncio
import gzip
import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.analyst.language_model.endpoint import Budget
from svcchat_magic.analyst.language_model.model_client import ModelClient
from svcchat_magic.analyst.language_model.prompt import Prompt, UserText
from svcchat_magic.analyst.language_model.step import MOST_CALLS
from svcchat_magic.client.retries import Timing
from tests.analyst.language_model.asking import (
    BY_CHANNEL,
    answer,
    asked,
    outcome,
    results,
    scripted_model,
    thoughts,
)
from tests.analyst.language_model.scripted_endpoint import Refuses, Says, Sends, scripted_endpoint


def event(delta, reason=None, **fields) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return b"data: " + json.dumps({"choices": [choice], **fields}).encode() + b"\n\n"


NAME, ARGUMENTS = BY_CHANNEL
TRUE = "Revenue was highest in Web."
MESSAGE = json.dumps({"content": TRUE}).encode()
GOOD = {"name": NAME, "arguments": json.dumps(ARGUMENTS)}
WRITTEN = json.dumps({"name": NAME, "arguments": ARGUMENTS})
TAGGED = "".join(
    f"<parameter={each}>\n{json.dumps(value)}\n</parameter>\n" for each, value in ARGUMENTS.items()
)
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
    "no kind, no role": (
        b"data: "
        + json.dumps({"choices": [{"delta": {"tool_calls": [{"function": GOOD}]}}]}).encode()
        + b"\n\n",
        CALLED,
    ),
    "a number for an id": (called(index=0, id=7, type=None, function=GOOD), CALLED),
    "a name in every piece": (
        called(index=0, id="a", function={"name": NAME, "arguments": json.dumps(ARGUMENTS)[:9]}),
        called(index=0, id="a", function={"name": NAME, "arguments": json.dumps(ARGUMENTS)[9:]}),
        CALLED,
    ),
    "one id for two calls": (
        called(index=0, id="a", function={"name": "svcMeta", "arguments": '{"words": "revenue"}'}),
        called(index=1, id="a", function=GOOD),
        CALLED,
    ),
    "calls as an object": (event({"tool_calls": {"index": 0, "id": "a", "function": GOOD}}), CALLED, DONE),
    "a name with its namespace": (
        called(index=0, id="a", function={**GOOD, "name": f" functions.{NAME}\n"}),
        CALLED,
    ),
    "parameters in tags": (
        event({"content": f"<tool_call>\n<function={NAME}>\n{TAGGED}</function>\n</tool_call>"}, "stop"),
    ),
    "an invocation in tags": (event({"content": f'<invoke name="{NAME}">{TAGGED}</invoke>'}, "stop"),),
    "a name behind a mark": (
        event(
            {"content": f"<｜tool▁call▁begin｜>function<｜tool▁sep｜>{NAME}\n```\n{json.dumps(ARGUMENTS)}"},
            "stop",
        ),
    ),
    "a channel for the tool": (
        event(
            {"content": f"<|channel|>commentary to=functions.{NAME} json<|message|>{json.dumps(ARGUMENTS)}"}
        ),
        event({}, "stop"),
    ),
    "empty events between": (
        b"data:\n\ndata: \n\n" + called(index=0, id="a", function=GOOD) + b"data:\n\n",
        CALLED,
    ),
    "a byte order mark": (b"\xef\xbb\xbf" + called(index=0, id="a", function=GOOD), CALLED),
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
    "a second choice": Sends(
        (
            event({"content": TRUE}).replace(b'"index": 0', b'"index": 1'),
            event({"content": TRUE}, "stop"),
            event({"content": "Store made 9 billion."}).replace(b'"index": 0', b'"index": 7'),
            DONE,
        )
    ),
    "a message beside no delta": Sends(
        (event(None, "stop", more=1).replace(b'"delta": null', b'"delta": null, "message": ' + MESSAGE), DONE)
    ),
    "channels": says(
        f"<|channel|>analysis<|message|>77.<|end|><|start|>assistant<|channel|>final<|message|>{TRUE}"
    ),
    "marks of a template": says(f"<s>{TRUE}<|im_end|></s>"),
    "held open behind its end": Sends((event({"content": TRUE}, "stop"), DONE), hold=True),
    "no reason": Sends((event({"content": TRUE}), DONE)),
    "in parts": Sends((event({"content": [{"type": "text", "text": TRUE}]}, "stop"),)),
    "thinking in tags": Sends(
        (event({"content": "<thi"}), event({"content": f"nk>Web made 77?</think>{TRUE}"}), event({}, "stop"))
    ),
    "in parts of plain text": Sends((event({"content": ["Revenue was ", "highest in Web."]}, "stop"),)),
    "usage null": Sends((event({"content": TRUE}, "stop", usage=None), DONE)),
    "usage behind the end": Sends(
        (event({"content": TRUE}, "stop"), b'data: {"choices": [], "usage": {"prompt_tokens": 9}}\n\n', DONE)
    ),
    "compressed unasked": Sends((gzip.compress(event({"content": TRUE}, "stop") + DONE),), encoding="gzip"),
    "a byte order mark before JSON": Sends(
        (
            b"\xef\xbb\xbf"
            + json.dumps({"choices": [{"message": {"content": TRUE}, "finish_reason": "stop"}]}).encode(),
        ),
        "application/json",
    ),
    "thoughts as parts": Sends(
        (
            event({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}),
            event({"content": TRUE}, "stop"),
        )
    ),
    "details of reasoning": Sends(
        (event({"reasoning": None, "reasoning_details": [{"type": "x"}], "content": TRUE}, "stop"),)
    ),
    "fields nobody knows": Sends(
        (event({"content": TRUE, "audio": {"id": 1}, "annotations": []}, "stop", obfuscation="x7"), DONE)
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
    "a detail in place of an answer": (
        Sends((b'{"detail": "Not authenticated"}',), "application/json"),
        "Not authenticated",
    ),
    "a claim without a query": (Says(TRUE), "do not say *highest*"),
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
    "a page": (Sends((b"<!doctype html><html>Sign in</html>",), "text/html"), "was cut"),
    "a page that is called JSON": (
        Sends((b"<!doctype html>",), "application/json"),
        "no stream of its kind",
    ),
    "no compression at all": (Sends((b"data: x\n\n",), encoding="gzip"), "was cut"),
    "cut within a character": (Sends((event({"content": "Grü"}) + b'data: {"choices": "\xc3',)), "no stream"),
    "a failure for a reason": (Sends((event({"content": "I"}, "error"), DONE)), "failed in the middle"),
    "a field called error": (
        Sends((b'error: {"code": 500, "message": "slot unavailable"}\n\n',)),
        "slot unavailable",
    ),
    "too busy in the stream": (
        Sends((b'data: {"error": {"code": 429, "message": "slow down"}}\n\n',)),
        "is too busy: slow down",
    ),
    "a refusal beside the text": (
        Sends((event({"refusal": "I cannot help with that."}), event({}, "content_filter"))),
        "refused to answer",
    ),
    "not there any more": (Refuses(410, "model retired"), "status 410"),
    "moved": (Refuses(301, "", location="https://elsewhere.example/v1"), "status 301"),
    "far too much": (Sends((b": " + b"x" * 1_000_000 + b"\n",) * 21), "far too much"),
    "a text without an end": (Sends((event({"content": "word " * 2_000}),) * 5), "far too much"),
    "a thought without an end": (Sends((event({"reasoning": "w " * 50_000}),) * 3), "far too much"),
    "arguments without an end": (
        Sends((called(index=0, id="a", function={"name": "svcMeta", "arguments": " " * 90_000}),) * 3),
        "far too much",
    ),
    "another compression": (Sends((b"\x1b\x00",), encoding="br"), "not asked for"),
    "a bomb": (Sends((gzip.compress(b": " + b"x" * 30_000_000 + b"\n"),), encoding="gzip"), "far too much"),
    "a count of ten thousand digits": (
        Sends((b'data: {"usage": {"prompt_tokens": ' + b"9" * 10_000 + b"}}\n\n",)),
        "no stream of its kind",
    ),
    "an endless line": (Sends((b"data: " + b"x" * 1_000_000,) * 4), "no stream of its kind"),
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


HOSTILE = {
    "blanks": " " * 150_000,
    "blanks in an object": "{" + " " * 150_000,
    "nested lists": "[" * 10_000,
    "nested objects": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "nested lists for quantities": '{"quantities":' + "[" * 900 + "]" * 900 + "}",
    "half a character": '{"words": "\\ud800\\u0000"}',
    "half a character in SQL": '{"sql": "SELECT \'\\ud800\\u0000\' FROM sales"}',
}


@pytest.mark.parametrize("arguments", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("tool", ["ask_model", "svcMeta", "svcSqlApi"])
def test_hostile_arguments_end_with_a_reply(tool, arguments):
    call = called(index=0, id="a", function={"name": tool, "arguments": arguments})
    with scripted_endpoint(Sends((call, CALLED)), says("Which one?")) as endpoint:
        events = asked(endpoint, budget=Budget(tokens=200_000))

    assert len(endpoint.asked) == 2
    repr(events).encode()
    assert all(is_storable(each) for each in events)


def is_storable(event):
    text = json.dumps(asdict(event), default=str, ensure_ascii=False)
    return "\\u0000" not in text and text.encode()


def test_halves_of_characters_and_zero_bytes_reach_no_reader():
    thought = event({"reasoning": "a\ud800b and \0. "})
    told = event({"content": "Is it \ud800 or \0? "})
    with scripted_endpoint(Sends((thought, told, event({}, "stop")))) as endpoint:
        events = asked(endpoint)

    assert all(is_storable(each) for each in events)


def test_many_tags_of_thoughts_are_read_in_one_pass():
    tags = event({"content": "<think>" * 20_000 + "</think>"})
    with scripted_endpoint(Sends((tags, event({"content": "Which one?"}, "stop")))) as endpoint:
        assert "Which one?" in answer(asked(endpoint))


def test_what_is_called_behind_the_end_of_a_text_is_answered_and_checked():
    late = called(index=0, id="a", function={"name": "svcMeta", "arguments": '{"words": "revenue"}'})
    wrong = event({"content": " Store made 9 billion."})
    first = Sends((event({"content": TRUE}), event({}, "stop"), late, wrong, DONE))
    with scripted_endpoint(Says("", (BY_CHANNEL,)), first, says(TRUE)) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "answered"
    assert "9 billion." not in answer(events).split("I struck")[0]


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


def test_each_of_two_calls_with_one_id_gets_a_reply_of_its_own():
    with scripted_endpoint(Sends(CALLS["one id for two calls"]), says(TRUE)) as endpoint:
        asked(endpoint)

    last = endpoint.asked[-1]["messages"]
    replies = [each["tool_call_id"] for each in last if each["role"] == "tool"]
    assert len({*replies}) == 2
    assert [call["id"] for each in last for call in each.get("tool_calls", ())] == replies


def test_of_ten_thousand_calls_a_few_are_heard():
    call = {"name": "svcMeta", "arguments": '{"words": "revenue"}'}
    many = b"".join(called(index=at, id=f"id_{at}", function=call) for at in range(10_000))
    alike = b"".join(called(index=0, id=f"id_{at}", function=call) for at in range(10_000))
    for calls in (many, alike):
        with scripted_endpoint(Sends((calls, CALLED)), says("Which one?")) as endpoint:
            events = asked(endpoint)

        assert len([each for each in endpoint.asked[1]["messages"] if each["role"] == "tool"]) == MOST_CALLS
        assert outcome(events) == "clarify"


def test_a_template_without_a_system_role_gets_the_instructions_from_the_user():
    refused = Refuses(400, "System role not supported")
    with scripted_endpoint(refused, Says("", (BY_CHANNEL,)), says(TRUE)) as endpoint:
        events = asked(endpoint)

    assert outcome(events) == "answered"
    assert [each["role"] for each in endpoint.asked[1]["messages"]] == ["user"]
    assert "revenue by channel in 2024" in endpoint.asked[1]["messages"][0]["content"]


def test_texts_of_the_user_that_follow_each_other_are_one():
    earlier = (EarlierAnswer("orders in 2023", ("SELECT 1",), "There were 5."),)
    with scripted_endpoint(says("Which one?")) as endpoint:
        asked(endpoint, earlier=earlier)

    assert [each["role"] for each in endpoint.asked[0]["messages"]] == ["system", "user"]


def test_a_server_may_say_until_when_it_is_busy():
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    until = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    with scripted_endpoint(Refuses(429, "slow down", until), says(TRUE)) as endpoint:
        client = ModelClient(scripted_model(endpoint), Timing(sleep=sleep))
        asyncio.run(_heard(client))

    assert 10 < slept[0] <= 21


@pytest.mark.case("M06")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_the_key_nowhere(status):
    with scripted_endpoint(says(TRUE)) as thief:
        moved = Refuses(status, "", location=f"{thief.url}/chat/completions")
        with scripted_endpoint(moved) as endpoint:
            events = asked(endpoint, llm_api_key="sk-secret-0123456789")

    assert thief.asked == []
    assert outcome(events) == "refused"


async def _heard(client):
    prompt = Prompt("Be short.", (UserText("Hello"),))
    return [piece async for piece in client.stream(prompt)]
