"""CPU per message from the socket to a folded transcript, beside a limit and two peers.

Run by hand: `python -m tests.benchmarks.read_a_stream`. The origin runs in a process of its own; the
readers take turns, and each figure is the median of its rounds. Peers that are not installed
(`pip install .[bench]`) are left out with a line.
"""

import asyncio
import importlib.util
import multiprocessing
import ssl
import statistics
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection

import httpx
import msgspec

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.protocol.messages import Message
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import CHAT_PATH, Reply, ScriptedOrigin

HEAD = b'{"id":"__cutoff__","sort":0,"state":{"isStreaming":false,"chatId":"chat-1"}}\n'
TAIL = b'{"id":"__state__","sort":9,"state":{"messages":[]}}\n'
WORDS = "some words of an answer "
SDK_PATH = "/v1/chat/completions"
ROUNDS = 7
# (messages, lines in a chunk, who takes part beside ours: the slowest would take minutes)
SIZES = (
    (1_000, 1, ("limit",)),
    (1_000, 200, ("limit",)),
    (10_000, 1, ("limit", "LLM SDK")),
    (10_000, 200, ("limit", "LLM SDK")),
    (100_000, 1, ("limit",)),
    (100_000, 200, ("limit", "pydantic")),
)
TARGETS = {"limit": 1.5, "pydantic": 0.65, "LLM SDK": 0.33}  # a thousand messages are mostly set-up

Reader = Callable[[str, int], None]


def delta(n: int) -> bytes:
    """A message of about 300 bytes."""
    message = {
        "id": f"message-{n // 2_500}",
        "role": "assistant",
        "content": WORDS,
        "thinking": "",
        "graphPath": ["svc_data_analyst_agent", "final"],
        "isDelta": True,
        "isInProcess": True,
        "isStructuredResponse": False,
        "sort": n,
        "padding": "x" * 90,
    }
    return msgspec.json.encode(message) + b"\n"


def event(n: int) -> bytes:
    """The same words as an event of an LLM's stream, of about the same size."""
    chunk = {
        "id": f"message-{n // 2_500}",
        "object": "chat.completion.chunk",
        "created": 1736500000,
        "model": "m",
        "system_fingerprint": "x" * 90,
        "choices": [{"index": 0, "delta": {"role": "assistant", "content": WORDS}, "finish_reason": None}],
    }
    return b"data: " + msgspec.json.encode(chunk) + b"\n\n"


def serve(count: int, lines_per_chunk: int, pipe: Connection) -> None:
    def chunked(lines: list[bytes]) -> list[bytes]:
        return [b"".join(lines[at : at + lines_per_chunk]) for at in range(0, count, lines_per_chunk)]

    origin = ScriptedOrigin()
    origin.answer(Reply((HEAD, *chunked([delta(n) for n in range(count)]), TAIL)))
    events = chunked([event(n) for n in range(count)])
    origin.on(SDK_PATH, Reply((*events, b"data: [DONE]\n\n"), headers={"Content-Type": "text/event-stream"}))
    pipe.send(origin.url)
    pipe.recv()
    origin.close()


def limit(url: str, count: int) -> None:
    """Bytes, split and typed decoding, without any care; nothing is folded or kept."""
    decoder = msgspec.json.Decoder(Message)

    async def read() -> int:
        found = 0
        rest = b""
        async with (
            httpx.AsyncClient(trust_env=False, verify=NO_TLS, timeout=None) as client,
            client.stream("POST", url + CHAT_PATH, content=b"{}") as response,
        ):
            async for chunk in response.aiter_raw():
                *lines, rest = (rest + chunk).split(b"\n")
                found += len([decoder.decode(line) for line in lines])

        return found

    assert asyncio.run(read()) == count + 2


def ours(url: str, count: int) -> None:
    """The whole path: deadlines, limits, the key's filter, kept lines and the folded transcript."""
    settings = Settings(chat_url=url + CHAT_PATH, api_key="benchmark-key", max_stream_bytes=64_000_000)
    with Conversation(settings) as conversation:
        answer = conversation.ask("x")

    assert answer.status == "complete"
    assert sum(map(len, (answer.text, *(step.text for step in answer.steps)))) > 0.95 * count * len(WORDS)


