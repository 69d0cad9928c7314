import asyncio
import json
import logging

import pytest

from svcchat_magic.analyst.language_model.endpoint import LanguageModel, language_model
from svcchat_magic.analyst.language_model.failures import FailureKind, ModelFailed
from svcchat_magic.analyst.language_model.model_client import ModelClient
from svcchat_magic.analyst.language_model.pieces import Stopped, TextPiece, ThoughtPiece, Used
from svcchat_magic.analyst.language_model.prompt import Call, ModelTurn, Prompt, ToolReply, ToolSpec, UserText
from svcchat_magic.analyst.language_model.step import Step
from svcchat_magic.client.retries import Timing
from svcchat_magic.settings import Settings
from tests.analyst.language_model.scripted_endpoint import Endpoint, Refuses, Says, Sends, scripted_endpoint

KEY = "sk-secret-0123456789"
TOOL = ToolSpec("add", "Adds.", {"type": "object", "properties": {"a": {"type": "integer"}}})
PROMPT = Prompt("Be short.", (UserText("Hello"),), (TOOL,))
KINDS = ("openai", "anthropic")


async def no_sleep(seconds: float) -> None:
    pass


def model_at(endpoint: Endpoint, kind: str = "openai") -> LanguageModel:
    found = language_model(
        Settings(llm_url=endpoint.url, llm_model="small", llm_kind=kind, llm_api_key=KEY)  # type: ignore[arg-type]
    )
    assert found is not None
    return found


def client_of(endpoint: Endpoint, kind: str = "openai") -> ModelClient:
    return ModelClient(model_at(endpoint, kind), Timing(sleep=no_sleep))


def heard(client: ModelClient, prompt: Prompt = PROMPT) -> Step:
    async def listen() -> Step:
        step = Step(0)
        async for piece in client.stream(prompt):
            step.add(piece)

        return step

    return asyncio.run(listen())


@pytest.mark.parametrize("kind", KINDS)
def test_text_thought_and_usage_arrive_in_order(kind):
    with scripted_endpoint(Says("Grüße, 世界!", thinks="Hm.", read=12, written=3)) as endpoint:

        async def listen():
            return [piece async for piece in client_of(endpoint, kind).stream(PROMPT)]

        pieces = asyncio.run(listen())

    assert "".join(each.text for each in pieces if isinstance(each, TextPiece)) == "Grüße, 世界!"
    assert "".join(each.text for each in pieces if isinstance(each, ThoughtPiece)) == "Hm."
    assert [each.reason for each in pieces if isinstance(each, Stopped)] == ["end"]
    assert [each.output_tokens for each in pieces if isinstance(each, Used)][-1] == 3


def usage_events(kind, usage):
    """A response of two events: a word, and its end with these counts."""
    if kind == "openai":
        word = {"choices": [{"delta": {"content": "Hi"}}]}
        return word, {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": usage}

    word = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}}
    return word, {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage}


@pytest.mark.parametrize(
    ("kind", "usage", "used"),
    [
        (
            "openai",
            {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 80}},
            Used(20, 5, cache_read_tokens=80),
        ),
        (
            "anthropic",
            {"input_tokens": 20, "output_tokens": 5, "cache_creation_input_tokens": 7}
            | {"cache_read_input_tokens": 80},
            Used(20, 5, 7, 80),
        ),
        (
            "openai",
            {"prompt_tokens": 3, "prompt_tokens_details": {"cached_tokens": 9}},
            Used(0, None, None, 3),
        ),
        ("openai", {"prompt_tokens": "many", "completion_tokens": -1, "prompt_tokens_details": 1}, Used()),
        ("anthropic", {"input_tokens": True, "output_tokens": 10**400}, Used()),
        ("openai", None, Used()),
        ("anthropic", None, Used()),
    ],
)
def test_tokens_are_counted_by_kind_and_what_is_no_count_is_unknown(kind, usage, used):
    data = tuple(f"data: {json.dumps(each)}\n\n".encode() for each in usage_events(kind, usage))
    with scripted_endpoint(Sends(data)) as endpoint:
        step = heard(client_of(endpoint, kind))

    assert step.used == used
    assert "".join(step.text) == "Hi"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("parallel", [False, True], ids=["one after the other", "in turns"])
def test_calls_in_pieces_are_put_together(kind, parallel):
    calls = (("add", {"a": 1, "b": "two, or more"}), ("sub", {"a": 22}))
    with scripted_endpoint(Says("", calls, parallel=parallel, piece=3)) as endpoint:
        step = heard(client_of(endpoint, kind))

    assert [(each.name, json.loads(each.arguments)) for each in step.calls] == list(calls)
    assert len({each.id for each in step.calls}) == 2
    assert (step.reason, step.used) == ("calls", Used(100, 20))