def pydantic_reader() -> Reader:
    """What examples show, typed: lines of text into models."""
    from pydantic import BaseModel

    class State(BaseModel):
        isStreaming: bool | None = None  # noqa: N815
        chatId: str | None = None  # noqa: N815

    class Line(BaseModel):
        id: str
        role: str | None = None
        content: str | None = None
        thinking: str | None = None
        graphPath: tuple[str, ...] | None = None  # noqa: N815
        isDelta: bool | None = None  # noqa: N815
        isInProcess: bool | None = None  # noqa: N815
        isStructuredResponse: bool | None = None  # noqa: N815
        sort: float | None = None
        state: State | None = None

    def read(url: str, count: int) -> None:
        found = 0
        with (
            httpx.Client(trust_env=False, verify=NO_TLS, timeout=None) as client,
            client.stream("POST", url + CHAT_PATH, content=b"{}") as response,
        ):
            for line in response.iter_lines():
                Line.model_validate_json(line)
                found += 1

        assert found == count + 2

    return read


def sdk_reader() -> Reader:
    """A vendor's client library, reading an event stream of equal content."""
    from openai import OpenAI

    def read(url: str, count: int) -> None:
        parts: list[str] = []
        with httpx.Client(trust_env=False, verify=NO_TLS, timeout=None) as http:
            client = OpenAI(base_url=url + "/v1", api_key="benchmark-key", http_client=http)
            stream = client.chat.completions.create(
                model="m", messages=[{"role": "user", "content": "x"}], stream=True
            )
            for chunk in stream:
                parts.append(chunk.choices[0].delta.content or "")

        assert len("".join(parts)) == count * len(WORDS)

    return read


def peers() -> dict[str, Reader]:
    found: dict[str, Reader] = {}
    makers = {"pydantic": ("pydantic", pydantic_reader), "LLM SDK": ("openai", sdk_reader)}
    for name, (module, maker) in makers.items():
        if importlib.util.find_spec(module) is None:
            print(f"left out, as it is not installed: {name}")
        else:
            found[name] = maker()

    return found


def costs(readers: Mapping[str, Reader], url: str, count: int) -> dict[str, float]:
    """Microseconds of CPU per message, the median of rounds in which the readers take turns."""
    taken: dict[str, list[float]] = {name: [] for name in readers}
    for at in range(ROUNDS + 1):
        for name, read in readers.items():
            started = time.process_time()
            read(url, count)
            if at:  # the first round pays for imports
                taken[name].append((time.process_time() - started) / count * 1e6)

    return {name: statistics.median(each) for name, each in taken.items()}


def measure(count: int, lines_per_chunk: int, readers: Mapping[str, Reader]) -> dict[str, float]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(count, lines_per_chunk, there), daemon=True
    )
    process.start()
    try:
        return costs(readers, here.recv(), count)
    finally:
        here.send("done")
        process.join()


def main() -> None:
    rest = peers()
    own: dict[tuple[int, int], float] = {}
    print(f"{'messages':>8} {'lines/chunk':>11} {'reader':>9} {'us':>8}  {'ours / it':>9}  target")
    for count, lines_per_chunk, names in SIZES:
        beside = {name: read for name, read in {"limit": limit, **rest}.items() if name in names}
        found = measure(count, lines_per_chunk, {"ours": ours, **beside})
        own[count, lines_per_chunk] = found["ours"]
        for name, cost in found.items():
            ratio = f"{found['ours'] / cost:9.2f}  <= {TARGETS[name]}" if name in TARGETS else ""
            print(f"{count:8} {lines_per_chunk:11} {name:>9} {cost:8.2f}  {ratio}")

    for few in (1_000, 10_000):
        for lines_per_chunk in (1, 200):
            ratio = own[100_000, lines_per_chunk] / own[few, lines_per_chunk]
            print(f"ours at 100,000 / ours at {few:,}, {lines_per_chunk} a chunk: {ratio:.2f}  target <= 1.1")


NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # building a real one would cost more than 1,000 messages

if __name__ == "__main__":
    main()