@pytest.mark.parametrize("kind", KINDS)
def test_the_chat_is_sent_in_the_shape_of_the_kind(kind):
    call = Call("id_0", "add", '{"a": 1}')
    turns = (
        UserText("Hello"),
        ModelTurn("I add.", (call,)),
        ToolReply(call, "no such number", is_error=True),
    )
    with scripted_endpoint(Says("ok")) as endpoint:
        heard(client_of(endpoint, kind), Prompt("Be short.", turns, (TOOL,)))

    (asked,) = endpoint.asked
    if kind == "openai":
        roles = [each["role"] for each in asked["messages"]]
        assert roles == ["system", "user", "assistant", "tool"]
        assert asked["messages"][2]["tool_calls"][0]["function"]["arguments"] == '{"a": 1}'
        assert asked["messages"][3] == {"role": "tool", "tool_call_id": "id_0", "content": "no such number"}
        assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"
    else:
        assert asked["system"] == "Be short."
        assert [each["role"] for each in asked["messages"]] == ["user", "assistant", "user"]
        assert asked["messages"][1]["content"][1]["input"] == {"a": 1}
        assert asked["messages"][2]["content"][0]["is_error"] is True
        assert endpoint.headers[0]["x-api-key"] == KEY


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refuses(401, "Incorrect key"), FailureKind.KEY),
        (Refuses(403, "Forbidden"), FailureKind.KEY),
        (Refuses(404, "model not found"), FailureKind.REFUSED),
        (Refuses(400, "maximum context length is 8192 tokens"), FailureKind.TOO_LONG),
        (Refuses(422, "bad"), FailureKind.REFUSED),
        (Refuses(500, "oops"), FailureKind.FAILED),
        (Refuses(429, "slow down", "0"), FailureKind.BUSY),
    ],
    ids=lambda each: str(getattr(each, "status", "")),
)
def test_a_refusal_is_a_failure_of_its_kind(refusal, kind):
    with scripted_endpoint(refusal) as endpoint, pytest.raises(ModelFailed) as failed:
        heard(client_of(endpoint))

    assert failed.value.kind is kind
    assert refusal.message in str(failed.value)


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_busy_model_is_asked_again(status):
    with scripted_endpoint(Refuses(status, retry_after="0"), Says("Here I am.")) as endpoint:
        step = heard(client_of(endpoint))

    assert "".join(step.text) == "Here I am."
    assert len(endpoint.asked) == 2


def test_what_a_server_does_not_know_is_left_out_the_next_time():
    lessons = (
        Refuses(400, "Unsupported parameter: 'max_tokens', use 'max_completion_tokens' instead"),
        Refuses(400, "unknown field stream_options"),
    )
    with scripted_endpoint(*lessons, Says("ok")) as endpoint:
        client = client_of(endpoint)
        heard(client)
        heard(client)

    first, _, third, fourth = endpoint.asked
    assert "max_tokens" in first
    assert "stream_options" in first
    for each in (third, fourth):
        assert "max_completion_tokens" in each
        assert "stream_options" not in each


def test_a_model_without_tools_says_so():
    with (
        scripted_endpoint(Refuses(400, "small does not support tools")) as endpoint,
        pytest.raises(ModelFailed) as failed,
    ):
        heard(client := client_of(endpoint))

    assert failed.value.kind is FailureKind.NO_TOOLS
    assert client.quirks.has_no_tools


@pytest.mark.parametrize(
    "broken",
    [
        Says("Half of a sen", cut_after=3),
        Sends((b"data: {not json\n\n",)),
        Sends((b"data: [1, 2]\n\n",)),
        Sends((b"<html>It works!</html>",), "text/html"),
        Sends((b"data: " + b"x" * 100_000,) * 30),
    ],
    ids=["cut", "no JSON", "no object", "a page", "far too long"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_stream_is_a_failure(broken, kind):
    with scripted_endpoint(broken) as endpoint, pytest.raises(ModelFailed) as failed:
        heard(client_of(endpoint, kind))

    assert failed.value.kind is FailureKind.BROKEN


def test_an_error_in_the_stream_is_told_without_the_key():
    data = json.dumps({"error": {"message": f"the key {KEY} is over its quota"}})
    with (
        scripted_endpoint(Sends((f"data: {data}\n\n".encode(),))) as endpoint,
        pytest.raises(ModelFailed) as failed,
    ):
        heard(client_of(endpoint))

    assert "over its quota" in str(failed.value)
    assert KEY not in str(failed.value)


def test_a_whole_answer_in_place_of_a_stream_is_taken():
    whole = {"choices": [{"message": {"content": "All at once."}, "finish_reason": "stop"}]}
    with scripted_endpoint(Sends((json.dumps(whole).encode(),), "application/json")) as endpoint:
        step = heard(client_of(endpoint))

    assert "".join(step.text) == "All at once."


def test_nobody_at_the_address_is_a_failure():
    with scripted_endpoint(Says("")) as endpoint:
        client = client_of(endpoint)

    with pytest.raises(ModelFailed) as failed:
        heard(client)

    assert failed.value.kind is FailureKind.UNREACHABLE


def test_closing_the_iterator_closes_the_connection():
    held = Sends((b'data: {"choices": [{"delta": {"content": "One"}}]}\n\n',), hold=True)
    with scripted_endpoint(held) as endpoint:

        async def leave_early():
            stream = client_of(endpoint).stream(PROMPT)
            async for _ in stream:
                break

            await stream.aclose()

        asyncio.run(leave_early())
        assert endpoint.closed.wait(10)


@pytest.mark.case("M03")
def test_the_key_is_in_no_log(caplog):
    caplog.set_level(logging.DEBUG)
    with scripted_endpoint(Refuses(400, f"bad key {KEY}")) as endpoint, pytest.raises(ModelFailed) as failed:
        heard(client_of(endpoint))

    assert KEY not in caplog.text
    assert KEY not in str(failed.value)
    assert KEY not in repr(model_at(endpoint))
